/**
 * The elements that are open while a page is read: containers, which have blocks, and wrappers, which have none. Omitted end
 * tags are implied as HTML defines; an end tag of an outer element closes everything open inside it.
 */

import { type OpenBlock, openBlock } from '../block';
import { plainHtml } from '../heading-text';
import { afterBlanks } from './html-tokens';

type Element = { readonly name: string; readonly block: OpenBlock | undefined };

/** Deeper containers are treated as wrappers, so that recursion over the blocks cannot overflow the stack. */
const maxDepth = 60;
/** How many open elements are searched for one that ends implicitly. */
const maxLookBack = 50;

/** Elements whose end tag may be omitted: `ends` are closed when one starts, but not beyond an element of `within`. */
const implied: Readonly<Record<string, { readonly ends: readonly string[]; readonly within: readonly string[] }>> = {
  li: { ends: ['li'], within: ['ul', 'ol', 'menu', 'dir'] },
  tr: { ends: ['tr'], within: ['table'] },
  tbody: { ends: ['tr', 'thead', 'tbody'], within: ['table'] },
  tfoot: { ends: ['tr', 'thead', 'tbody'], within: ['table'] },
};

export class HtmlElementStack {
  readonly root: OpenBlock;
  private readonly open: Element[] = [];
  private readonly containers: Element[] = [];
  /** Number of open elements per name, so that a stray end tag costs nothing. */
  private readonly counts = new Map<string, number>();

  constructor(private readonly text: string) {
    this.root = openBlock('section', 0, text.length);
  }

  get isFull(): boolean {
    return this.containers.length >= maxDepth;
  }

  /** The innermost container. */
  get container(): Element | undefined {
    return this.containers.at(-1);
  }

  /** The list that the next block is added to. */
  get siblings(): OpenBlock[] {
    return (this.container?.block ?? this.root).blocks;
  }

  push(name: string, block: OpenBlock | undefined): void {
    const element = { name, block };
    this.open.push(element);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    if (block) this.containers.push(element);
  }

  /** Closes the elements that end implicitly when this one starts. Returns true if a container was closed. */
  closeBefore(name: string): boolean {
    const rule = Object.hasOwn(implied, name) ? implied[name] : undefined;
    const at = rule && this.nearest(rule.ends, rule.within);
    return at !== undefined && this.closeFrom(at, 0);
  }

  /** Closes the innermost element of a name; `end` is the end of its end tag. Returns true if a container was closed. */
  close(name: string, end: number): boolean {
    return this.counts.get(name)
      ? this.closeFrom(
          this.open.findLastIndex((element) => element.name === name),
          end,
        )
      : false;
  }

  closeAll(): void {
    this.closeFrom(0, 0);
  }

  private nearest(names: readonly string[], within: readonly string[]): number | undefined {
    for (let at = this.open.length - 1; at >= Math.max(0, this.open.length - maxLookBack); at--) {
      const name = this.open[at]?.name ?? '';
      if (names.includes(name)) return at;
      if (within.includes(name)) return undefined;
    }
    return undefined;
  }

  private closeFrom(at: number, end: number): boolean {
    let closed = false;
    while (this.open.length > at) {
      const element = this.open.pop();
      if (!element) break;
      this.counts.set(element.name, (this.counts.get(element.name) ?? 1) - 1);
      if (!element.block) continue;
      this.containers.pop();
      this.finish(element.block, this.open.length === at ? end : 0);
      closed = true;
    }
    return closed;
  }

  private finish(block: OpenBlock, end: number): void {
    block.end = Math.max(block.end, block.blocks.at(-1)?.end ?? 0, end && afterBlanks(this.text, end));
    if (block.kind !== 'table') return;
    const { siblings } = this;
    siblings.pop();
    for (const inner of dataTableOrContents(this.text, block)) siblings.push(inner);
  }
}

/**
 * The table with its rows; for a layout table, the blocks inside it.
 *
 * HTML tables: those with data, and those that only lay out a page.
 */
function dataTableOrContents(text: string, table: OpenBlock): OpenBlock[] {
  const rows = table.blocks.filter((block) => block.kind === 'row');
  if (rows.length === 0 ? table.blocks.length > 0 : rows.some((row) => isLayout(text, row))) return spliced(table);
  const first = rows[0];
  if (!first) return [table];
  const head = text.slice(table.start, first.end);
  const caption = /<caption[^>]*>(.*?)<\/caption/is.exec(head.slice(0, 3000))?.[1];
  if (caption) table.name = plainHtml(caption);
  const headerEnd = headerOf(text, table, rows);
  if (headerEnd !== undefined) table.headerEnd = headerEnd;
  for (const row of rows) row.blocks = [];
  // A caption, or text between rows, belongs to the row that follows.
  let start = table.start;
  for (const row of rows) {
    row.start = Math.min(row.start, start);
    start = row.end;
  }
  const last = rows.at(-1);
  if (last) last.end = table.end;
  table.blocks = rows;
  return [table];
}

function isLayout(text: string, row: OpenBlock): boolean {
  if (row.blocks.some(({ kind }) => kind === 'heading' || kind === 'code' || kind === 'table')) return true;
  // A data cell has a word or a few sentences.
  return (
    row.blocks.length > 6 &&
    row.blocks.length > 3 * (text.slice(row.start, row.end).match(/<t[dh][\s>]/gi)?.length ?? 0)
  );
}

/** The blocks keep the opening and closing tags around them. */
function spliced(table: OpenBlock): OpenBlock[] {
  const blocks = table.blocks.flatMap((block) => {
    if (block.kind !== 'row' || block.blocks.length === 0) return [block];
    const last = block.blocks.at(-1);
    if (last) last.end = Math.max(last.end, block.end);
    return block.blocks;
  });
  for (const block of blocks) if (block.kind === 'row') block.kind = 'paragraph';
  return blocks;
}

/** The end of `<thead>`, or of a first row that has only `<th>` cells. */
function headerOf(text: string, table: OpenBlock, rows: readonly OpenBlock[]): number | undefined {
  const first = rows[0];
  if (!first) return undefined;
  if (/<thead[\s>]/i.test(text.slice(table.start, first.end))) {
    const close = /<\/thead|<tbody[\s>]/i.exec(text.slice(first.start, table.end))?.index;
    const header = close === undefined ? first : rows.findLast((row) => row.start < first.start + close);
    return (header ?? first).end;
  }
  const row = text.slice(first.start, first.end);
  return /<th[\s>]/i.test(row) && !/<td[\s>]/i.test(row) ? first.end : undefined;
}
