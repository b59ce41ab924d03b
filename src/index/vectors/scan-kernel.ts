/** The inner loops of the vector scan: their interface, which scan.wat implements, the same in TypeScript, and the choice between them. */
import { existsSync, readFileSync } from 'node:fs';
import { productFile } from '../../shared/product';

/** All positions are byte addresses in the memory; `bytes` is the length of a row, a multiple of 32. */
export interface ScanKernel {
  /**
   * Finds the rows from `row` (a multiple of 4) to before `last` whose score is above `above` and whose bit in `mask` is set
   * (0: no mask). Writes row numbers to `found` and scores to `scores`, both with room for `room`. Returns how many it found; stops
   * early when the room might run out, and `next` is then the row to continue with.
   */
  scan(
    vectors: number,
    scales: number,
    bytes: number,
    query: number,
    row: number,
    last: number,
    above: number,
    mask: number,
    found: number,
    scores: number,
    room: number,
  ): number;
  /** The same for high bits (bit-planes.ts), with `bytes` twice the length of a row; `row` is a multiple of 32, and scores are integers of at least `minScore`. */
  scanCodes(
    codes: number,
    bytes: number,
    tables: number,
    row: number,
    last: number,
    minScore: number,
    mask: number,
    found: number,
    scores: number,
    room: number,
  ): number;
  next(): number;
  /** The scores of `count` rows, whose numbers are at `rows`. */
  score(
    vectors: number,
    scales: number,
    bytes: number,
    query: number,
    rows: number,
    scores: number,
    count: number,
  ): void;
  /**
   * Expands `count` bytes, a multiple of 16, of two values each (four-bit-values.ts); `levels` is where the 16 values are. The bytes may
   * be the second half of the target.
   */
  unpack(packed: number, count: number, levels: number, target: number): void;
}

export type KernelName = 'simd' | 'plain';

/** The kernel reads rows in whole blocks, so the memory after the last row of a segment must be readable up to the end of its block. */
export const ROWS_PER_BLOCK = 32;

// The same as scan.wat in TypeScript, for machines without WebAssembly SIMD and to test it against. About eight times slower, and
// equal to the last bit: sums are integers below 2^31, and each score is rounded to 32 bits at the same points.

class PlainKernel implements ScanKernel {
  #next = 0;

  constructor(private readonly memory: WebAssembly.Memory) {}

  next(): number {
    return this.#next;
  }

  scan(
    ...[vectors, scales, bytes, query, row, last, above, mask, found, scores, room]: Parameters<ScanKernel['scan']>
  ): number {
    const { buffer } = this.memory;
    const values = new Int8Array(buffer, vectors);
    const scaleOf = new Float32Array(buffer, scales);
    const queryValues = new Int16Array(buffer, query, bytes);
    const foundRows = new FoundRows(buffer, mask, found, scores);
    let first = row;
    for (; first < last && foundRows.count + 4 <= room; first += 4)
      for (let at = first; at < Math.min(first + 4, last); at++) {
        const score = Math.fround(Math.fround(dot(values, at * bytes, queryValues)) * (scaleOf[at] ?? 0));
        if (score > above) foundRows.take(at, score);
      }
    this.#next = first;
    return foundRows.count;
  }

  score(...[vectors, scales, bytes, query, rows, scores, count]: Parameters<ScanKernel['score']>): void {
    const { buffer } = this.memory;
    const values = new Int8Array(buffer, vectors);
    const scaleOf = new Float32Array(buffer, scales);
    const queryValues = new Int16Array(buffer, query, bytes);
    const list = new Uint32Array(buffer, rows, count);
    const target = new Float32Array(buffer, scores, count);
    for (const [at, row] of list.entries())
      target[at] = Math.fround(dot(values, row * bytes, queryValues)) * (scaleOf[row] ?? 0);
  }

