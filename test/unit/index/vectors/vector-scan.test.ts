import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { MemorySection } from '../../../../src/index/format/section-source';
import type { ScoredRows } from '../../../../src/index/top-rows';
import { highBytes, packHighBits } from '../../../../src/index/vectors/bit-planes';
import { levelValues, packFourBits } from '../../../../src/index/vectors/four-bit-values';
import { quantiseQuery, quantiseVector, rowBytes } from '../../../../src/index/vectors/quantise-vector';
import { VectorScan, type VectorScanOptions } from '../../../../src/index/vectors/vector-scan';

const kernels = ['simd', 'plain'] as const;

/** Small values make ties; the largest values make the largest sums. */
const byte = fc.oneof(fc.integer({ min: -127, max: 127 }), fc.integer({ min: -1, max: 1 }), fc.constantFrom(-127, 127));
const scale = fc.oneof(fc.constantFrom(0, 1, 0.5), fc.float({ min: 0, max: 1, noNaN: true }));
const dimensions = fc.constantFrom(1, 2, 3, 16, 31, 32, 33, 64, 96, 100, 128, 160);

interface Rows {
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
}

function rowsOf(count: number, bytes: number): fc.Arbitrary<Rows> {
  return fc.record({
    vectors: fc
      .array(byte, { minLength: count * bytes, maxLength: count * bytes })
      .map((values) => Int8Array.from(values)),
    scales: fc.array(scale, { minLength: count, maxLength: count }).map((values) => Float32Array.from(values)),
  });
}

function queryOf(length: number): fc.Arbitrary<Float32Array> {
  const value = fc.oneof(fc.float({ min: -1, max: 1, noNaN: true }), fc.constantFrom(-1, 0, 1));
  return fc.array(value, { minLength: length, maxLength: length }).map((values) => Float32Array.from(values));
}

function setOf(count: number): fc.Arbitrary<Uint32Array> {
  const words = Math.ceil(count / 32);
  return fc
    .array(fc.oneof(fc.nat({ max: 0xffffffff }), fc.constantFrom(0, 0xffffffff)), { maxLength: words + 1 })
    .map((values) => Uint32Array.from(values));
}

interface Case {
  readonly length: number;
  readonly segments: readonly Rows[];
  readonly query: Float32Array;
  readonly k: number;
  readonly deleted: ReadonlyMap<number, Uint32Array>;
  readonly filter: ReadonlyMap<number, Uint32Array> | undefined;
}

const cases: fc.Arbitrary<Case> = fc
  .tuple(dimensions, fc.array(fc.nat({ max: 70 }), { maxLength: 3 }))
  .chain(([length, counts]) => {
    const sets = (): fc.Arbitrary<Map<number, Uint32Array>> =>
      fc
        .tuple(...counts.map((count) => fc.option(setOf(count), { nil: undefined })))
        .map((all) => new Map(all.flatMap((set, id): [number, Uint32Array][] => (set ? [[id, set]] : []))));
    return fc.record({
      length: fc.constant(length),
      segments: fc.tuple(...counts.map((count) => rowsOf(count, rowBytes(length)))),
      query: queryOf(length),
      k: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom(1, 1000)),
      deleted: sets(),
      filter: fc.option(sets(), { nil: undefined }),
    });
  });

/** Only the high bits of rows are in memory. */
interface ScanOptions extends VectorScanOptions {
  readonly isCoded?: boolean;
}

function scanOf({ length, segments }: Pick<Case, 'length' | 'segments'>, options: ScanOptions): VectorScan {
  const scan = new VectorScan(length, options);
  const bytes = rowBytes(length);
  for (const { vectors, scales } of segments) {
    if (!options.isCoded) {
      scan.add(vectors, scales);
      continue;
    }
    const high = new Uint8Array(highBytes(scales.length, bytes));
    packHighBits(vectors, bytes, high);
    scan.addCoded(scales.length, new MemorySection(high), (list, target) => {
      list.forEach((row, i) => {
        target.set(vectors.subarray(row * bytes, (row + 1) * bytes), i * bytes);
      });
      return Float32Array.from(list, (row) => scales[row] ?? 0);
    });
  }
  return scan;
}

function search(one: Case, options: ScanOptions): ScoredRows {
  const { deleted, filter } = one;
  return scanOf(one, options).search(one.query, one.k, filter ? { deleted, filter } : { deleted });
}

