/** The open containers while Markdown is read, innermost last, and the leaf in the innermost one. */
import { type OpenBlock, openBlock } from '../open-block';
import type { LineCursor } from './line-cursor';
import { definitionLengths } from './link-definitions';
import type { OpenContainer, OpenLeaf, OpenParagraph } from './open-containers';

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
