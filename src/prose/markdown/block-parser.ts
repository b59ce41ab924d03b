/**
 * Markdown's block structure, as CommonMark and GitHub define it, read line by line in one pass.
 *
 * A line first continues the open containers (quotes, lists, items), as far as its marks match them; then new containers may
 * open; the rest of the line continues the open leaf (a paragraph, a fence, a table…) or starts another. A line without marks
 * may still continue a paragraph inside containers that it does not match (a "lazy" continuation).
 *
 * All blocks are whole lines: the first block in a quote or an item starts where the container starts, including its mark.
 * Containers nest at most `maxDepth` deep, so the work per line is bounded and the time is linear.
 */
import { type Block, closedBlocks, nestSections, type OpenBlock, openBlock, type ProseDocument } from '../block';
import { LineCursor, MarkdownBlockStack, type OpenContainer, type OpenLeaf } from './block-stack';
import { closesFence, isThematicBreak, itemStart } from './block-starts';
import { isIndentedAsCode, LeafStarter, type MarkdownDialect } from './leaf-starter';

export function readMarkdown(text: string): ProseDocument {
  return read(text, { mdx: false });
}

export function readMdx(text: string): ProseDocument {
  return read(text, { mdx: true });
}

function read(text: string, dialect: MarkdownDialect): ProseDocument {
  const metadata = frontMatter(text);
  const blocks = new MarkdownBlockParser(text, dialect, metadata?.end).parse();
  return { text, blocks: nestSections(closedBlocks(metadata ? [metadata, ...blocks] : blocks)) };
}

/** The blocks of Markdown in a part of a text, with offsets in the whole text. */
export function readMarkdownWithin(text: string, start: number, end: number): readonly Block[] {
  const inner = text.slice(start, end);
  return inner.trim() === '' ? [] : readMarkdown(inner).blocks.map((block) => shifted(block, start));
}

function shifted(block: Block, by: number): Block {
  const { content, headerEnd, blocks } = block;
  return {
    ...block,
    start: block.start + by,
    end: block.end + by,
    ...(content && { content: { start: content.start + by, end: content.end + by } }),
    ...(headerEnd !== undefined && { headerEnd: headerEnd + by }),
    ...(blocks && { blocks: blocks.map((inner) => shifted(inner, by)) }),
  };
}

/** YAML between `---`, or TOML between `+++`, at the very start of the file. Dashes before a blank line are only a rule. */
function frontMatter(text: string): OpenBlock | undefined {
  const opening = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n(?![ \t]*\r?\n)/.exec(text);
  if (!opening) return undefined;
  const closing = opening[1] === '---' ? /^(?:---|\.\.\.)[ \t]*\r?$/gm : /^\+\+\+[ \t]*\r?$/gm;
  closing.lastIndex = opening[0].length;
  if (!closing.test(text)) return undefined;
  const feed = text.indexOf('\n', closing.lastIndex);
  return openBlock('metadata', 0, feed < 0 ? text.length : feed + 1);
}

const maxDepth = 100;

class MarkdownBlockParser {
  private readonly line: LineCursor;
  private readonly stack: MarkdownBlockStack;
  private readonly leaves: LeafStarter;

  constructor(
    private readonly text: string,
    private readonly dialect: MarkdownDialect,
    from = 0,
  ) {
    this.line = new LineCursor(text, from);
    this.stack = new MarkdownBlockStack(this.line);
    this.leaves = new LeafStarter(this.line, this.stack, dialect);
  }

  /** The blocks of the document; headings are not nested yet. */
  parse(): OpenBlock[] {
    while (this.line.advance()) this.readLine();
    this.stack.closeTo(1);
    this.stack.closeLeaf();
    return this.stack.document.blocks;
  }

  private readLine(): void {
    const { line } = this;
    let depth = 1;
    while (depth < this.stack.depth && this.continuesContainer(this.stack.at(depth))) depth++;
    const isWithin = depth === this.stack.depth;
    if (isWithin && this.stack.leaf && this.takesLine(this.stack.leaf)) return;
    depth = this.startContainers(depth, isWithin);
    if (this.leaves.start(depth, isWithin)) return;
    const { leaf } = this.stack;
    if (line.blank) {
      this.stack.closeTo(depth);
      // Blank lines after indented code belong to it only if more code follows.
      if (this.stack.leaf?.type !== 'indented') this.stack.closeLeaf();
    } else if (leaf?.type === 'paragraph') {
      leaf.lines.push(line.first);
      leaf.lastLine = line.start;
      leaf.block.end = line.next;
    } else {
      this.stack.closeTo(depth);
      if (this.stack.leaf?.type === 'table') this.addRow(this.stack.leaf.block);
      else this.startParagraph();
    }
  }