  scanCodes(
    ...[codes, bytes, tables, row, last, minScore, mask, found, scores, room]: Parameters<ScanKernel['scanCodes']>
  ): number {
    const { buffer } = this.memory;
    const groups = bytes / 4;
    const shares = new Uint8Array(buffer, tables, groups * 16);
    const foundRows = new FoundRows(buffer, mask, found, scores);
    const sums = new Uint16Array(32);
    let first = row;
    for (; first < last && foundRows.count + 32 <= room; first += 32) {
      const block = new Uint8Array(buffer, codes + (first / 32) * groups * 16, groups * 16);
      sums.fill(0);
      for (let at = 0; at < block.length; at++) {
        const table = at & ~15;
        const lane = at & 15;
        const pair = block[at] ?? 0;
        sums[lane] = (sums[lane] ?? 0) + (shares[table + (pair & 15)] ?? 0);
        sums[lane + 16] = (sums[lane + 16] ?? 0) + (shares[table + (pair >> 4)] ?? 0);
      }
      for (let lane = 0; lane < Math.min(32, last - first); lane++) {
        const sum = sums[lane] ?? 0;
        if (sum >= minScore) foundRows.take(first + lane, sum);
      }
    }
    this.#next = first;
    return foundRows.count;
  }

  unpack(packed: number, count: number, levels: number, target: number): void {
    const bytes = new Uint8Array(this.memory.buffer);
    for (let at = 0; at < count; at++) {
      const both = bytes[packed + at] ?? 0;
      bytes[target + 2 * at] = bytes[levels + (both & 15)] ?? 0;
      bytes[target + 2 * at + 1] = bytes[levels + (both >> 4)] ?? 0;
    }
  }
}

/** The rows found so far. */
class FoundRows {
  count = 0;
  readonly #allowed: Uint32Array | undefined;
  readonly #rows: Uint32Array;
  readonly #scores: Float32Array;

  constructor(buffer: ArrayBuffer, mask: number, found: number, scores: number) {
    this.#allowed = mask ? new Uint32Array(buffer, mask) : undefined;
    this.#rows = new Uint32Array(buffer, found);
    this.#scores = new Float32Array(buffer, scores);
  }

  take(row: number, score: number): void {
    if (this.#allowed && (((this.#allowed[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 0) return;
    this.#rows[this.count] = row;
    this.#scores[this.count] = score;
    this.count++;
  }
}

/** Four sums, so that the additions do not wait for each other. */
function dot(values: Int8Array, from: number, query: Int16Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let at = 0, value = from; at < query.length; at += 4, value += 4) {
    a = (a + (values[value] ?? 0) * (query[at] ?? 0)) | 0;
    b = (b + (values[value + 1] ?? 0) * (query[at + 1] ?? 0)) | 0;
    c = (c + (values[value + 2] ?? 0) * (query[at + 2] ?? 0)) | 0;
    d = (d + (values[value + 3] ?? 0) * (query[at + 3] ?? 0)) | 0;
  }
  return (a + b + c + d) | 0;
}

// Loads the inner loops of the vector scan: in WebAssembly SIMD (scan.wat, built into dist/scan.wasm) where the machine has it,
// otherwise in TypeScript. Both work on the same memory and give the same numbers to the last bit, so that a
// search has the same answer on every machine.
//
// Relaxed SIMD is not used. Its dot product takes 7 bits of the query at a time: exact with two such planes, that is slower
// (4.4 ms instead of 3.8 for 100,000 rows of 256), and a single plane saves 5 % at the price of less exact scores.

let compiled: WebAssembly.Module | undefined;

/** @throws if dist/scan.wasm is missing. Returns `plain` if the machine cannot run it. */
export function bestKernel(): KernelName {
  if (compiled) return 'simd';
  const file = productFile('dist', 'scan.wasm');
  if (!existsSync(file)) throw new Error(`${file} is missing: build or install Codegrain again`);
  const bytes = readFileSync(file);
  if (!WebAssembly.validate(bytes)) return 'plain';
  compiled = new WebAssembly.Module(bytes);
  return 'simd';
}

export function loadKernel(memory: WebAssembly.Memory, name: KernelName): ScanKernel {
  if (name === 'plain' || bestKernel() === 'plain' || !compiled) return new PlainKernel(memory);
  const { exports } = new WebAssembly.Instance(compiled, { scan: { memory } });
  if (!isKernel(exports)) throw new Error('dist/scan.wasm is not the one this version was built with');
  return exports;
}

function isKernel(exports: Readonly<Record<string, unknown>>): exports is ScanKernel & Record<string, unknown> {
  return ['scan', 'scanCodes', 'next', 'score', 'unpack'].every((name) => typeof exports[name] === 'function');
}