function has(set: Uint32Array | undefined, row: number): boolean {
  return (((set?.[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;
}

/** The expected result of a search, computed without its code except for the quantised query. */
function expected({ length, segments, query, k, deleted, filter }: Case): ScoredRows {
  const bytes = rowBytes(length);
  const { values, scale } = quantiseQuery(query, bytes);
  const all = segments.flatMap(({ vectors, scales }, segment) =>
    Array.from(scales, (rowScale, row) => {
      const sum = values.reduce((total, value, at) => total + value * (vectors[row * bytes + at] ?? 0), 0);
      return { segment, row, score: Math.fround(Math.fround(sum) * rowScale) };
    }).filter(({ row }) => !has(deleted.get(segment), row) && (!filter || has(filter.get(segment), row))),
  );
  all.sort((a, b) => b.score - a.score || a.segment - b.segment || a.row - b.row);
  const best = all.slice(0, k);
  return {
    segments: Uint32Array.from(best, ({ segment }) => segment),
    rows: Uint32Array.from(best, ({ row }) => row),
    scores: Float32Array.from(best, ({ score }) => score * scale),
  };
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function manyRows(count: number, length: number, next: () => number): Rows {
  const bytes = rowBytes(length);
  const vectors = new Int8Array(count * bytes);
  const scales = new Float32Array(count);
  for (let row = 0; row < count; row++) {
    const vector = Float32Array.from({ length }, (_, at) => (next() + next() - 0.8) / (1 + at / 16));
    scales[row] = quantiseVector(vector, vectors.subarray(row * bytes, (row + 1) * bytes));
  }
  return { vectors, scales };
}

describe('vector scan', () => {
  for (const kernel of kernels) {
    it(`finds the rows with the largest products, earlier rows first among equals (${kernel})`, () => {
      fc.assert(fc.property(cases, (one) => deepEqual(search(one, { kernel }), expected(one))));
    });

    it(`finds the same through codes when every row is a candidate (${kernel})`, () => {
      fc.assert(fc.property(cases, (one) => deepEqual(search(one, { kernel, isCoded: true }), expected(one))));
    });

    it(`sums the largest values without overflow (${kernel})`, () => {
      for (const length of [32, 256, 768, 4096]) {
        const vectors = new Int8Array(2 * length).fill(127).fill(-127, length);
        const scan = new VectorScan(length, { kernel });
        scan.add(vectors, new Float32Array([1, 1]));
        const rows = { segments: new Uint32Array(2), rows: new Uint32Array([0, 1]) };
        deepEqual(scan.rowSimilarity(0, 0, rows), new Float32Array([127 * 127 * length, -127 * 127 * length]));
        // The query whose rotation is the same everywhere is as large as one can be.
        const { values } = quantiseQuery(new Float32Array(length).fill(1), length);
        const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
        ok(largest * 128 * length < 2 ** 31);
      }
    });
  }

  it('chooses the same candidates by their codes with both kernels', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 20 }), (one, candidates) => {
        const few = { ...one, k: Math.min(one.k, 1) };
        const [simd, plain] = kernels.map((kernel) => search(few, { kernel, isCoded: true, candidates }));
        deepEqual(simd, plain);
      }),
    );
  });

  it('gives the same answer with both kernels when one call cannot hold all rows it finds', () => {
    const next = random(1);
    const rows = manyRows(20_000, 48, next);
    const scans = kernels.map((kernel) => scanOf({ length: 48, segments: [rows, rows] }, { kernel }));
    const coded = kernels.map((kernel) =>
      scanOf({ length: 48, segments: [rows, rows] }, { kernel, isCoded: true, candidates: 300 }),
    );
    for (const k of [1, 10, 500, 9000]) {
      const query = Float32Array.from({ length: 48 }, () => next() - 0.5);
      const [simd, plain] = scans.map((scan) => scan.search(query, k));
      deepEqual(simd, plain);
      equal(simd?.rows.length, k);
      const [codedSimd, codedPlain] = coded.map((scan) => scan.search(query, k));
      deepEqual(codedSimd, codedPlain);
    }
  });

  it('finds most of the nearest rows by their codes, even if all vectors have a common part', () => {
    const next = random(2);
    const rows = manyRows(5000, 128, next);
    const exact = scanOf({ length: 128, segments: [rows] }, {});
    const coded = scanOf({ length: 128, segments: [rows] }, { isCoded: true, candidates: 250 });
    let found = 0;
    for (let at = 0; at < 20; at++) {
      const query = Float32Array.from({ length: 128 }, (_, d) => (next() + next() - 0.8) / (1 + d / 16));
      const truth = new Set(exact.search(query, 10).rows);
      found += coded.search(query, 10).rows.filter((row) => truth.has(row)).length;
    }
    ok(found >= 190, `${found} of 200`);
  });

  it('scores given rows like a search', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const scan = scanOf(one, {});
        const hits = scan.search(one.query, 1000);
        deepEqual(scan.similarity(one.query, hits), hits.scores);
      }),
    );
  });

  it('recognises near-duplicates by the similarity of their rows', () => {
    const next = random(3);
    const { vectors, scales } = manyRows(2, 64, next);
    const scan = new VectorScan(64);
    const first = scan.add(vectors, scales);
    const copy = scan.add(vectors, scales);
    const [same = 0, other = 0] = scan.rowSimilarity(first, 1, {
      segments: new Uint32Array([copy, first]),
      rows: new Uint32Array([1, 0]),
    });
    ok(same > other);
    equal(scan.rowSimilarity(copy, 1, { segments: new Uint32Array([copy]), rows: new Uint32Array([1]) })[0], same);
  });

  it('has no hits without rows, with all rows deleted, or for k = 0', () => {
    const scan = new VectorScan(32);
    const query = new Float32Array(32).fill(1);
    equal(scan.search(query, 5).rows.length, 0);
    const empty = scan.add(new Int8Array(), new Float32Array());
    equal(scan.search(query, 5).rows.length, 0);
    const id = scan.add(new Int8Array(96), new Float32Array(3));
    equal(scan.search(query, 5, { deleted: new Map([[id, new Uint32Array([7])]]) }).rows.length, 0);
    equal(scan.search(query, 5, { filter: new Map([[empty, new Uint32Array([7])]]) }).rows.length, 0);
    equal(scan.search(query, 0).rows.length, 0);
    deepEqual(scan.search(query, 5).scores, new Float32Array(3));
  });

  it('ignores rows whose scale is not a number, and refuses vectors of another length', () => {
    const scan = new VectorScan(32);
    scan.add(new Int8Array(64).fill(1), new Float32Array([Number.NaN, 1]));
    deepEqual(scan.search(new Float32Array(32).fill(1), 5).rows, new Uint32Array([1]));
    throws(() => scan.search(new Float32Array(31), 5), /31 dimensions for vectors of 32/);
    throws(() => scan.search(new Float32Array(32).fill(Number.NaN), 5), /not a finite number/);
    throws(() => scan.add(new Int8Array(33), new Float32Array(1)), /33 bytes are not 1 rows of 32/);
    throws(() => scan.similarity(new Float32Array(32), { segments: new Uint32Array([7]), rows: new Uint32Array([0]) }));
    throws(() => scan.similarity(new Float32Array(32), { segments: new Uint32Array([0]), rows: new Uint32Array([2]) }));
  });

  it('searches the current segments while others are added and removed, and reuses their memory', () => {
    const next = random(4);
    const scan = new VectorScan(64);
    const kept = manyRows(400, 64, next);
    const base = scan.add(kept.vectors, kept.scales);
    const query = Float32Array.from({ length: 64 }, () => next() - 0.5);
    const before = scan.search(query, 20);
    const large = manyRows(600, 64, next);
    scan.remove(scan.add(large.vectors, large.scales));
    const held = scan.memory;
    for (let round = 0; round < 20; round++) {
      const reservation = scan.reserve(600);
      reservation.vectors.set(large.vectors);
      reservation.scales.set(large.scales);
      deepEqual(scan.search(query, 20), before);
      if (round % 2) reservation.release();
      else scan.remove(reservation.commit());
      throws(() => reservation.commit(), /already committed or released/);
    }
    deepEqual(scan.search(query, 20), before);
    equal(scan.memory, held);
    scan.remove(base);
    ok(scan.memory < held);
    throws(() => scan.remove(base), /no segment 0/);
    deepEqual(scan.search(query, 20).rows.length, 0);
  });

  it('scores rows that are elsewhere like those in memory', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const found = scanOf(one, {}).search(one.query, one.k);
        deepEqual(scanOf(one, { isCoded: true }).similarity(one.query, found), found.scores);
      }),
    );
  });

  for (const kernel of kernels)
    it(`unpacks rows of four bits per value (${kernel})`, () => {
      fc.assert(
        fc.property(fc.constantFrom(32, 64, 96, 256), fc.nat(70), fc.nat(), (length, count, seed) => {
          const values = Int8Array.from(
            { length: count * length },
            (_, at) => levelValues[(at * 7 + seed + (at >> 4)) & 15] ?? 0,
          );
          const packed = packFourBits(new Uint8Array(values.buffer));
          ok(packed);
          const scan = new VectorScan(length, { kernel });
          const reservation = scan.reserve(count);
          reservation.unpack(new MemorySection(packed));
          deepEqual(reservation.vectors, values);
          throws(() => reservation.unpack(new MemorySection(new Uint8Array(packed.length + 1))), RangeError);
        }),
      );
    });

  it('refuses codes that are not those of its rows', () => {
    throws(
      () => new VectorScan(32).addCoded(1, new MemorySection(new Uint8Array(1)), () => new Float32Array(1)),
      /the codes of 1 rows/,
    );
  });

  it('refuses more than 2 GB and keeps working with what it has', () => {
    const scan = new VectorScan(256);
    const { vectors, scales } = manyRows(3, 256, random(5));
    scan.add(vectors, scales);
    throws(() => scan.reserve(9_000_000), /at most 2 GB/);
    equal(scan.search(new Float32Array(256).fill(1), 5).rows.length, 3);
  });
});
