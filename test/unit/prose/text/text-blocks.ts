/** Checks for the blocks of any reader, and a way to show blocks in a test. */
import assert from 'node:assert/strict';
import type { Block, ProseDocument } from '../../../../src/prose/block';

/** Blocks are in order and do not overlap, children are inside their parent, names have no marks. */
export function assertBlocks({ text, blocks }: ProseDocument): void {
  assertInside(blocks, 0, text.length, text);
}

function assertInside(blocks: readonly Block[], from: number, to: number, text: string): void {
  let at = from;
  for (const block of blocks) {
    const { kind, start, end, content, headerEnd, name } = block;
    const what = `${kind} ${start}-${end} in ${at}-${to}: ${JSON.stringify(text.slice(start, Math.min(end, start + 80)))}`;
    assert.ok(start >= at && end > start && end <= to, what);
    assert.ok(text.slice(start, end).trim() !== '', `blank ${what}`);
    if (content) assert.ok(content.start >= start && content.end >= content.start && content.end <= end, what);
    if (headerEnd !== undefined) assert.ok(headerEnd > start && headerEnd <= end, what);
    if (name !== undefined) assert.ok(name !== '' && name.trim() === name && !name.includes('\n'), `${name}: ${what}`);
    if (block.blocks) assertInside(block.blocks, start, end, text);
    at = end;
  }
}

/** One line per block: kind, name or language in brackets, and how its text begins. */
export function outline({ text, blocks }: ProseDocument): string[] {
  const lines: string[] = [];
  const add = (block: Block, depth: number): void => {
    const label = block.name ?? block.language;
    const own = block.content ?? block;
    const begin = text.slice(own.start, own.end).trim().split('\n')[0]?.slice(0, 40).trim() ?? '';
    const shown = block.blocks ? '' : ` ${begin}`;
    lines.push(`${'  '.repeat(depth)}${block.kind}${label === undefined ? '' : `[${label}]`}${shown}`);
    for (const child of block.blocks ?? []) add(child, depth + 1);
  };
  for (const block of blocks) add(block, 0);
  return lines;
}

/** Joins lines into a text. */
export const lines = (...all: string[]): string => `${all.join('\n')}\n`;

export function assertOutline(actual: ProseDocument, ...expected: string[]): void {
  assertBlocks(actual);
  assert.deepEqual(outline(actual), expected);
}

const find = ({ blocks }: { readonly blocks?: readonly Block[] }, kind: string): Block | undefined => {
  for (const block of blocks ?? []) {
    const found = block.kind === kind ? block : find(block, kind);
    if (found) return found;
  }
  return undefined;
};

/** The header of the first table. */
export function header({ text, blocks }: ProseDocument): string | undefined {
  const table = find({ blocks }, 'table');
  return table?.headerEnd === undefined ? undefined : text.slice(table.start, table.headerEnd);
}
