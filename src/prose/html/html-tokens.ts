/**
 * Splits HTML into tags, texts and comments, in one pass over any input: fragments, templates, broken or minified pages.
 * A failed search for an end is not repeated, so the time is linear.
 */
export interface HtmlToken {
  /** Text of raw elements (scripts, styles) belongs to their `start` token. */
  readonly type: 'text' | 'start' | 'end' | 'comment';
  readonly start: number;
  readonly end: number;
  /** Tags only, in lower case. */
  readonly name: string;
  /** Start tags only: the element has no content. */
  readonly isEmpty: boolean;
  /** Raw elements only, whose token includes the end tag: the range between start tag and end tag. */
  readonly raw?: { readonly start: number; readonly end: number };
}
/** Elements that never have an end tag. */
const voids = new Set('area base br col embed frame hr img input keygen link meta param source track wbr'.split(' '));
/** Elements whose text has no tags, or none that matter here. */
const raws = new Set('script style textarea title xmp svg math'.split(' '));

const tagName = /<\/?([a-z][^\s/>"'<=]*)/iy;

export class HtmlTokenizer {
  /** By name: the next end tag after the last searched offset; the length of the text if there is none. */
  private readonly closes = new Map<string, number>();
  private readonly missing = new Set<string>();

  constructor(private readonly text: string) {}

  *tokens(): Generator<HtmlToken> {
    const { text } = this;
    let at = 0;
    let textStart = 0;
    while (at < text.length) {
      const open = text.indexOf('<', at);
      if (open < 0) break;
      const token = this.markupAt(open);
      if (!token) {
        at = open + 1;
        continue;
      }
      if (open > textStart) yield plain('text', textStart, open);
      yield token;
      at = token.end;
      textStart = at;
    }
    if (textStart < text.length) yield plain('text', textStart, text.length);
  }

  /** Where the next end tag of a name starts; the length of the text if there is none. */
  nextClose(name: string, from: number): number {
    const known = this.closes.get(name);
    if (known !== undefined && known >= from) return known;
    const pattern = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    pattern.lastIndex = from;
    const found = pattern.exec(this.text)?.index ?? this.text.length;
    this.closes.set(name, found);
    return found;
  }

  private markupAt(open: number): HtmlToken | undefined {
    const { text } = this;
    const second = text[open + 1];
    if (second === '!') {
      if (text.startsWith('<!--', open)) return this.comment(open, '-->', 2);
      if (text.startsWith('<![CDATA[', open)) return this.comment(open, ']]>', 9);
      return this.comment(open, '>', 2);
    }
    if (second === '?') return this.comment(open, '?>', 2);
    if (second === '%') return this.comment(open, '%>', 2);
    tagName.lastIndex = open;
    const name = tagName.exec(text)?.[1]?.toLowerCase();
    if (!name) return undefined;
    const end = this.tagEnd(tagName.lastIndex);
    if (end === undefined) return undefined;
    if (second === '/') return { type: 'end', start: open, end, name, isEmpty: true };
    const isEmpty = voids.has(name) || text[end - 2] === '/';
    if (isEmpty || !raws.has(name)) return { type: 'start', start: open, end, name, isEmpty };
    const close = this.nextClose(name, end);
    const closeEnd = close < text.length ? (this.tagEnd(close + 2 + name.length) ?? text.length) : close;
    return { type: 'start', start: open, end: closeEnd, name, isEmpty: true, raw: { start: end, end: close } };
  }

  private comment(open: number, mark: string, skip: number): HtmlToken | undefined {
    const close = this.find(mark, open + skip);
    return close === undefined ? undefined : plain('comment', open, close + mark.length);
  }

  /** The end of a tag, including `>`. A `>` in quotes does not count. */
  private tagEnd(from: number): number | undefined {
    const { text } = this;
    if (this.missing.has('tag end')) return undefined;
    for (let at = from; at < text.length; at++) {
      const char = text[at];
      if (char === '>') return at + 1;
      if (char !== '"' && char !== "'") continue;
      // Quotes are valid only after `=`; a stray one would take everything after it.
      const close = /=\s*$/.test(text.slice(Math.max(from, at - 8), at)) ? this.find(char, at + 1) : undefined;
      if (close !== undefined) at = close;
    }
    this.missing.add('tag end');
    return undefined;
  }

  private find(mark: string, from: number): number | undefined {
    if (this.missing.has(mark)) return undefined;
    const found = this.text.indexOf(mark, from);
    if (found >= 0) return found;
    this.missing.add(mark);
    return undefined;
  }
}

function plain(type: 'text' | 'comment', start: number, end: number): HtmlToken {
  return { type, start, end, name: '', isEmpty: false };
}

/**
 * The first character between two offsets that is not white space; `end` if there is none.
 *
 * White space around blocks.
 */
export function textStart(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The end of the last character between two offsets that is not white space. */
export function textEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Moves back over indentation, so that a block that is first on its line starts with the line. */
export function lineIndent(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r' ? start : offset;
}

/** Moves past blanks and a line break, so that a block that is last on its line ends with the line. */
export function afterBlanks(text: string, offset: number): number {
  let end = offset;
  while (text[end] === ' ' || text[end] === '\t') end++;
  if (text[end] === '\r') end++;
  return text[end] === '\n' ? end + 1 : end;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/**
 * `class="language-ts"`, `highlight-source-js`, `sourceCode python`, `brush: java`, `data-lang="go"`, `lang="c"`.
 *
 * Finds the language of code in an HTML page, from the attributes of the tags around it.
 */
export function languageOfTag(tag: string): string | undefined {
  if (!/class|data-lang|syntax/i.test(tag)) return undefined;
  const data = attribute(tag, 'data-lang') ?? attribute(tag, 'data-language') ?? attribute(tag, 'syntax');
  if (data) return data;
  const classes = attribute(tag, 'class');
  if (!classes) return undefined;
  const named =
    /(?:^|\s)(?:language|lang)-([^\s]+)/.exec(classes) ??
    /(?:^|\s)highlight-(?:source-|text-)?([^\s]+)/.exec(classes) ??
    /(?:^|\s)brush:\s*([^\s;]+)/.exec(classes) ??
    /(?:^|\s)sourceCode\s+([^\s]+)/.exec(classes) ??
    /(?:^|\s)(?:rust-example-rendered|rust)(?=\s|$)/.exec(classes);
  const language = named && (named[1] ?? 'rust');
  return language && !/^(?:none|default|plaintext|text|nohighlight|wrapper|html-basic)$/.test(language)
    ? language.replace(/^html-/, '')
    : undefined;
}

/** The language of a `<script>`, from its type; undefined for templates and other text that is not executed. */
export function languageOfScript(tag: string): string | undefined {
  const type = (attribute(tag, 'type') ?? attribute(tag, 'lang') ?? '').toLowerCase();
  if (/json|importmap|speculationrules/.test(type)) return 'json';
  if (/typescript|^tsx?$/.test(type)) return 'typescript';
  if (/^math\/|^x-shader|glsl/.test(type)) return type.startsWith('math') ? undefined : 'glsl';
  return type === '' || type === 'module' || /(?:java|ecma)script|babel|jsx?$/.test(type) ? 'javascript' : undefined;
}

export function languageOfStyle(tag: string): string {
  const declared = attribute(tag, 'lang') ?? attribute(tag, 'type') ?? '';
  return /scss|sass|less/i.exec(declared)?.[0].toLowerCase() ?? 'css';
}

/** The value of an attribute. Only the start of a tag is searched: tags are short unless their attributes contain data. */
function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`[\\s"']${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag.slice(0, 1000));
  return (match?.[1] ?? match?.[2] ?? match?.[3])?.trim() || undefined;
}
