/**
 * 1-bit codes, for segments too large to be scanned whole: 32 times smaller than floats, they show which rows are worth
 * the int8 product. A bit is set where a value of the rotated row reaches the middle of its dimension. The middle is the mean
 * of the segment: models give all their vectors a common part, which would otherwise decide every sign.
 *
 * A row's score is the sum of the query's values where bits are set. Bits are looked up in fours: for each four dimensions
 * a table of 16 shares, whole numbers from 0 to 63, so that four shares fit a byte and the sum of all fits 16 bits.
 */
const MAX_SHARE = 63;
export const SAMPLED_ROWS = 4096;

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
