/**
 * The same as scan.wat in TypeScript, for machines without WebAssembly SIMD and to test it against. About eight times slower, and
 * equal to the last bit: sums are integers below 2^31, and each score is rounded to 32 bits at the same points.
 */
import type { ScanKernel } from './scan-kernel';

export class PlainKernel implements ScanKernel {
  #next = 0;

  constructor(private readonly memory: WebAssembly.Memory) {}

  next(): number {
    return this.#next;
  }

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

  score(
    vectors: number,
    scales: number,
    bytes: number,
    query: number,
    rows: number,
    scores: number,
    count: number,
  ): void {
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

  encode(vectors: number, bytes: number, middle: number, count: number, codes: number): void {
    const { buffer } = this.memory;
    const values = new Int8Array(buffer, vectors);
    const middles = new Int8Array(buffer, middle, bytes);
    const target = new Uint8Array(buffer, codes);
    const groups = bytes / 4;
    const bitsOf = (from: number, group: number): number => {
      let bits = 0;
      for (let bit = 0; bit < 4; bit++)
        if ((values[from + group * 4 + bit] ?? 0) >= (middles[group * 4 + bit] ?? 0)) bits |= 1 << bit;
      return bits;
    };
    for (let row = 0, at = 0; row < count; row += 32)
      for (let group = 0; group < groups; group++)
        for (let lane = 0; lane < 16; lane++, at++)
          target[at] = bitsOf((row + lane) * bytes, group) | (bitsOf((row + lane + 16) * bytes, group) << 4);
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
