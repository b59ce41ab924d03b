/**
 * The blocks of an HTML page. Wrappers (`div`, `main`, `section`…) are transparent; lists, items, quotes, tables and rows are
 * containers. Text between block tags is a run, which becomes a paragraph, a heading or metadata. Opening tags, and inline tags
 * without text, belong to the block that follows; closing tags belong to the block before.
 */
import { type BlockKind, closedBlocks, nestSections, type OpenBlock, openBlock, type ProseDocument } from '../block';
import { plainHtml } from '../heading-text';
import { HtmlElementStack } from './element-stack';
import {
  afterBlanks,
  type HtmlToken,
  HtmlTokenizer,
  languageOfScript,
  languageOfStyle,
  languageOfTag,
  lineIndent,
  textEnd,
  textStart,
} from './html-tokens';

/** Reads HTML: pages, fragments and templates. */
export function readHtml(text: string): ProseDocument {
  return { text, blocks: nestSections(closedBlocks(new HtmlBlockBuilder(text).build())) };
}

/** Text with its inline tags. */
interface Run {
  readonly kind: BlockKind;
  readonly start: number;
  end: number;
  hasText: boolean;
  /** Headings only. */
  readonly level?: number;
}

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
/** Wrappers that end with the next block: they are not kept open. */
const endless = new Set(['p', 'dt', 'dd']);
/** Elements with data about the page. */
const aboutPage = new Set(['meta', 'link', 'title', 'base']);

class HtmlBlockBuilder {
  private readonly tokenizer: HtmlTokenizer;
  private readonly stack: HtmlElementStack;
  private run: Run | undefined;
  /** Where opening tags start whose block has not come yet. */
  private pending: number | undefined;
  private isHead = false;
  /** The language that the last wrapper declared for code in it. */
  private language: string | undefined;
  /** Definitions that already have a description, not only terms. */
  private readonly described = new WeakSet<OpenBlock>();

  constructor(private readonly text: string) {
    this.tokenizer = new HtmlTokenizer(text);
    this.stack = new HtmlElementStack(text);
  }

  /** The blocks of the page; headings are not nested yet. */
  build(): OpenBlock[] {
    let done = 0;
    for (const token of this.tokenizer.tokens()) {
      if (token.start < done) continue;
      if (token.type === 'text') this.addText(token);
      else if (token.type === 'comment') this.addComment(token);
      else if (token.type === 'end') this.endElement(token);
      else done = this.startElement(token);
    }
    this.endRun();
    // Opening tags without a following block become a block of their own.
    if (this.pending !== undefined) this.add('markup', this.pending, this.text.length);
    this.stack.closeAll();
    const { blocks } = this.stack.root;
    if (blocks.length === 0 && this.text.trim() !== '') blocks.push(openBlock('markup', 0, this.text.length));
    // A stray end tag before the first block belongs to that block.
    const first = blocks[0];
    if (first && this.text.slice(0, first.start).trim() !== '') first.start = 0;
    return blocks;
  }

  private addText({ start, end }: HtmlToken): void {
    const first = textStart(this.text, start, end);
    if (first === end) return;
    this.language = undefined;
    const run = this.openRun(first);
    run.hasText = true;
    run.end = textEnd(this.text, first, end);
  }

  private addComment({ start, end }: HtmlToken): void {
    if (this.run) this.run.end = end;
    // A document type belongs to what follows.
    else if (/^<![^-]/.test(this.text.slice(start, start + 3))) this.pending ??= start;
    else this.add('markup', start, end);
  }

  /** Returns the offset up to which the text is processed. */
  private startElement(token: HtmlToken): number {
    const { name } = token;
    if (name === 'head') {
      this.leaveRun();
      this.pending ??= token.start;
      this.isHead = !token.isEmpty;
    } else if (/^h[1-6]$/.test(name)) {
      this.leaveRun();
      this.isHead = false;
      const start = this.pending ?? token.start;
      this.run = { kind: 'heading', start, end: token.end, hasText: false, level: Number(name[1]) };
    } else if (name === 'pre' || name === 'listing') {
      return this.addCode(token, preformattedCode(this.text, token, this.tokenizer.nextClose(name, token.end)));
    } else if (name === 'script' || name === 'style') {
      return this.addCode(token, embeddedCode(this.text, token));
    } else if (containers.has(name) || wrappers.has(name)) {
      this.startBlock(token);
    } else {
      const run = this.openRun(token.start, aboutPage.has(name) ? 'metadata' : 'paragraph');
      run.end = token.end;
      run.hasText ||= name === 'img' || name === 'math';
    }
    return token.end;
  }

  private startBlock(token: HtmlToken): void {
    const { name } = token;
    // A heading may contain a wrapper as long as it has no text yet.
    if (this.run?.kind === 'heading' && !this.run.hasText && wrappers.has(name)) return;
    this.leaveRun();
    if (name !== 'html' && name !== 'noscript' && name !== 'template') this.isHead = false;
    if (this.stack.closeBefore(name)) this.pending = undefined;
    if (name === 'dt' || name === 'dd') this.startDefinition(token);
    this.pending ??= token.start;
    this.language = languageOfTag(this.text.slice(token.start, token.end)) ?? this.language;
    if (token.isEmpty || endless.has(name)) return;
    const kind = this.containerKind(token);
    if (kind) this.addContainer(kind, token);
    else this.stack.push(name, undefined);
  }

