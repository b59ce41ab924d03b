/**
 * The blocks of an HTML page. Wrappers (`div`, `main`, `section`…) are transparent; lists, items, quotes, tables and rows are
 * containers; what stands between tags of blocks is a run of text, which becomes a paragraph, a heading or metadata.
 *
 * Opening tags go with the block that follows them, closing tags with the one before. End tags that are left out are implied
 * where HTML says so, and a tag that closes an outer element closes all that is open inside it.
 */
import type { BlockKind } from '../block';
import { type OpenBlock, openBlock } from '../open-block';
import { plainHtml } from '../plain-text';
import { languageOfScript, languageOfStyle, languageOfTag } from './code-language';
import { asTable } from './table';
import { type Token, Tokenizer } from './tokens';

/** An open element: a container, or a wrapper, which has no block. */
interface Element {
  readonly name: string;
  readonly block: OpenBlock | undefined;
}

/** Text with the inline tags in it. */
interface Run {
  readonly kind: BlockKind;
  readonly start: number;
  end: number;
  hasText: boolean;
  readonly level?: number;
}

/** Containers deeper than this are wrappers, so that nobody who walks the blocks runs out of stack. */
const deepest = 60;
/** How far up an implied end is looked for. */
const furthest = 50;

const containers: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ...['ul', 'ol', 'menu', 'dir', 'dl'].map((name) => [name, 'list'] as const),
  ['li', 'item'],
  ['blockquote', 'quote'],
  ['table', 'table'],
  ['tr', 'row'],
  ['nav', 'markup'],
]);

const wrappers = new Set(
  (
    'html body main article section div header footer aside address center form fieldset legend details summary figure ' +
    'figcaption p dt dd thead tbody tfoot td th caption colgroup hr noscript template dialog hgroup search optgroup option ' +
    'frameset noframes canvas video audio object iframe slot'
  ).split(' '),
);
const aboutPage = new Set(['meta', 'link', 'title', 'base']);

/** An element that may be left open, what closes it when it starts, and what shields an outer one. */
const implied: Readonly<Record<string, { readonly ends: readonly string[]; readonly within: readonly string[] }>> = {
  li: { ends: ['li'], within: ['ul', 'ol', 'menu', 'dir'] },
  tr: { ends: ['tr'], within: ['table'] },
  tbody: { ends: ['tr', 'thead', 'tbody'], within: ['table'] },
  tfoot: { ends: ['tr', 'thead', 'tbody'], within: ['table'] },
};

export class BlockBuilder {
  private readonly tokenizer: Tokenizer;
  private readonly root: OpenBlock;
  private readonly open: Element[] = [];
  private readonly openCounts = new Map<string, number>();
  /** The open elements that have blocks. */
  private readonly containers: Element[] = [];
  /** Definitions that have more than their terms. */
  private readonly described = new WeakSet<OpenBlock>();
  private run: Run | undefined;
  /** Where opening tags that wait for their block start. */
  private pending: number | undefined;
  private isHead = false;
  /** What the last wrapper said about code in it. */
  private language: string | undefined;

  constructor(private readonly text: string) {
    this.tokenizer = new Tokenizer(text);
    this.root = openBlock('section', 0, text.length);
  }

  /** The blocks of the page; headings are not nested yet. */
  build(): OpenBlock[] {
    let skipTo = 0;
    for (const token of this.tokenizer.tokens()) {
      if (token.start < skipTo) continue;
      if (token.type === 'text') this.addText(token);
      else if (token.type === 'comment') this.addComment(token);
      else if (token.type === 'end') this.endElement(token);
      else skipTo = this.startElement(token);
    }
    this.endRun();
    while (this.open.length > 0) this.closeLast(0);
    if (this.root.blocks.length === 0 && this.text.trim() !== '')
      this.root.blocks.push(openBlock('markup', 0, this.text.length));
    return this.root.blocks;
  }

  private addText({ start, end }: Token): void {
    const first = firstNonBlank(this.text, start, end);
    if (first === end) return;
    this.language = undefined;
    const run = this.openRun(first);
    run.hasText = true;
    run.end = afterText(this.text, first, end);
  }

  private addComment(token: Token): void {
    if (this.run) this.run.end = token.end;
    else if (this.text[token.start + 1] === '!' && this.text[token.start + 2] !== '-') this.wait(token.start);
    else this.push('markup', token.start, token.end);
  }

