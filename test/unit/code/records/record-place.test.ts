/** What a record says about how it was made and where it is among the chunks of its file. */
import assert from 'node:assert/strict';
import type { Chunk } from '../../../../src/code/chunk';
import { chunkText } from '../../../../src/engine/workers/chunker';
import type { ChunkOptions } from '../../../../src/options/chunk-options';

const small = { maxTokens: 60, parentTokens: 150 };
const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

async function cut(path: string, text: string, options: Partial<ChunkOptions> = small): Promise<readonly Chunk[]> {
  return (await chunkText({ path, text }, options)).chunks;
}

const functions = Array.from(
  { length: 12 },
  (_, i) => `def f${i}(first, second):\n    """Adds two numbers and a third."""\n    return first + second + ${i}\n`,
).join('\n\n');
const sections = Array.from({ length: 12 }, (_, i) => `## Part ${i}\n\nOne sentence about ${i}. ${words(20)}.\n`).join(
  '\n',
);

describe('the place of a chunk in its file', () => {
  it('is counted from 1 among the searched chunks, and among the parents', async () => {
    for (const chunks of [await cut('a.py', functions), await cut('a.md', sections)]) {
      for (const isParent of [false, true]) {
        const same = chunks.filter(({ role }) => (role === 'parent') === isParent);
        assert.ok(same.length > 1);
        assert.deepEqual(
          same.map(({ sequence, total }) => [sequence, total]),
          same.map((_, i) => [i + 1, same.length]),
        );
      }
    }
  });

  it('is 1 of 1 for a file of one chunk', async () => {
    const [only] = await cut('a.py', 'x = 1\n');
    assert.deepEqual([only?.sequence, only?.total, only?.strategy], [1, 1, 'ast']);
  });
});

describe('the strategy of a chunk', () => {
  const strategies = (chunks: readonly Chunk[]): string[] => [...new Set(chunks.map(({ strategy }) => strategy))];

  it('is "ast" for code, "boundary" for prose and "lines" for what cannot be parsed', async () => {
    assert.deepEqual(strategies(await cut('a.py', functions)), ['ast']);
    assert.deepEqual(strategies(await cut('a.md', sections)), ['boundary']);
    assert.deepEqual(strategies(await cut('a.unknown', 'a = {1};\nb = {2};\n'.repeat(40))), ['lines']);
    assert.deepEqual(strategies(await cut('a.py', functions, { ...small, strategy: ['lines'] })), ['lines']);
  });

  it('is the chosen one, and in a chain the one that made the cut', async () => {
    assert.deepEqual(strategies(await cut('a.md', sections, { ...small, textStrategy: ['sliding-window'] })), [
      'sliding-window',
    ]);
    const chained = await cut('a.txt', `${words(8)}. ${words(200)}.`, {
      ...small,
      strategy: ['semantic', 'fixed'],
      maxSentences: 1,
    });
    assert.deepEqual(
      chained.filter(({ role }) => role !== 'parent').map(({ strategy }) => strategy === 'fixed'),
      chained.filter(({ role }) => role !== 'parent').map(({ sequence }) => sequence > 1),
    );
  });
});
