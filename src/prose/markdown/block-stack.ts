/** The open containers while Markdown is read, innermost last, and the leaf in the innermost one. */
import { type OpenBlock, openBlock } from '../block';
import type { FenceStart } from './block-starts';

const title = `(?:"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|\\((?:[^()\\\\]|\\\\.)*\\))`;
const target = `(?:<[^<>\\n]*>|[^ \\t<][^ \\t]*)`;
const label = /^\[(?!\^)((?:[^[\]\\]|\\.){1,999})\]:[ \t]*(.*)$/s;
const targetAndTitle = new RegExp(`^${target}(?:[ \\t]+${title})?[ \\t]*$`, 's');
const targetAlone = new RegExp(`^${target}[ \\t]*$`, 's');
const titleAlone = new RegExp(`^${title}[ \\t]*$`, 's');

/**
 * The number of lines of each definition at the start of a paragraph.
 *
 * Link reference definitions, which look like the first lines of a paragraph.
 */
function definitionLengths(text: string, { lines, block }: OpenParagraph): number[] {
  const lengths: number[] = [];
  const line = (index: number) => {
    const start = lines[index];
    const next = lines[index + 1] ?? block.end;
    return start === undefined ? '' : (/^[^\r\n]*/.exec(text.slice(start, next))?.[0] ?? '').trimEnd();
  };
  for (let index = 0; index < lines.length; ) {
    const match = label.exec(line(index));
    if (!match || match[1]?.trim() === '') break;
    let length = 1;
    let rest = match[2] ?? '';
    if (rest === '') {
      rest = line(index + 1);
      length = 2;
    }
    if (!targetAndTitle.test(rest)) break;
    if (targetAlone.test(rest) && titleAlone.test(line(index + length))) length++;
    lengths.push(length);
    index += length;
  }
  return lengths;
}

export class MarkdownBlockStack {
  readonly document: OpenBlock;
  leaf: OpenLeaf | undefined;
  private readonly open: OpenContainer[];

  constructor(private readonly line: LineCursor) {
    this.document = openBlock('section', 0, line.text.length);
    this.open = [{ type: 'document', block: this.document }];
  }

  get depth(): number {
    return this.open.length;
  }

  at(depth: number): OpenContainer | undefined {
    return this.open[depth];
  }

  get isQuoted(): boolean {
    return this.open.some(({ type }) => type === 'quote');
  }

  get innermost(): OpenContainer {
    return this.open.at(-1) ?? { type: 'document', block: this.document };
  }

  /** The list that the next block of the innermost container is added to. */
  get siblings(): OpenBlock[] {
    return this.innermost.block.blocks;
  }

  /** The open paragraph, if the line is in the same containers. */
  paragraph(isWithin: boolean): OpenParagraph | undefined {
    return isWithin && this.leaf?.type === 'paragraph' ? this.leaf : undefined;
  }

  push(container: OpenContainer): void {
    this.open.push(container);
  }

  /** Adds a block for this line to the container at a depth; everything deeper is closed. */
  add(kind: OpenBlock['kind'], depth: number): OpenBlock {
    this.closeTo(depth);
    this.closeLeaf();
    if (this.innermost.type === 'list') this.closeTo(this.open.length - 1);
    const block = openBlock(kind, this.line.start, this.line.next);
    this.siblings.push(block);
    return block;
  }

  closeTo(depth: number): void {
    if (this.open.length > depth) this.closeLeaf();
    while (this.open.length > depth) {
      const block = this.open.pop()?.block;
      if (block) block.end = Math.max(block.end, block.blocks.at(-1)?.end ?? 0);
    }
  }

  closeLeaf(): void {
    const { leaf } = this;
    this.leaf = undefined;
    if (leaf?.type === 'span' && leaf.block.content) leaf.block.content.end = leaf.block.end;
    if (leaf?.type === 'paragraph') this.splitDefinitions(leaf);
  }

  /** Splits off link reference definitions, which look like the start of a paragraph until it ends. */
  private splitDefinitions(paragraph: OpenParagraph): void {
    const { text } = this.line;
    const { block, lines } = paragraph;
    const { siblings } = this;
    if (text[lines[0] ?? -1] !== '[' || siblings.at(-1) !== block) return;
    const lengths = definitionLengths(text, paragraph);
    if (lengths.length === 0) return;
    siblings.pop();
    let { start } = block;
    let index = 0;
    for (const length of lengths) {
      index += length;
      const next = lines[index];
      const end = next === undefined ? block.end : lineStart(text, next);
      siblings.push(openBlock('definition', start, end));
      start = end;
    }
    if (index >= lines.length) return;
    block.start = start;
    siblings.push(block);
  }
}

