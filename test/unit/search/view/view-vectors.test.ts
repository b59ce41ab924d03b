/** The vectors of a large index, of which only high bits are in memory, give the same answers as those of a small one. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { searchedChunks } from '../../../../src/index/format/segment-contents';
import { quantiseToFourBits } from '../../../../src/index/vectors/quantise-vector';
import type { IndexWriter } from '../../../../src/index/write/index-writer';
import { ViewVectors } from '../../../../src/search/view/view-vectors';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { openToy, toyFile, toySegment } from '../../index/file/toy-index';

const dimensions = 64;
const settings = { dimensions, model: 'toy', chunker: '1' };

function randomVector(seed: number): Float32Array {
  let state = seed * 2654435761 + 12345;
  const vector = Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Ten records of 45 rows each, with random vectors. */
async function appendAll(writer: IndexWriter): Promise<void> {
  for (let batch = 0; batch < 10; batch++) {
    const files = Array.from({ length: 3 }, (_, i) => toyFile(`${batch}-${i}.ts`, 1, 15));
    const count = searchedChunks(files).length;
    const vectors = new Int8Array(count * dimensions);
    const scales = Float32Array.from({ length: count }, (_, row) =>
      quantiseToFourBits(randomVector(1000 * batch + row), vectors.subarray(row * dimensions, (row + 1) * dimensions)),
    );
    assert.ok('sequence' in (await writer.append({ ...toySegment(files), vectors: { vectors, scales } })));
  }
}

type Found = readonly [path: string, row: number, score: number];

/** @param codesFrom rows from which high bits are made; @param before the number of segments that are there at first. */
function nearest(writer: IndexWriter, seed: number, codesFrom?: number, before?: number): Found[] {
  const { contents } = writer.index;
  const { segments } = contents;
  const vectors = new ViewVectors(contents, codesFrom);
  const dead = segments.map((segment) => segment.dead);
  if (before !== undefined) {
    vectors.setSegments(segments.slice(0, before), dead);
    vectors.load();
  }
  vectors.setSegments(segments, dead);
  const found: Found[] = [];
  vectors.nearest(randomVector(seed), 20, undefined, (number, row, score) => {
    const segment = segments[number];
    assert.ok(segment);
    const file = segment.fileOf(row);
    found.push([segment.path(file), row - segment.searchedRows(file)[0], score]);
  });
  return found.sort((a, b) => b[2] - a[2] || (a[0] < b[0] ? -1 : 1));
}

describe('the vectors of a large index', () => {
  afterEach(removeTemporaryFolders);

  for (const memoryBytes of [0, 2 ** 26])
    it(`are found by their high bits (${memoryBytes === 0 ? 'on the disk' : 'in memory'})`, async () => {
      const [small, large] = await Promise.all([
        openToy(join(temporaryFolder(), 'index.cgx'), {}, settings),
        openToy(join(temporaryFolder(), 'index.cgx'), { codesFrom: 1, rowsPerRecord: 100, memoryBytes }, settings),
      ]);
      for (const writer of [small, large]) {
        await appendAll(writer);
        assert.equal((await writer.compact()).problem, undefined);
      }
      const sections = large.index.contents.segments.map(({ sections }) => [...sections.keys()]);
      assert.equal(sections.length, 5);
      for (const names of sections) {
        assert.ok(names.includes('highBits') && names.includes('lowBits'), names.join());
        assert.ok(!names.includes('vectors'), names.join());
      }
      for (let seed = 1; seed <= 10; seed++) assert.deepEqual(nearest(large, seed), nearest(small, seed));
      await large.append(toySegment([], ['0-0.ts', '3-1.ts']));
      await small.append(toySegment([], ['0-0.ts', '3-1.ts']));
      for (let seed = 1; seed <= 3; seed++) assert.deepEqual(nearest(large, seed), nearest(small, seed));
      // What is copied, merged and divided again is the same.
      assert.equal((await large.compact()).problem, undefined);
      for (let seed = 1; seed <= 3; seed++) assert.deepEqual(nearest(large, seed), nearest(small, seed));
      for (const writer of [small, large]) await writer.close();
    });

  it('are found by high bits that are made for many small records', async () => {
    const writer = await openToy(join(temporaryFolder(), 'index.cgx'), {}, settings);
    await appendAll(writer);
    for (let seed = 1; seed <= 10; seed++) {
      const whole = nearest(writer, seed);
      assert.deepEqual(nearest(writer, seed, 1), whole);
      // Records that were there before the others are scanned in the same way.
      assert.deepEqual(nearest(writer, seed, 200, 3), whole);
    }
    await writer.append(toySegment([], ['0-0.ts', '3-1.ts']));
    for (let seed = 1; seed <= 3; seed++) assert.deepEqual(nearest(writer, seed, 1), nearest(writer, seed));
    const { contents } = writer.index;
    const memory = (codesFrom?: number): number => {
      const vectors = new ViewVectors(contents, codesFrom);
      assert.equal(vectors.memory, 0);
      vectors.load();
      return vectors.memory;
    };
    assert.ok(memory(1) <= memory());
    await writer.close();
  });
});