  /** Returns the offset up to which tokens are done with. */
  private startElement(token: Token): number {
    const { name } = token;
    if (name === 'head') {
      this.endRun();
      this.wait(token.start);
      this.isHead = !token.isEmpty;
    } else if (/^h[1-6]$/.test(name)) this.startHeading(token);
    else if (name === 'pre' || name === 'listing') return this.addCode(token);
    else if (name === 'script' || name === 'style') this.addRaw(token);
    else if (containers.has(name) || wrappers.has(name)) this.startBlock(token);
    else this.addInline(token);
    return token.end;
  }

  private startHeading(token: Token): void {
    this.endRun();
    this.isHead = false;
    const start = this.pending ?? token.start;
    this.run = { kind: 'heading', start, end: token.end, hasText: false, level: Number(token.name[1]) };
  }

  private startBlock(token: Token): void {
    const { name } = token;
    // A heading may hold a wrapper, as long as it has no text.
    if (this.run?.kind === 'heading' && !this.run.hasText && wrappers.has(name)) return;
    this.endRun();
    if (name !== 'html' && name !== 'noscript' && name !== 'template') this.isHead = false;
    if (implied[name]) this.closeImplied(name);
    if (name === 'dt' || name === 'dd') this.startDefinition(token);
    this.wait(token.start);
    this.language = languageOfTag(this.text.slice(token.start, token.end)) ?? this.language;
    if (token.isEmpty || name === 'p' || name === 'dt' || name === 'dd') return;
    const kind = this.containerKind(token);
    const block = kind && this.push(kind, token.start, token.end);
    // The first block inside starts where the container does.
    if (block) this.pending = block.start;
    this.openElement(name, block);
  }

  private containerKind({ name, start }: Token): BlockKind | undefined {
    const kind = containers.get(name);
    if (!kind || this.containers.length >= deepest) return undefined;
    if (kind === 'item' || kind === 'row')
      return this.container()?.kind === (kind === 'item' ? 'list' : 'table') ? kind : undefined;
    // One that is never closed would swallow the page.
    if (kind === 'markup' && this.tokenizer.nextClose(name, start) === this.text.length) return undefined;
    return kind;
  }

  /** A term and what is said about it are one definition. */
  private startDefinition({ name, start, end }: Token): void {
    const at = this.nearest(['definition'], ['dl']);
    const current = at === undefined ? undefined : this.open[at]?.block;
    if (at !== undefined && current && name === 'dt' && this.described.has(current)) this.closeDownTo(at);
    const around = this.containers.at(-1);
    if (around?.name === 'dl' && this.containers.length < deepest) {
      const block = this.push('definition', start, end);
      this.pending = block.start;
      this.openElement('definition', block);
    }
    const definition = this.container();
    if (name === 'dd' && definition) this.described.add(definition);
  }

  private addInline(token: Token): void {
    this.openRun(token.start, aboutPage.has(token.name) ? 'metadata' : undefined).end = token.end;
    if (token.name === 'img' && this.run) this.run.hasText = true;
    if (this.run && token.raw && token.name !== 'title') this.run.hasText ||= token.name === 'math';
  }

  private endElement(token: Token): void {
    const { name } = token;
    if (this.run && !containers.has(name) && !wrappers.has(name) && !/^h(?:[1-6]|ead)$/.test(name)) {
      this.run.end = token.end;
      return;
    }
    if (this.run) this.endRun(token.end);
    if (name === 'head') this.isHead = false;
    if (!this.openCounts.get(name)) return;
    this.closeDownTo(
      this.open.findLastIndex((element) => element.name === name),
      token.end,
    );
  }

  /** `<pre>`, with everything in it. */
  private addCode(token: Token): number {
    this.endRun();
    const { text } = this;
    const close = this.tokenizer.nextClose(token.name, token.end);
    const end = close < text.length ? text.indexOf('>', close) + 1 || text.length : close;
    const inner = /\s*<code(?:\s[^<>]*)?>/iy;
    inner.lastIndex = token.end;
    const code = inner.exec(text)?.[0] ?? '';
    const start = token.end + code.length;
    let contentEnd = close;
    if (
      code &&
      text
        .slice(close - 30, close)
        .trimEnd()
        .toLowerCase()
        .endsWith('</code>')
    ) {
      contentEnd = text.lastIndexOf('<', close - 1);
    }
    const said = languageOfTag(text.slice(token.start, token.end)) ?? languageOfTag(code) ?? this.language;
    const block = this.push('code', token.start, end);
    if (said) block.language = said;
    const content = text.slice(start, contentEnd);
    if (contentEnd > start && !/[<&]/.test(content)) {
      block.content = { start: start + (/^\r?\n/.exec(content)?.[0].length ?? 0), end: contentEnd };
    }
    return end;
  }