function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--;
  return start;
}

/**
 * A block that contains other blocks, and what a line must start with to continue it.
 *
 * The types of blocks that are open while Markdown is read: containers, and the leaf in the innermost one.
 */
export type OpenContainer =
  | { readonly type: 'document'; readonly block: OpenBlock }
  | { readonly type: 'quote'; readonly block: OpenBlock }
  | { readonly type: 'list'; readonly block: OpenBlock; readonly mark: string; readonly ordered: boolean }
  /** An item, or a footnote; `indent` in columns. */
  | { readonly type: 'item'; readonly block: OpenBlock; readonly indent: number };

export interface OpenParagraph {
  readonly type: 'paragraph';
  readonly block: OpenBlock;
  /** Where the text of each line starts, after the marks of quotes and items. */
  readonly lines: number[];
  /** Where the last line starts, including marks. */
  lastLine: number;
}

/** A block that contains lines, not blocks. */
export type OpenLeaf =
  | OpenParagraph
  | { readonly type: 'fence'; readonly block: OpenBlock; readonly fence: FenceStart }
  | { readonly type: 'html'; readonly block: OpenBlock; readonly until: RegExp | undefined }
  | { readonly type: 'indented'; readonly block: OpenBlock }
  | { readonly type: 'table'; readonly block: OpenBlock }
  /** Ends at an offset that is known from the start. */
  | { readonly type: 'span'; readonly block: OpenBlock; readonly until: number };

/**
 * Walks a text line by line and, inside a line, past the marks of quotes and list items. Markdown measures indentation in
 * columns, with a tab stop every four, and a mark may end in the middle of a tab: so the column is tracked beside the offset.
 */

const tab = 9;
const space = 32;

export class LineCursor {
  /** Offsets: where the line starts, where its text ends, and where the next line starts. */
  start = 0;
  end = 0;
  next = 0;
  /** Where the text of the line starts, after the marks that were read, and the indentation before it, in columns. */
  first = 0;
  indent = 0;

  private position = 0;
  private column = 0;
  /** The next line feed and carriage return, so that a text without one of them is searched for it only once. */
  private feed = -1;
  private carriageReturn = -1;

  constructor(
    readonly text: string,
    from = 0,
  ) {
    this.next = from;
  }

  /** Moves to the next line; false at the end of the text. */
  advance(): boolean {
    const { text } = this;
    if (this.next >= text.length) return false;
    this.start = this.next;
    if (this.feed < this.start) this.feed = indexOrEnd(text, '\n', this.start);
    if (this.carriageReturn < this.start) this.carriageReturn = indexOrEnd(text, '\r', this.start);
    this.end = Math.min(this.feed, this.carriageReturn);
    const isPair = this.carriageReturn + 1 === this.feed && this.end < this.feed;
    this.next = Math.min(text.length, this.end + (isPair ? 2 : 1));
    this.position = this.start;
    this.column = 0;
    this.measure();
    return true;
  }

  get blank(): boolean {
    return this.first === this.end;
  }

  /** The rest of the line. */
  get rest(): string {
    return this.text.slice(this.first, this.end);
  }

  /** Moves past columns of white space. */
  skipColumns(count: number): void {
    let left = count;
    while (left > 0 && this.position < this.first) {
      const width = this.text.charCodeAt(this.position) === tab ? 4 - (this.column % 4) : 1;
      if (width <= left) this.position++;
      this.column += Math.min(width, left);
      left -= width;
    }
    this.measure();
  }

  /** Moves past a mark that starts at `first`. */
  skipMark(length: number): void {
    this.column += this.indent + length;
    this.position = this.first + length;
    this.measure();
  }

  private measure(): void {
    const { text, end } = this;
    let column = this.column;
    let at = this.position;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === space) column++;
      else if (code === tab) column += 4 - (column % 4);
      else break;
    }
    this.first = at;
    this.indent = column - this.column;
  }
}

function indexOrEnd(text: string, char: string, from: number): number {
  const index = text.indexOf(char, from);
  return index < 0 ? text.length : index;
}
