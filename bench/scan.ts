/**
 * Measures the speed and recall of the vector scan at 10,000, 100,000 and 1,000,000 rows of 256 dimensions: int8 in WebAssembly
 * SIMD and in TypeScript, high bits with int8 rescoring, and a plain float32 scan, whose result is the reference for
 * recall@10. Vectors are made from the corpus (scan/made-vectors.ts). Milliseconds are CPU time of the whole process for a query,
 * including its quantisation and the selection of the best rows; engines take turns, query by query.
 *
 *     npm run bench:scan [-- ROWS…]
 */
import { availableParallelism, cpus } from 'node:os';
import { MemorySection } from '../src/index/format/section-source';
import { highBytes, packHighBits } from '../src/index/vectors/bit-planes';
import { quantiseVector, rowBytes } from '../src/index/vectors/quantise-vector';
import { VectorScan, type VectorScanOptions } from '../src/index/vectors/vector-scan';
import { corpusFolder } from './corpus';
import { makeVectors, type VectorSet } from './scan/made-vectors';

const K = 10;
const QUERIES = 100;
/** Slow engines get fewer queries, because a run would take minutes. */
const SLOW_QUERIES = 20;

interface Engine {
  readonly name: string;
  readonly slow: boolean;
  readonly megabytes: number;
  /** CPU milliseconds to prepare it when the rows are already in memory. */
  readonly ready: number;
  readonly search: (query: Float32Array) => ArrayLike<number>;
  readonly times: number[];
  readonly recalls: number[];
}

function main(): void {
  const sizes = process.argv.slice(2).map(Number);
  const counts = sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000];
  const all = makeVectors(corpusFolder, Math.max(...counts), QUERIES);
  console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'} × ${availableParallelism()}`);
  console.log(`${all.dimensions} dimensions, ${all.queries.length} queries, best ${K}\n`);
  console.log('| rows | engine | p50 ms | p95 ms | recall@10 | memory | made ready in |');
  console.log('| ---: | --- | ---: | ---: | ---: | ---: | ---: |');
  for (const count of counts) measure(sample(all, count));
}

/** Every n-th row, so that a small sample is also a mix of all languages. */
function sample(set: VectorSet, rows: number): VectorSet {
  if (rows === set.rows) return set;
  const { dimensions } = set;
  const vectors = new Float32Array(rows * dimensions);
  const step = set.rows / rows;
  for (let row = 0; row < rows; row++) {
    const from = Math.floor(row * step) * dimensions;
    vectors.set(set.vectors.subarray(from, from + dimensions), row * dimensions);
  }
  return { ...set, rows, vectors };
}

function measure(set: VectorSet): void {
  const bytes = rowBytes(set.dimensions);
  const rows = new Int8Array(set.rows * bytes);
  const scales = new Float32Array(set.rows);
  const quantising = cpuMs(() => {
    for (let row = 0; row < set.rows; row++) {
      const vector = set.vectors.subarray(row * set.dimensions, (row + 1) * set.dimensions);
      scales[row] = quantiseVector(vector, rows.subarray(row * bytes, (row + 1) * bytes));
    }
  });
  const scan = (name: string, slow: boolean, options: VectorScanOptions, isCoded = false): Engine => {
    const engine = new VectorScan(set.dimensions, options);
    const ready = cpuMs(() => (isCoded ? addCoded(engine, rows, scales) : engine.add(rows, scales)));
    const search = (query: Float32Array): ArrayLike<number> => engine.search(query, K).rows;
    return { name, slow, megabytes: engine.memory / 1e6, ready, search, times: [], recalls: [] };
  };
  const engines = [
    plainFloats(set),
    scan('int8, SIMD', false, {}),
    scan('int8, TypeScript', true, { kernel: 'plain' }),
    ...[500, 1000, 2000].map((candidates) =>
      scan(`2-bit, best ${candidates} in int8, SIMD`, false, { candidates }, true),
    ),
    scan('2-bit, best 1000 in int8, TypeScript', true, { kernel: 'plain' }, true),
  ];
  for (const [at, query] of set.queries.entries()) {
    const truth = new Set(Array.from(engines[0]?.search(query) ?? []));
    for (const engine of engines) {
      if (engine.slow && set.rows > 100_000 && at >= SLOW_QUERIES) continue;
      let hits: ArrayLike<number> = [];
      engine.times.push(cpuMs(() => (hits = engine.search(query))));
      engine.recalls.push(Array.from(hits).filter((row) => truth.has(row)).length / truth.size);
    }
  }
  for (const engine of engines) print(set.rows, engine);
  console.log(`| ${set.rows} | quantising: ${((quantising * 1e3) / set.rows).toFixed(2)} µs a row | | | | | |`);
}

/** Only high bits are in the scan's memory. */
function addCoded(engine: VectorScan, rows: Int8Array, scales: Float32Array): void {
  const bytes = engine.rowBytes;
  const high = new Uint8Array(highBytes(scales.length, bytes));
  packHighBits(rows, bytes, high);
  engine.addCoded(scales.length, new MemorySection(high), (list, target) => {
    for (const [i, row] of list.entries()) target.set(rows.subarray(row * bytes, (row + 1) * bytes), i * bytes);
    return Float32Array.from(list, (row) => scales[row] ?? 0);
  });
}

function print(rows: number, { name, times, recalls, megabytes, ready }: Engine): void {
  // The first queries include compilation.
  const sorted = times.slice(3).sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2);
  const recall = recalls.reduce((sum, one) => sum + one, 0) / recalls.length;
  const cells = [
    rows,
    name,
    at(0.5),
    at(0.95),
    recall.toFixed(3),
    `${megabytes.toFixed(0)} MB`,
    `${ready.toFixed(0)} ms`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

function plainFloats({ rows, vectors, dimensions }: VectorSet): Engine {
  const search = (query: Float32Array): number[] => {
    const best: { row: number; score: number }[] = [];
    for (let row = 0; row < rows; row++) {
      const score = dot(vectors, row * dimensions, query);
      if (best.length === K && score <= (best[K - 1]?.score ?? 0)) continue;
      best.push({ row, score });
      best.sort((a, b) => b.score - a.score || a.row - b.row);
      best.length = Math.min(best.length, K);
    }
    return best.map(({ row }) => row);
  };
  return {
    name: 'float32, TypeScript',
    slow: true,
    megabytes: vectors.byteLength / 1e6,
    ready: 0,
    search,
    times: [],
    recalls: [],
  };
}

function dot(values: Float32Array, from: number, query: Float32Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let at = 0, value = from; at < query.length; at += 4, value += 4) {
    a += (values[value] ?? 0) * (query[at] ?? 0);
    b += (values[value + 1] ?? 0) * (query[at + 1] ?? 0);
    c += (values[value + 2] ?? 0) * (query[at + 2] ?? 0);
    d += (values[value + 3] ?? 0) * (query[at + 3] ?? 0);
  }
  return a + b + c + d;
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

main();
