/**
 * 1-bit codes, for segments too large to be scanned whole: 32 times smaller than floats, they show which rows are worth
 * the int8 product. A bit is set where a value of the rotated row reaches the middle of its dimension. The middle is the mean
 * of the segment: models give all their vectors a common part, which would otherwise decide every sign.
 *
 * A row's score is the sum of the query's values where bits are set. Bits are looked up in fours: for each four dimensions
 * a table of 16 shares, whole numbers from 0 to 63, so that four shares fit a byte and the sum of all fits 16 bits.
 */
import { Arena } from './arena';
import { bestKernel, loadKernel, ROWS_PER_BLOCK } from './scan-kernel';

const MAX_SHARE = 63;
const SAMPLED_ROWS = 4096;

/** Longer rows could overflow the 16-bit sums; their segments are scanned whole. */
export const LONGEST_CODED_ROW = Math.floor(65535 / MAX_SHARE) * 4;

/** Segments of at least this many rows have codes. */
export const codedRows = 300_000;

/** The middle of each dimension, as an int8 row with a common scale. */
export function middles(vectors: Int8Array, scales: Float32Array, bytes: number): Int8Array {
  const sums = new Float64Array(bytes);
  let scale = 0;
  const step = Math.max(1, Math.floor(scales.length / SAMPLED_ROWS));
  for (let row = 0; row < scales.length; row += step) {
    const weight = scales[row] ?? 0;
    if (!Number.isFinite(weight)) continue;
    scale += weight;
    for (let at = 0, from = row * bytes; at < bytes; at++)
      sums[at] = (sums[at] ?? 0) + weight * (vectors[from + at] ?? 0);
  }
  return Int8Array.from(sums, (sum) => (scale === 0 ? 0 : Math.round(sum / scale)));
}

/** What high bits are scanned with (bit-planes.ts): the first bit of a value counts twice as much as the second. */
export function planeValues(values: Int16Array): Int32Array {
  const all = new Int32Array(2 * values.length);
  for (let at = 0; at < values.length; at++) all[at] = 2 * (values[at] ?? 0);
  all.set(values, values.length);
  return all;
}

/** 16 shares for each four values of the query. */
export function shareTables(values: ArrayLike<number>): Uint8Array {
  const groups = values.length / 4;
  // For each combination of bits: the sum of the values where a bit is set, minus the smallest such sum.
  const sums = new Int32Array(groups * 16);
  let widest = 0;
  for (let group = 0; group < groups; group++) {
    let span = 0;
    let min = 0;
    for (let bit = 0; bit < 4; bit++) {
      const value = values[group * 4 + bit] ?? 0;
      span += Math.abs(value);
      min += Math.min(0, value);
      const from = group * 16;
      for (let bits = 0; bits < 1 << bit; bits++) sums[from + bits + (1 << bit)] = (sums[from + bits] ?? 0) + value;
    }
    for (let bits = 0; bits < 16; bits++) sums[group * 16 + bits] = (sums[group * 16 + bits] ?? 0) - min;
    widest = Math.max(widest, span);
  }
  const unit = widest === 0 ? 0 : MAX_SHARE / widest;
  return Uint8Array.from(sums, (sum) => Math.round(sum * unit));
}

// Makes the codes of many rows, a few at a time, as the kernel reads them.

/** Rows that are encoded at once; a multiple of 32. */
const rowsAtOnce = 4096;

/** The rows of a segment, [from, to). */
interface RowReader {
  vectors(from: number, to: number, target: Int8Array): void;
  scales(from: number, to: number): Float32Array;
}

/** @param bytes length of a row. @param pause called between parts of the work. */
export async function encodeRows(
  count: number,
  bytes: number,
  rows: RowReader,
  pause: () => Promise<void>,
): Promise<Uint8Array> {
  const blocks = Math.ceil(count / ROWS_PER_BLOCK);
  const codes = new Uint8Array((blocks * ROWS_PER_BLOCK * bytes) / 8);
  const partBytes = (rowsAtOnce * bytes) / 8;
  const arena = new Arena(rowsAtOnce * bytes + partBytes + 9 * bytes);
  const [vectors, part, middle, scratch] = [rowsAtOnce * bytes, partBytes, bytes, bytes * 8].map((size) =>
    arena.take(size),
  );
  if (!vectors || !part || !middle || !scratch) throw new Error('there is no room for the codes');
  const kernel = loadKernel(arena.memory, bestKernel());
  const { buffer } = arena.memory;
  new Int8Array(buffer, middle, bytes).set(sampledMiddles(count, bytes, rows));
  for (let from = 0; from < count; from += rowsAtOnce) {
    const to = Math.min(count, from + rowsAtOnce);
    const target = new Int8Array(buffer, vectors, rowsAtOnce * bytes);
    rows.vectors(from, to, target);
    target.fill(0, (to - from) * bytes);
    kernel.encode(vectors, bytes, middle, to - from, part, scratch);
    const length = (Math.ceil((to - from) / ROWS_PER_BLOCK) * ROWS_PER_BLOCK * bytes) / 8;
    codes.set(new Uint8Array(buffer, part, length), (from * bytes) / 8);
    await pause();
  }
  return codes;
}

/** Like `middles` of all rows. */
function sampledMiddles(count: number, bytes: number, rows: RowReader): Int8Array {
  const step = Math.max(1, Math.floor(count / SAMPLED_ROWS));
  const sampled = Math.ceil(count / step);
  const vectors = new Int8Array(sampled * bytes);
  const scales = new Float32Array(sampled);
  for (let i = 0; i < sampled; i++) {
    rows.vectors(i * step, i * step + 1, vectors.subarray(i * bytes, (i + 1) * bytes));
    scales.set(rows.scales(i * step, i * step + 1), i);
  }
  return middles(vectors, scales, bytes);
}
