/** Helpers for tests that examine the blocks of a reader. */
import assert from 'node:assert/strict';
import type { Block, BlockKind, ProseReader } from '../../../src/prose/block';

/** All blocks, outer ones first. */
export function everyBlock(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [block, ...everyBlock(block.blocks ?? [])]);
}

export async function blocksOf(reader: ProseReader, text: string): Promise<readonly Block[]> {
  const segmented = await reader(text);
  assert.equal(segmented.text, text);
  assertInOrder(segmented.blocks, 0, text.length);
  return segmented.blocks;
}

/** The texts of the blocks of a kind, without the white space around them. */
export async function textsOf(reader: ProseReader, text: string, kind: BlockKind): Promise<string[]> {
  const found = everyBlock(await blocksOf(reader, text)).filter((block) => block.kind === kind);
  return found.map((block) => text.slice(block.start, block.end).trim());
}

/** The blocks as an indented outline: kinds, with names and languages. */
export async function outlineOf(reader: ProseReader, text: string): Promise<string[]> {
  const lines = (blocks: readonly Block[], indent: string): string[] =>
    blocks.flatMap(({ kind, name, language, blocks: inner }) => [
      [`${indent}${kind}`, name ?? language].filter((word) => word !== undefined).join(' '),
      ...lines(inner ?? [], `${indent}  `),
    ]);
  return lines(await blocksOf(reader, text), '');
}

/** The code of each code block that has a content range. */
export async function contentsOf(reader: ProseReader, text: string): Promise<(string | undefined)[]> {
  const codes = everyBlock(await blocksOf(reader, text)).filter((block) => block.kind === 'code');
  return codes.map(({ content }) => content && text.slice(content.start, content.end));
}

/** Siblings are in order, do not overlap, and are inside their parent. */
export function assertInOrder(blocks: readonly Block[], start: number, end: number): void {
  let at = start;
  for (const block of blocks) {
    assert.ok(block.start >= at && block.end > block.start && block.end <= end, JSON.stringify({ block, at, end }));
    const { content, headerEnd } = block;
    if (content) assert.ok(block.start <= content.start && content.start <= content.end && content.end <= block.end);
    if (headerEnd !== undefined) assert.ok(block.start < headerEnd && headerEnd <= block.end);
    assertInOrder(block.blocks ?? [], block.start, block.end);
    at = block.end;
  }
}
