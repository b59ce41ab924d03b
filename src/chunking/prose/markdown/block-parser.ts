/**
 * Markdown's block structure, as CommonMark and GitHub define it, read line by line in one pass.
 *
 * A line first goes on with the containers that are open (quotes, lists, items), as far as its marks match them; then new
 * containers may open; what is left goes on with the open leaf (a paragraph, a fence, a table…) or starts another. A line
 * without marks may still go on with a paragraph inside containers it does not match ("lazily").
 *
 * All blocks are whole lines: the first block in a quote or an item starts where that starts, its mark included.
 * Containers nest at most `deepest` deep, so the work per line is bounded and the whole is linear.
 */

import { type OpenBlock, openBlock } from '../open-block';
import { plainMarkdown } from '../plain-text';
import type { Container, Leaf, Paragraph } from './containers';
import { definitionLengths } from './definitions';
import { LineCursor } from './line-cursor';
import { Spans } from './spans';
import {
  atxStart,
  closesFence,
  fenceLanguage,
  fenceStart,
  htmlStart,
  isThematicBreak,
  itemStart,
  rulerColumns,
  tableCells,
  underlineLevel,
} from './starts';

const deepest = 100;

export interface Dialect {
  /** MDX: imports, exports, tags and expressions as blocks; no indented code. */
  readonly mdx: boolean;
}

export class BlockParser {
  private readonly line: LineCursor;
  private readonly spans: Spans;
  private readonly document: OpenBlock;
  private readonly open: Container[];
  private leaf: Leaf | undefined;

  constructor(
    private readonly text: string,
    private readonly dialect: Dialect,
    from = 0,
  ) {
    this.line = new LineCursor(text, from);
    this.spans = new Spans(text);
    this.document = openBlock('section', from, text.length);
    this.open = [{ type: 'document', block: this.document }];
  }

  /** The blocks of the document; headings are not nested yet. */
  parse(): OpenBlock[] {
    while (this.line.advance()) this.readLine();
    this.closeTo(1);
    this.closeLeaf();
    return this.document.blocks;
  }

  private readLine(): void {
    const { line } = this;
    let depth = 1;
    while (depth < this.open.length && this.goesOn(this.open[depth])) depth++;
    const isWithin = depth === this.open.length;
    if (isWithin && this.leaf && this.takes(this.leaf)) return;
    depth = this.startContainers(depth, isWithin);
    if (this.startLeaf(depth, isWithin)) return;
    const { leaf } = this;
    if (line.blank) {
      this.closeTo(depth);
      // Blank lines inside indented code belong to it once more code follows.
      if (this.leaf?.type !== 'indented') this.closeLeaf();
    } else if (leaf?.type === 'paragraph') {
      this.extend(leaf);
    } else {
      this.closeTo(depth);
      if (this.leaf?.type === 'table') this.addRow(this.leaf.block);
      else this.startParagraph();
    }
  }

  /** Whether the line goes on with a container; goes past the marks that say so. */
  private goesOn(container: Container | undefined): boolean {
    const { line } = this;
    if (container?.type === 'quote') {
      if (line.indent > 3 || this.text[line.first] !== '>') return false;
      this.skipQuoteMark();
      container.block.end = line.next;
    } else if (container?.type === 'item') {
      // An item may start with one blank line, not with two.
      if (line.blank) return container.block.blocks.length > 0;
      if (line.indent < container.indent) return false;
      line.skipColumns(container.indent);
    }
    return true;
  }

  /** Whether a leaf takes the line whatever it says. */
  private takes(leaf: Leaf): boolean {
    const { line } = this;
    switch (leaf.type) {
      case 'fence': {
        const closes = (line.indent < 4 || this.dialect.mdx) && closesFence(line.rest, leaf.fence);
        this.growFence(leaf.block, closes);
        if (closes) this.leaf = undefined;
        return true;
      }
      case 'html':
        if (!leaf.until && line.blank) return false;
        leaf.block.end = line.next;
        if (leaf.until?.test(line.rest)) this.leaf = undefined;
        return true;
      case 'span':
        if (line.start >= leaf.until) return false;
        leaf.block.end = line.next;
        return true;
      case 'indented':
        if (line.blank || line.indent < 4) return false;
        leaf.block.end = line.next;
        return true;
      default:
        return false;
    }
  }

  /** Opens the containers whose marks stand on the line, inside those it goes on with; the new depth. */
  private startContainers(matched: number, isWithin: boolean): number {
    let depth = matched;
    while (depth < deepest && !this.line.blank && !this.isDeep() && this.startContainer(depth, isWithin)) {
      depth = this.open.length;
    }
    return depth;
  }