  /** A script or a style. */
  private addRaw(token: Token): void {
    this.endRun();
    const { raw } = token;
    const isEmpty = !raw || this.text.slice(raw.start, raw.end).trim() === '';
    const tag = this.text.slice(token.start, raw?.start ?? token.end);
    const language = token.name === 'style' ? languageOfStyle(tag) : languageOfScript(tag);
    if (isEmpty || !language) {
      this.push('markup', token.start, token.end);
      return;
    }
    const block = this.push('code', token.start, token.end);
    block.language = language;
    const lead = /^[ \t]*\r?\n/.exec(this.text.slice(raw.start, raw.start + 200))?.[0].length ?? 0;
    block.content = { start: raw.start + lead, end: raw.end };
  }

  private openRun(start: number, kind?: BlockKind): Run {
    if (this.run) return this.run;
    const run: Run = {
      kind: this.isHead ? 'metadata' : (kind ?? 'paragraph'),
      start: this.pending ?? start,
      end: start,
      hasText: false,
    };
    this.run = run;
    return run;
  }

  /** Ends the run; a closing tag at its end belongs to it. */
  private endRun(closingEnd?: number): void {
    const { run } = this;
    if (!run) return;
    this.run = undefined;
    this.pending = undefined;
    const kind = run.hasText || run.kind === 'metadata' ? run.kind : 'markup';
    const block = this.push(kind, run.start, closingEnd ?? run.end);
    if (kind !== 'heading') return;
    block.level = run.level ?? 6;
    block.name = plainHtml(this.text.slice(run.start, run.end));
  }

  private push(kind: BlockKind, tagStart: number, tagEnd: number): OpenBlock {
    const start = lineIndent(this.text, this.pending ?? tagStart);
    this.pending = undefined;
    if (kind !== 'list' && kind !== 'item' && kind !== 'table') this.language = undefined;
    const block = openBlock(kind, start, afterBlanks(this.text, tagEnd));
    (this.container() ?? this.root).blocks.push(block);
    return block;
  }

  private wait(start: number): void {
    this.pending ??= start;
  }

  private container(): OpenBlock | undefined {
    return this.containers.at(-1)?.block;
  }

  private openElement(name: string, block: OpenBlock | undefined): void {
    const element = { name, block };
    this.open.push(element);
    this.openCounts.set(name, (this.openCounts.get(name) ?? 0) + 1);
    if (block) this.containers.push(element);
  }

  private closeImplied(name: string): void {
    const rule = implied[name];
    const at = rule && this.nearest(rule.ends, rule.within);
    if (at !== undefined) this.closeDownTo(at);
  }

  private nearest(names: readonly string[], within: readonly string[]): number | undefined {
    for (let at = this.open.length - 1; at >= Math.max(0, this.open.length - furthest); at--) {
      const name = this.open[at]?.name ?? '';
      if (names.includes(name)) return at;
      if (within.includes(name)) return undefined;
    }
    return undefined;
  }

  private closeDownTo(at: number, end = 0): void {
    while (this.open.length > at) this.closeLast(this.open.length - 1 === at ? end : 0);
  }

  private closeLast(end: number): void {
    const element = this.open.pop();
    if (!element) return;
    this.openCounts.set(element.name, (this.openCounts.get(element.name) ?? 1) - 1);
    const { block } = element;
    if (!block) return;
    this.containers.pop();
    const last = block.blocks.at(-1);
    block.end = Math.max(block.end, last?.end ?? 0, end && afterBlanks(this.text, end));
    this.pending = undefined;
    if (block.kind === 'table') {
      const around = (this.container() ?? this.root).blocks;
      around.pop();
      around.push(...asTable(this.text, block));
    }
  }
}

function firstNonBlank(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

function afterText(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Back over indentation, so that a block that is first on its line starts with the line. */
function lineIndent(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r' ? start : offset;
}

/** Past blanks and a line break. */
function afterBlanks(text: string, offset: number): number {
  let end = offset;
  while (text[end] === ' ' || text[end] === '\t') end++;
  if (text[end] === '\r') end++;
  return text[end] === '\n' ? end + 1 : end;
}
