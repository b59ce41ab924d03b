/**
 * The blocks of an HTML page. Wrappers (`div`, `main`, `section`…) are transparent; lists, items, quotes, tables and rows are
 * containers; what stands between tags of blocks is a run of text, which becomes a paragraph, a heading or metadata.
 * Opening tags, and inline ones without text, go with the block that follows them, closing tags with the one before.
 */
import type { BlockKind } from '../block';
import { plainHtml } from '../inline-text';
import { type OpenBlock, openBlock } from '../open-block';
import { languageOfTag } from './code-language';
import { ElementStack } from './element-stack';
import { afterBlanks, lineIndent, textEnd, textStart } from './html-blanks';
import { type Code, embedded, preformatted } from './html-code';
import { type Token, Tokenizer } from './html-tokens';

/** Text with the inline tags in it. */
interface Run {
  readonly kind: BlockKind;
  readonly start: number;
  end: number;
  hasText: boolean;
  /** Of a heading. */
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
/** Wrappers that end with the next block and are not waited for. */
const endless = new Set(['p', 'dt', 'dd']);
/** Elements that say something about the page. */
const aboutPage = new Set(['meta', 'link', 'title', 'base']);

export class BlockBuilder {
  private readonly tokenizer: Tokenizer;
  private readonly stack: ElementStack;
  private run: Run | undefined;
  /** Where opening tags that wait for their block start. */
  private pending: number | undefined;
  private isHead = false;
  /** What the last wrapper said about code in it. */
  private language: string | undefined;
  /** Definitions that have more than their terms. */
  private readonly described = new WeakSet<OpenBlock>();

  constructor(private readonly text: string) {
    this.tokenizer = new Tokenizer(text);
    this.stack = new ElementStack(text);
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
    // Tags that wait for a block which never comes are one themselves.
    if (this.pending !== undefined) this.add('markup', this.pending, this.text.length);
    this.stack.closeAll();
    const { blocks } = this.stack.root;
    if (blocks.length === 0 && this.text.trim() !== '') blocks.push(openBlock('markup', 0, this.text.length));
    // A stray end tag before the first block has no other to go with.
    const first = blocks[0];
    if (first && this.text.slice(0, first.start).trim() !== '') first.start = 0;
    return blocks;
  }

  private addText({ start, end }: Token): void {
    const first = textStart(this.text, start, end);
    if (first === end) return;
    this.language = undefined;
    const run = this.openRun(first);
    run.hasText = true;
    run.end = textEnd(this.text, first, end);
  }

  private addComment({ start, end }: Token): void {
    if (this.run) this.run.end = end;
    // A document type goes with what follows.
    else if (/^<![^-]/.test(this.text.slice(start, start + 3))) this.pending ??= start;
    else this.add('markup', start, end);
  }

  /** Returns the offset up to which all is done. */
  private startElement(token: Token): number {
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
      return this.addCode(token, preformatted(this.text, token, this.tokenizer.nextClose(name, token.end)));
    } else if (name === 'script' || name === 'style') {
      return this.addCode(token, embedded(this.text, token));
    } else if (containers.has(name) || wrappers.has(name)) {
      this.startBlock(token);
    } else {
      const run = this.openRun(token.start, aboutPage.has(name) ? 'metadata' : 'paragraph');
      run.end = token.end;
      run.hasText ||= name === 'img' || name === 'math';
    }
    return token.end;
  }

  private startBlock(token: Token): void {
    const { name } = token;
    // A heading may hold a wrapper, as long as it has no text.
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

  private containerKind({ name, start }: Token): BlockKind | undefined {
    const kind = containers.get(name);
    if (!kind || this.stack.isFull) return undefined;
    const around = this.stack.container?.block?.kind;
    if (kind === 'item') return around === 'list' ? kind : undefined;
    if (kind === 'row') return around === 'table' ? kind : undefined;
    // Navigation that is never closed would swallow the page.
    if (kind === 'markup' && this.tokenizer.nextClose(name, start) === this.text.length) return undefined;
    return kind;
  }

  private addContainer(kind: BlockKind, { name, start, end }: Token): OpenBlock {
    const block = this.add(kind, start, end);
    // The first block inside starts where the container does.
    this.pending = block.start;
    this.stack.push(kind === 'definition' ? kind : name, block);
    return block;
  }

  /** A term and what is said about it are one definition. */
  private startDefinition(token: Token): void {
    let definition = this.stack.container;
    if (token.name === 'dt' && definition?.block && this.described.has(definition.block)) {
      if (this.stack.close('definition', 0)) this.pending = undefined;
      definition = this.stack.container;
    }
    let block = definition?.name === 'definition' ? definition.block : undefined;
    if (definition?.name === 'dl' && !this.stack.isFull) block = this.addContainer('definition', token);
    if (token.name === 'dd' && block) this.described.add(block);
  }

  private endElement({ name, end }: Token): void {
    if (!containers.has(name) && !wrappers.has(name) && !/^h(?:[1-6]|ead)$/.test(name)) {
      if (this.run) this.run.end = end;
      return;
    }
    this.endRun(end);
    if (name === 'head') this.isHead = false;
    if (this.stack.close(name, end)) this.pending = undefined;
  }

  private addCode(token: Token, code: Code | undefined): number {
    this.leaveRun();
    const { language } = this;
    const block = this.add(code ? 'code' : 'markup', token.start, code?.end ?? token.end);
    if (!code) return token.end;
    const said = code.language ?? language;
    if (said) block.language = said;
    if (code.content) block.content = { ...code.content };
    return code.end;
  }

  private openRun(start: number, kind: BlockKind = 'paragraph'): Run {
    this.run ??= { kind: this.isHead ? 'metadata' : kind, start: this.pending ?? start, end: start, hasText: false };
    return this.run;
  }

  /** Ends the run where a block begins; anchors and the like without any text go with that. */
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