  private containerKind({ name, start }: HtmlToken): BlockKind | undefined {
    const kind = containers.get(name);
    if (!kind || this.stack.isFull) return undefined;
    const around = this.stack.container?.block?.kind;
    if (kind === 'item') return around === 'list' ? kind : undefined;
    if (kind === 'row') return around === 'table' ? kind : undefined;
    // Navigation that is never closed would take the rest of the page.
    if (kind === 'markup' && this.tokenizer.nextClose(name, start) === this.text.length) return undefined;
    return kind;
  }

  private addContainer(kind: BlockKind, { name, start, end }: HtmlToken): OpenBlock {
    const block = this.add(kind, start, end);
    // The first block inside starts where the container does.
    this.pending = block.start;
    this.stack.push(kind === 'definition' ? kind : name, block);
    return block;
  }

  /** A term and its description are one definition. */
  private startDefinition(token: HtmlToken): void {
    let definition = this.stack.container;
    if (token.name === 'dt' && definition?.block && this.described.has(definition.block)) {
      if (this.stack.close('definition', 0)) this.pending = undefined;
      definition = this.stack.container;
    }
    let block = definition?.name === 'definition' ? definition.block : undefined;
    if (definition?.name === 'dl' && !this.stack.isFull) block = this.addContainer('definition', token);
    if (token.name === 'dd' && block) this.described.add(block);
  }

  private endElement({ name, end }: HtmlToken): void {
    if (!containers.has(name) && !wrappers.has(name) && !/^h(?:[1-6]|ead)$/.test(name)) {
      if (this.run) this.run.end = end;
      return;
    }
    this.endRun(end);
    if (name === 'head') this.isHead = false;
    if (this.stack.close(name, end)) this.pending = undefined;
  }

  private addCode(token: HtmlToken, code: HtmlCode | undefined): number {
    this.leaveRun();
    const { language } = this;
    const block = this.add(code ? 'code' : 'markup', token.start, code?.end ?? token.end);
    if (!code) return token.end;
    const known = code.language ?? language;
    if (known) block.language = known;
    if (code.content) block.content = { ...code.content };
    return code.end;
  }

  private openRun(start: number, kind: BlockKind = 'paragraph'): Run {
    this.run ??= { kind: this.isHead ? 'metadata' : kind, start: this.pending ?? start, end: start, hasText: false };
    return this.run;
  }

  /** Ends the run where a block begins. A run without text (anchors, say) belongs to that block. */
  private leaveRun(): void {
    const { run } = this;
    if (!run || run.hasText || run.kind !== 'paragraph') this.endRun();
    else {
      this.run = undefined;
      this.pending ??= run.start;
    }
  }

  /** Ends the run; a closing tag at its end belongs to it. */
  private endRun(closingEnd?: number): void {
    const { run } = this;
    if (!run) return;
    this.run = undefined;
    const kind = run.hasText || run.kind === 'metadata' ? run.kind : 'markup';
    const block = this.add(kind, run.start, closingEnd ?? run.end);
    if (kind !== 'heading') return;
    block.level = run.level ?? 6;
    block.name = plainHtml(this.text.slice(run.start, run.end));
  }

  private add(kind: BlockKind, tagStart: number, end: number): OpenBlock {
    const block = openBlock(kind, lineIndent(this.text, this.pending ?? tagStart), afterBlanks(this.text, end));
    this.pending = undefined;
    this.language = undefined;
    this.stack.siblings.push(block);
    return block;
  }
}

/** Code in a page: the contents of `<pre>`, `<script>` and `<style>`. */
interface HtmlCode {
  readonly end: number;
  readonly language?: string | undefined;
  readonly content?: { readonly start: number; readonly end: number };
}

/** `<pre>` up to its end tag, which starts at `close`. Has `content` only if there are no tags or entities in it. */
function preformattedCode(text: string, tag: HtmlToken, close: number): HtmlCode {
  const end = close < text.length ? text.indexOf('>', close) + 1 || text.length : close;
  const inner = /\s*<code(?:\s[^<>]*)?>/iy;
  inner.lastIndex = tag.end;
  const code = inner.exec(text)?.[0] ?? '';
  const language = languageOfTag(text.slice(tag.start, tag.end)) ?? languageOfTag(code);
  const start = tag.end + code.length;
  const isWrapped = code !== '' && /<\/code>\s*$/i.test(text.slice(Math.max(start, close - 30), close));
  const contentEnd = isWrapped ? text.lastIndexOf('<', close - 1) : close;
  const content = text.slice(start, contentEnd);
  if (content === '' || /[<&]/.test(content)) return { end, language };
  const lead = /^\r?\n/.exec(content)?.[0].length ?? 0;
  return { end, language, content: { start: start + lead, end: contentEnd } };
}

/** A script or a style; undefined if it is empty or not code. */
function embeddedCode(text: string, { name, start, end, raw }: HtmlToken): HtmlCode | undefined {
  if (!raw || text.slice(raw.start, raw.end).trim() === '') return undefined;
  const tag = text.slice(start, raw.start);
  const language = name === 'style' ? languageOfStyle(tag) : languageOfScript(tag);
  if (!language) return undefined;
  const lead = /^[ \t]*\r?\n/.exec(text.slice(raw.start, raw.start + 200))?.[0].length ?? 0;
  return { end, language, content: { start: raw.start + lead, end: raw.end } };
}
