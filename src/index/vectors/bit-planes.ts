/**
 * Two bits of each value, for indexes too large to be in memory: they are what a search scans. It estimates every product from them, and
 * reads only the best rows. They are the two high bits of values of four bits (four-bit-values.ts), which are stored in two parts then: no
 * bit is stored twice. Of vectors with eight bits they say the same, and are stored beside them.
 *
 * The first bit of a value is its sign, the second one says in which half of the values with this sign it is. The four groups that they
 * tell apart have nearly equal distances, so a product is estimated by the sum of the query's values where the second bit is set, and
 * twice those where the first one is. High bits are in blocks of 32 rows, first the first bit of each value, then the other one: per four
 * dimensions 16 bytes, in the low half of byte i the bits of row i, in the high half those of row i + 16.
 *
 * Low bits are row by row, four values in a byte, the first one lowest.
 */
import { levelNumbers, levelValues, noLevel } from './four-bit-values';
import { ROWS_PER_BLOCK } from './scan-kernel';

/** In an index of at least so many rows, segments have high bits. */
export const codedRows = 300_000;

/** Bytes of the high bits of a block of 32 rows; those of a row in the low bits. */
export function highBlockBytes(dimensions: number): number {
  return (ROWS_PER_BLOCK * dimensions) / 4;
}

export function lowRowBytes(dimensions: number): number {
  return dimensions / 4;
}

export function highBytes(rows: number, dimensions: number): number {
  return Math.ceil(rows / ROWS_PER_BLOCK) * highBlockBytes(dimensions);
}

/**
 * The high bits of whole blocks of rows; the last one may have fewer rows.
 * @param high zeros, at the beginning of the first block.
 */
export function packHighBits(values: Int8Array, dimensions: number, high: Uint8Array): void {
  const groups = dimensions / 4;
  for (let row = 0, at = 0; at < values.length; row++) {
    const shift = row % ROWS_PER_BLOCK < 16 ? 0 : 4;
    let place = Math.floor(row / ROWS_PER_BLOCK) * highBlockBytes(dimensions) + (row % 16);
    const far = middleOf(values, at, at + dimensions);
    for (let group = 0; group < groups; group++, place += 16) {
      let first = 0;
      let second = 0;
      for (let bit = 0; bit < 4; bit++, at++) {
        const value = values[at] ?? 0;
        if (value < 0) second |= (value < -far ? 0 : 1) << bit;
        else {
          first |= 1 << bit;
          second |= (value > far ? 1 : 0) << bit;
        }
      }
      high[place] = (high[place] ?? 0) | (first << shift);
      const other = place + 16 * groups;
      high[other] = (high[other] ?? 0) | (second << shift);
    }
  }
}

/** Between the fourth and the fifth positive level. */
const middleLevel = 51;

/** The value that divides the positive ones of a row: of one with eight bits, where it would divide the levels of four. */
function middleOf(values: Int8Array, from: number, to: number): number {
  let squares = 0;
  let isOther = false;
  for (let at = from; at < to; at++) {
    const value = values[at] ?? 0;
    squares += value * value;
    isOther ||= levelNumbers[value & 255] === noLevel;
  }
  return isOther ? middleShare * Math.sqrt(squares / (to - from)) : middleLevel;
}

/** In standard deviations. */
const middleShare = 1.1;

/** The low bits of whole rows. Returns false if some value has more than four bits. */
export function packLowBits(values: Int8Array, low: Uint8Array): boolean {
  for (let at = 0, to = 0; at < values.length; to++) {
    let rest = 0;
    for (let bit = 0; bit < 4; bit++, at++) {
      const number = levelNumbers[(values[at] ?? 0) & 255] ?? noLevel;
      if (number === noLevel) return false;
      rest |= (number & 3) << (2 * bit);
    }
    low[to] = rest;
  }
  return true;
}

/**
 * The values of one row.
 * @param high begins with the block `block`. @param low the low bits of the row.
 */
export function unpackPlaneRow(
  { high, block }: { readonly high: Uint8Array; readonly block: number },
  low: Uint8Array,
  row: number,
  target: Int8Array,
): void {
  const groups = low.length;
  const shift = row % ROWS_PER_BLOCK < 16 ? 0 : 4;
  let place = (Math.floor(row / ROWS_PER_BLOCK) - block) * highBlockBytes(4 * groups) + (row % 16);
  for (let group = 0, to = 0; group < groups; group++, place += 16) {
    const first = (high[place] ?? 0) >> shift;
    const second = (high[place + 16 * groups] ?? 0) >> shift;
    const rest = low[group] ?? 0;
    const pair = valuePairs[(first & 3) | ((second & 3) << 2) | ((rest & 15) << 4)] ?? 0;
    const other = valuePairs[((first >> 2) & 3) | (second & 12) | (rest & 240)] ?? 0;
    target[to++] = pair;
    target[to++] = pair >> 8;
    target[to++] = other;
    target[to++] = other >> 8;
  }
}

/** By the bits of two neighbours, the two first ones lowest, then the two second ones, then the low bits: the values, the first one low. */
const valuePairs = Int16Array.from({ length: 256 }, (_, bits) => {
  const valueAt = (i: number): number =>
    levelValues[(((bits >> i) & 1) << 3) | (((bits >> (2 + i)) & 1) << 2) | ((bits >> (4 + 2 * i)) & 3)] ?? 0;
  return (valueAt(0) & 255) | (valueAt(1) << 8);
});

/** A share of the score fits six bits: then the shares of four groups fit a byte, and so on (scan.wat). */
const maxShare = 63;
/** Scores have 16 bits. */
const maxScore = 2 ** 16 - 1;

/**
 * What high bits are scanned with: for each four bits in a block a table of 16 shares, the sums of the query's values where bits are set.
 * The first bit of a value counts twice as much as the second.
 */
export function shareTables(query: Int16Array): Uint8Array {
  const groups = query.length / 2;
  const sums = new Int32Array(groups * 16);
  let widest = 0;
  let total = 0;
  for (let group = 0; group < groups; group++) {
    const isFirst = group < groups / 2;
    const from = 4 * (isFirst ? group : group - groups / 2);
    let span = 0;
    let min = 0;
    for (let bit = 0; bit < 4; bit++) {
      const value = (query[from + bit] ?? 0) * (isFirst ? 2 : 1);
      span += Math.abs(value);
      min += Math.min(0, value);
      const start = group * 16;
      for (let bits = 0; bits < 1 << bit; bits++) sums[start + bits + (1 << bit)] = (sums[start + bits] ?? 0) + value;
    }
    // Shares begin at 0.
    for (let bits = 0; bits < 16; bits++) sums[group * 16 + bits] = (sums[group * 16 + bits] ?? 0) - min;
    widest = Math.max(widest, span);
    total += span;
  }
  const unit = widest === 0 ? 0 : Math.min(maxShare / widest, (maxScore - groups) / total);
  return Uint8Array.from(sums, (sum) => Math.round(sum * unit));
}