  /** True if the line continues a container. Moves the cursor past the container's marks. */
  private continuesContainer(container: OpenContainer | undefined): boolean {
    const { line } = this;
    if (container?.type === 'quote') {
      if (line.indent > 3 || this.text[line.first] !== '>') return false;
      this.skipQuoteMark();
      container.block.end = line.next;
    } else if (container?.type === 'item') {
      // An item may start with one blank line, but not with two.
      if (line.blank) return container.block.blocks.length > 0;
      if (line.indent < container.indent) return false;
      line.skipColumns(container.indent);
    }
    return true;
  }

  /** True if the leaf takes the line whatever its content. */
  private takesLine(leaf: OpenLeaf): boolean {
    const { line } = this;
    switch (leaf.type) {
      case 'fence': {
        const closes = (line.indent < 4 || this.dialect.mdx) && closesFence(line.rest, leaf.fence);
        leaf.block.end = line.next;
        if (leaf.block.content && !closes) leaf.block.content.end = line.next;
        if (closes) this.stack.leaf = undefined;
        return true;
      }
      case 'html':
        if (!leaf.until && line.blank) return false;
        leaf.block.end = line.next;
        if (leaf.until?.test(line.rest)) this.stack.leaf = undefined;
        return true;
      case 'span':
        if (line.start >= leaf.until) {
          this.stack.closeLeaf();
          return false;
        }
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

  /** Opens the containers whose marks are on the line, inside those it continues. Returns the new depth. */
  private startContainers(matched: number, isWithin: boolean): number {
    let depth = matched;
    while (
      depth < maxDepth &&
      !this.line.blank &&
      !isIndentedAsCode(this.line, this.dialect) &&
      this.startContainer(depth, isWithin)
    ) {
      depth = this.stack.depth;
    }
    return depth;
  }

  private startContainer(depth: number, isWithin: boolean): boolean {
    const { line } = this;
    const { rest } = line;
    if (rest.startsWith('>')) {
      const block = this.stack.add('quote', depth);
      this.skipQuoteMark();
      this.stack.push({ type: 'quote', block });
      return true;
    }
    const footnote = rest.startsWith('[^') ? /^\[\^[^\]\s]{1,999}\]:/.exec(rest) : null;
    if (footnote) {
      const block = this.stack.add('definition', depth);
      line.skipMark(footnote[0].length);
      this.stack.push({ type: 'item', block, indent: 4 });
      return true;
    }
    const item = isThematicBreak(rest) ? undefined : itemStart(rest);
    if (!item || (this.stack.paragraph(isWithin) && !item.interrupts)) return false;
    const { mark, ordered } = item;
    this.stack.closeTo(depth);
    const around = this.stack.innermost;
    if (!(around.type === 'list' && around.mark === mark && around.ordered === ordered))
      this.stack.push({ type: 'list', block: this.stack.add('list', depth), mark, ordered });
    const block = openBlock('item', line.start, line.next);
    this.stack.siblings.push(block);
    const outside = line.indent;
    line.skipMark(item.length);
    // Five columns or more count as one column followed by indented code.
    const inside = line.blank || line.indent > 4 ? 1 : line.indent;
    line.skipColumns(inside);
    this.stack.push({ type: 'item', block, indent: outside + item.length + inside });
    return true;
  }

  private addRow(table: OpenBlock): void {
    table.blocks.push(openBlock('row', this.line.start, this.line.next));
    table.end = this.line.next;
  }

  private startParagraph(): void {
    const block = this.stack.add('paragraph', this.stack.depth);
    this.stack.leaf = { type: 'paragraph', block, lines: [this.line.first], lastLine: this.line.start };
  }

  private skipQuoteMark(): void {
    this.line.skipMark(1);
    if (this.line.indent > 0) this.line.skipColumns(1);
  }
}
