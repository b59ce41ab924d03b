/** The least size of a chunk: smaller ones are joined where there is room, and nothing else changes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '../../../../src/code/chunk';
import { impossible } from '../../../../src/code/cut/strategies';
import { chunkText } from '../../../../src/engine/workers/chunker';
import { completeChunkOptions } from '../../../../src/options/chunk-options';
import { productFile } from '../../../../src/shared/product';

const samples = readdirSync(productFile('grammars', 'samples')).flatMap((id) =>
  readdirSync(productFile('grammars', 'samples', id)).map((name) => join('grammars', 'samples', id, name)),
);

async function cut(path: string, text: string, minTokens: number, maxTokens: number): Promise<readonly Chunk[]> {
  const { chunks } = await chunkText({ path, text }, { minTokens, maxTokens, parentTokens: 3 * maxTokens });
  return chunks.filter((chunk) => chunk.role !== 'parent');
}

describe('the least size of a chunk', () => {
  it('is kept wherever a neighbour has room', async () => {
    for (const path of samples) {
      const text = readFileSync(productFile(path), 'utf8');
      const chunks = await cut(path, text, 80, 120);
      assert.equal(chunks.map((chunk) => chunk.text.slice(chunk.overlap.before)).join(''), text);
      for (const [i, chunk] of chunks.entries()) {
        assert.ok(chunk.tokens.text <= 120, `${path}: ${chunk.tokens.text}`);
        const own = (each: Chunk | undefined): string => each?.text.slice(each.overlap.before) ?? '';
        const before = chunks[i - 1];
        if (chunk.tokens.text >= 80 || !before || before.overlap.before > 0 || chunk.overlap.before > 0) continue;
        // Two counts may differ by a token from the count of both together.
        assert.ok(
          before.tokens.text + chunk.tokens.text >= 119,
          `${path}:${chunk.startLine}\n${own(before)}=====\n${own(chunk)}`,
        );
      }
    }
  });

  it('is 0 by default: then chunks are as without it', async () => {
    const path = 'grammars/samples/typescript/inventory.ts';
    const text = readFileSync(productFile(path), 'utf8');
    const { chunks } = await chunkText({ path, text }, { maxTokens: 120 });
    assert.deepEqual(
      chunks.filter((chunk) => chunk.role !== 'parent').map((chunk) => chunk.id),
      (await cut(path, text, 0, 120)).map((chunk) => chunk.id),
    );
    assert.ok((await cut(path, text, 100, 120)).length < (await cut(path, text, 0, 120)).length);
  });

  it('leaves a smaller file as it is', async () => {
    assert.equal((await cut('a.ts', 'export const a = 1;\n', 100, 400)).length, 1);
  });

  it('cannot be larger than the limit', () => {
    assert.match(impossible(completeChunkOptions({ minTokens: 500 })) ?? '', /at least 500 tokens and at most 400/);
    assert.equal(impossible(completeChunkOptions({ minTokens: 400 })), undefined);
  });
});
