/** The containers that are open while Markdown is read, innermost last, and the leaf in the innermost. */
import { type OpenBlock, openBlock } from '../open-block';
import type { Container, Leaf, Paragraph } from './containers';
import type { LineCursor } from './line-cursor';
import { definitionLengths } from './link-definitions';

export class BlockStack {
  readonly document: OpenBlock;
  leaf: Leaf | undefined;
  private readonly open: Container[];

  constructor(private readonly line: LineCursor) {
    this.document = openBlock('section', 0, line.text.length);
    this.open = [{ type: 'document', block: this.document }];
  }

  get depth(): number {
    return this.open.length;
  }

  at(depth: number): Container | undefined {
    return this.open[depth];
  }

  get innermost(): Container {
    return this.open.at(-1) ?? { type: 'document', block: this.document };
  }

  /** The blocks beside which the next one of the innermost container stands. */
  get siblings(): OpenBlock[] {
    return this.innermost.block.blocks;
  }

  /** The open paragraph, where the line stands in the same containers. */
  paragraph(isWithin: boolean): Paragraph | undefined {
    return isWithin && this.leaf?.type === 'paragraph' ? this.leaf : undefined;
  }

  push(container: Container): void {
    this.open.push(container);
  }

  /** A block of this line, in the container at a depth; what is open deeper is closed. */
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
    if (leaf?.type === 'paragraph') this.divideDefinitions(leaf);
  }

  /** Link reference definitions look like the start of a paragraph until that ends. */
  private divideDefinitions(paragraph: Paragraph): void {
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