  /** Indented as code is: no mark counts. */
  private isDeep(): boolean {
    return this.line.indent > 3 && !this.dialect.mdx;
  }

  /** The open paragraph, where the line stands in the same containers. */
  private paragraph(isWithin: boolean): Paragraph | undefined {
    return isWithin && this.leaf?.type === 'paragraph' ? this.leaf : undefined;
  }

  private startContainer(depth: number, isWithin: boolean): boolean {
    const { line } = this;
    const { rest } = line;
    if (rest.startsWith('>')) {
      const block = this.add('quote', depth);
      this.skipQuoteMark();
      this.open.push({ type: 'quote', block });
      return true;
    }
    const footnote = rest.startsWith('[^') ? /^\[\^[^\]\s]{1,999}\]:/.exec(rest) : null;
    if (footnote) {
      const block = this.add('definition', depth);
      line.skipMark(footnote[0].length);
      this.open.push({ type: 'item', block, indent: 4 });
      return true;
    }
    const item = isThematicBreak(rest) ? undefined : itemStart(rest);
    if (!item || (this.paragraph(isWithin) && !item.interrupts)) return false;
    const { mark, ordered } = item;
    this.closeTo(depth);
    const around = this.open.at(-1);
    if (!(around?.type === 'list' && around.mark === mark && around.ordered === ordered)) {
      this.open.push({ type: 'list', block: this.add('list', depth), mark, ordered });
    }
    const block = openBlock('item', line.start, line.next);
    this.open.at(-1)?.block.blocks.push(block);
    const outside = line.indent;
    line.skipMark(item.length);
    // Five columns or more are one, and then indented code.
    const inside = line.blank || line.indent > 4 ? 1 : line.indent;
    line.skipColumns(inside);
    this.open.push({ type: 'item', block, indent: outside + item.length + inside });
    return true;
  }

  /** Starts a leaf that is no paragraph; true where it took the line. */
  private startLeaf(depth: number, isWithin: boolean): boolean {
    const { line, text } = this;
    if (line.blank) return false;
    if (this.isDeep()) {
      if (this.leaf?.type === 'paragraph') return false;
      this.leaf = { type: 'indented', block: this.add('code', depth) };
      return true;
    }
    const { rest } = line;
    const paragraph = this.paragraph(isWithin);
    const heading = rest.startsWith('#') ? atxStart(rest) : undefined;
    if (heading) {
      const block = this.add('heading', depth);
      block.level = heading.level;
      block.name = plainMarkdown(heading.title);
      return true;
    }
    const fence = fenceStart(rest);
    if (fence) {
      const block = this.add('code', depth);
      const language = fenceLanguage(fence.info);
      if (language) block.language = language;
      // Otherwise each line of code has marks or indentation before it.
      if (this.open.length === 1 && line.indent === 0) block.content = { start: line.next, end: line.next };
      this.leaf = { type: 'fence', block, fence };
      return true;
    }
    if (paragraph && (this.startTable(rest, paragraph) || this.underline(rest, paragraph))) return true;
    if (isThematicBreak(rest)) {
      this.add('markup', depth);
      return true;
    }
    if (isMark(rest, '$\\')) return this.startSpan('formula', depth, this.spans.formula(line.first));
    if (rest.startsWith(':::')) {
      this.add('markup', depth);
      return true;
    }
    if (this.dialect.mdx && !rest.startsWith('<!--')) {
      if (isMark(rest, '<{')) return this.startSpan('markup', depth, this.spans.jsx(line.first));
      if (isMark(rest, 'ie') && this.open.length === 1 && !this.leaf && line.first === line.start) {
        return this.startSpan('code', depth, this.spans.esm(line.first));
      }
      return false;
    }
    const html = rest.startsWith('<') ? htmlStart(rest) : undefined;
    if (!html || (this.leaf?.type === 'paragraph' && !html.interrupts)) return false;
    const block = this.add('markup', depth);
    this.leaf = html.until?.test(text.slice(line.first + 2, line.end))
      ? undefined
      : { type: 'html', block, until: html.until };
    return true;
  }

  private startSpan(kind: 'formula' | 'markup' | 'code', depth: number, until: number | undefined): boolean {
    if (until === undefined) return false;
    const block = this.add(kind, depth);
    if (kind === 'code') {
      block.language = 'typescriptreact';
      block.content = { start: this.line.start, end: this.line.next };
    }
    this.leaf = { type: 'span', block, until };
    return true;
  }

  /** The line under a table's header makes it one; lines of the paragraph before the header stay a paragraph. */
  private startTable(rest: string, paragraph: Paragraph): boolean {
    const { line, text } = this;
    const columns = rulerColumns(rest);
    const header = paragraph.lines.at(-1);
    if (columns === undefined || header === undefined) return false;
    if (tableCells(text.slice(header, line.start)).length !== columns) return false;
    const start = paragraph.lastLine;
    if (paragraph.lines.length === 1) this.open.at(-1)?.block.blocks.pop();
    else {
      paragraph.lines.pop();
      paragraph.block.end = start;
      this.closeLeaf();
    }
    const block = openBlock('table', start, line.next);
    block.headerEnd = line.next;
    block.blocks.push(openBlock('row', start, line.next));
    this.open.at(-1)?.block.blocks.push(block);
    this.leaf = { type: 'table', block };
    return true;
  }

  private addRow(table: OpenBlock): void {
    table.blocks.push(openBlock('row', this.line.start, this.line.next));
    table.end = this.line.next;
  }

  /** A line of `=` or `-` makes a heading of the paragraph above. */
  private underline(rest: string, paragraph: Paragraph): boolean {
    const level = isMark(rest, '=-') ? underlineLevel(rest) : undefined;
    if (!level) return false;
    this.closeLeaf();
    const around = this.open.at(-1)?.block.blocks;
    // Nothing but definitions: the underline starts a paragraph.
    if (around?.at(-1) !== paragraph.block) return false;
    around.pop();
    const block = openBlock('heading', paragraph.block.start, this.line.next);
    block.level = level;
    const from = paragraph.lines.find((start) => start >= block.start) ?? block.start;
    block.name = plainMarkdown(this.text.slice(from, paragraph.block.end));
    around.push(block);
    return true;
  }

  private startParagraph(): void {
    const block = this.add('paragraph', this.open.length);
    this.leaf = { type: 'paragraph', block, lines: [this.line.first], lastLine: this.line.start };
  }

  private extend(paragraph: Paragraph): void {
    paragraph.lines.push(this.line.first);
    paragraph.lastLine = this.line.start;
    paragraph.block.end = this.line.next;
  }

  private growFence(block: OpenBlock, closes: boolean): void {
    block.end = this.line.next;
    if (block.content && !closes) block.content.end = this.line.next;
  }

  /** A block of this line, in the container at a depth; what is open deeper is closed. */
  private add(kind: OpenBlock['kind'], depth: number): OpenBlock {
    this.closeTo(depth);
    this.closeLeaf();
    if (this.open.at(-1)?.type === 'list') this.closeTo(this.open.length - 1);
    const block = openBlock(kind, this.line.start, this.line.next);
    this.open.at(-1)?.block.blocks.push(block);
    return block;
  }

  private closeTo(depth: number): void {
    if (this.open.length > depth) this.closeLeaf();
    while (this.open.length > depth) {
      const block = this.open.pop()?.block;
      if (block) block.end = Math.max(block.end, block.blocks.at(-1)?.end ?? 0);
    }
  }

  private closeLeaf(): void {
    const { leaf } = this;
    this.leaf = undefined;
    if (leaf?.type === 'span' && leaf.block.content) leaf.block.content.end = leaf.block.end;
    const first = leaf?.type === 'paragraph' ? leaf.lines[0] : undefined;
    if (leaf?.type !== 'paragraph' || first === undefined || this.text[first] !== '[') return;
    const lengths = definitionLengths(this.text, leaf);
    const around = this.open.at(-1)?.block.blocks;
    if (lengths.length === 0 || around?.at(-1) !== leaf.block) return;
    around.pop();
    const { block } = leaf;
    let { start } = block;
    let index = 0;
    for (const length of lengths) {
      index += length;
      const end = index < leaf.lines.length ? lineStart(this.text, leaf.lines[index] ?? block.end) : block.end;
      around.push(openBlock('definition', start, end));
      start = end;
    }
    if (index === leaf.lines.length) return;
    block.start = start;
    around.push(block);
  }

  private skipQuoteMark(): void {
    this.line.skipMark(1);
    if (this.line.indent > 0) this.line.skipColumns(1);
  }
}

function isMark(rest: string, marks: string): boolean {
  return marks.includes(rest.charAt(0));
}

function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--;
  return start;
}
