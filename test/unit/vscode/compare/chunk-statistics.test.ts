/** Comparing two ways to chunk one file. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Chunk } from '../../../../src/code/chunk';
import { chunkText } from '../../../../src/engine/workers/chunker';
import { defaultChunkOptions } from '../../../../src/options/chunk-options';
import {
  chunkSizes,
  chunkStatistics,
  diffBoundaries,
  histogramOf,
} from '../../../../src/vscode/compare/chunk-statistics';
import { allowedOptions, changedOptions, variationOf } from '../../../../src/vscode/compare/option-sets';

const path = 'src/engine/workers/chunker.ts';
const text = readFileSync(path, 'utf8');
const chunksOf = async (maxTokens: number): Promise<readonly Chunk[]> =>
  (await chunkText({ path, text }, { maxTokens, parentTokens: 1200 })).chunks;

describe('comparing two ways to chunk a file', () => {
  let large: readonly Chunk[];
  let small: readonly Chunk[];
  before(async () => {
    large = await chunksOf(400);
    small = await chunksOf(100);
  });

  it('counts searched chunks and parents separately, and measures only the searched chunks', () => {
    const found = chunkStatistics(small, 100);
    const leaves = small.filter(({ role }) => role !== 'parent');
    assert.equal(found.chunks, leaves.length);
    assert.ok(found.parents > 0);
    assert.equal(found.chunks + found.parents, small.length);
    assert.equal(
      found.tokens,
      leaves.reduce((sum, { tokens }) => sum + tokens.text, 0),
    );
    assert.ok(found.embedded > found.tokens);
    assert.ok((found.largest ?? 0) <= 100);
    assert.equal(found.overLimit, 0);
    assert.ok(chunkStatistics(large, 100).overLimit > 0);
  });

  it('gives a median that is the size of a chunk', () => {
    const { smallest = 0, median = 0, largest = 0 } = chunkStatistics(small, 100);
    assert.ok(smallest <= median && median <= largest);
    assert.ok(chunkSizes(small).includes(median));
  });

  it('gives no sizes for an empty file', () => {
    const { chunks, smallest, median, largest } = chunkStatistics([], 100);
    assert.deepEqual(
      { chunks, smallest, median, largest },
      { chunks: 0, smallest: undefined, median: undefined, largest: undefined },
    );
    assert.deepEqual(histogramOf([], []).counts, { a: [], b: [] });
    assert.deepEqual(diffBoundaries([], []), []);
  });

  it('lists each line where a chunk starts once, in order, with its side', () => {
    const diff = diffBoundaries(large, small);
    const linesOf = (chunks: readonly Chunk[]): number[] =>
      chunks.filter(({ role }) => role !== 'parent').map(({ startLine }) => startLine);
    assert.deepEqual(
      diff.flatMap(({ line, a }) => (a ? [line] : [])),
      linesOf(large),
    );
    assert.deepEqual(
      diff.flatMap(({ line, b }) => (b ? [line] : [])),
      linesOf(small),
    );
    assert.ok(diff.some((each) => each.in === 'b'));
    for (const { in: where, a, b } of diff) assert.equal(where, a && b ? 'both' : a ? 'a' : 'b');
    assert.equal(diff[0]?.in, 'both');
  });

  it('finds no differences between equal sets', () => {
    assert.ok(diffBoundaries(small, small).every((each) => each.in === 'both'));
  });

  it('pairs chunks that start in the same giant line', async () => {
    const line = { path: 'long.txt', text: 'word '.repeat(4000) };
    const [a, b] = await Promise.all([300, 150].map((maxTokens) => chunkText(line, { maxTokens, parentTokens: 300 })));
    const diff = diffBoundaries(a?.chunks ?? [], b?.chunks ?? []);
    assert.ok(diff.every((each) => each.line === 1));
    assert.ok(diff.some((each) => each.in === 'both') && diff.some((each) => each.in === 'b'));
  });

  it('counts every chunk in one of at most ten ranges of a round width, the same for both', () => {
    const anySizes = fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(anySizes, anySizes, (a, b) => {
        const { width, counts, maxCount } = histogramOf(a, b);
        assert.match(String(width), /^[125]0*$/);
        assert.equal(counts.a.length, counts.b.length);
        assert.ok(counts.a.length <= 10);
        assert.equal(maxCount, Math.max(0, ...counts.a, ...counts.b));
        for (const [sizes, counted] of [
          [a, counts.a],
          [b, counts.b],
        ] as const)
          counted.forEach((count, i) => {
            assert.equal(count, sizes.filter((size) => size >= i * width && size < (i + 1) * width).length);
          });
      }),
    );
  });
});

describe('the compared sets of options', () => {
  it('start with chunks of half the size, or twice the size if they cannot be smaller', () => {
    assert.equal(variationOf(defaultChunkOptions).maxTokens, 200);
    const smallest = { ...defaultChunkOptions, maxTokens: 16, parentTokens: 16 };
    assert.deepEqual(variationOf(smallest), { ...smallest, maxTokens: 32, parentTokens: 32 });
  });

  it('have only values that the settings allow', () => {
    const { maxTokens, parentTokens, context, counter } = defaultChunkOptions;
    assert.deepEqual(allowedOptions(defaultChunkOptions), { maxTokens, parentTokens, context, counter });
    const wrong = [{ maxTokens: 15 }, { maxTokens: 20.5 }, { parentTokens: 399 }, { context: 'some' }, { counter: 1 }];
    for (const each of wrong) assert.equal(allowedOptions({ ...defaultChunkOptions, ...each }), undefined);
    assert.equal(allowedOptions(undefined), undefined);
  });

  it('are written in an order in which a parent is never smaller than a chunk', () => {
    const size = fc.integer({ min: 16, max: 3000 });
    const options = fc
      .tuple(size, size)
      .map(([x, y]) => ({ ...defaultChunkOptions, maxTokens: Math.min(x, y), parentTokens: Math.max(x, y) }));
    fc.assert(
      fc.property(options, options, (from, to) => {
        let now = from;
        for (const key of changedOptions(from, to)) {
          now = { ...now, [key]: to[key] };
          assert.ok(now.parentTokens >= now.maxTokens);
        }
        assert.deepEqual(now, to);
      }),
    );
  });
});
