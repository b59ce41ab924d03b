/** HTML tables: those with data, and those that only lay out a page. */

import { plainHtml } from '../heading-text';
import type { OpenBlock } from '../open-block';

/** The table with its rows; for a layout table, the blocks inside it. */
export function dataTableOrContents(text: string, table: OpenBlock): OpenBlock[] {
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
  for (const block of blocks) if (block.kind === 'row') Object.assign(block, { kind: 'paragraph' });
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
