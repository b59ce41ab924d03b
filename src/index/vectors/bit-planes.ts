/**
 * Vectors of four bits per value (four-bit-values.ts) in two parts, for indexes too large to be in memory. The two high bits of each
 * value are what a search scans: it estimates every product from them, and reads the two low bits of the best rows alone. No bit is
 * stored twice.
 *
 * High bits are as the scan reads codes (row-codes.ts), with twice as many dimensions: first the highest bit of each value, then the
 * other one. The four groups of levels that they tell apart have nearly equal distances, so a product is estimated by the sum of the
 * query's values where the second bit is set, and twice those where the first one is. In blocks of 32 rows: per four dimensions 16
 * bytes, in the low half of byte i the bits of row i, in the high half those of row i + 16.
 *
 * Low bits are row by row, four values in a byte, the first one lowest.
 */
import { levelNumbers, levelValues, noLevel } from './four-bit-values';
import { ROWS_PER_BLOCK } from './scan-kernel';

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
 * Divides whole blocks of rows; the last one may have fewer rows. Returns false if some value has more than four bits.
 * @param high zeros, at the beginning of the first block.
 */
export function packPlanes(values: Int8Array, dimensions: number, high: Uint8Array, low: Uint8Array): boolean {
  const groups = dimensions / 4;
  const rows = values.length / dimensions;
  for (let row = 0, at = 0, toLow = 0; row < rows; row++) {
    const block = Math.floor(row / ROWS_PER_BLOCK) * highBlockBytes(dimensions) + (row % 16);
    const shift = row % ROWS_PER_BLOCK < 16 ? 0 : 4;
    for (let group = 0; group < groups; group++) {
      let first = 0;
      let second = 0;
      let rest = 0;
      for (let bit = 0; bit < 4; bit++, at++) {
        const number = levelNumbers[(values[at] ?? 0) & 255] ?? noLevel;
        if (number === noLevel) return false;
        first |= (number >> 3) << bit;
        second |= ((number >> 2) & 1) << bit;
        rest |= (number & 3) << (2 * bit);
      }
      const place = block + 16 * group;
      high[place] = (high[place] ?? 0) | (first << shift);
      const other = place + 16 * groups;
      high[other] = (high[other] ?? 0) | (second << shift);
      low[toLow++] = rest;
    }
  }
  return true;
}

/**
 * The high bits of whole blocks of rows that have two values in a byte (four-bit-values.ts); the last block may have fewer rows.
 * @param high zeros, at the beginning of the first block.
 */
export function packHighBits(packed: Uint8Array, dimensions: number, high: Uint8Array): void {
  const groups = dimensions / 4;
  const rows = (2 * packed.length) / dimensions;
  for (let row = 0, at = 0; row < rows; row++) {
    const shift = row % ROWS_PER_BLOCK < 16 ? 0 : 4;
    let place = Math.floor(row / ROWS_PER_BLOCK) * highBlockBytes(dimensions) + (row % 16);
    for (let group = 0; group < groups; group++, place += 16) {
      const low = highPairs[packed[at++] ?? 0] ?? 0;
      const both = low | ((highPairs[packed[at++] ?? 0] ?? 0) << 2);
      high[place] = (high[place] ?? 0) | ((both & 15) << shift);
      const other = place + 16 * groups;
      high[other] = (high[other] ?? 0) | ((both >> 4) << shift);
    }
  }
}

/** By a byte of two values: their first bits, the first value lowest; then, from the fifth bit, their second ones. */
const highPairs = Uint8Array.from(
  { length: 256 },
  (_, byte) => ((byte >> 3) & 1) | ((byte >> 6) & 2) | ((byte & 4) << 2) | ((byte & 64) >> 1),
);

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
