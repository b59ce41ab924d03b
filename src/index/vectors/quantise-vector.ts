/**
 * Stores vectors of floats as bytes. A row is the vector, padded with zeros to a multiple of 32, rotated (rotation.ts), and divided
 * by its own scale, so that its largest value becomes ±127. A query keeps 16 bits per value, since that costs the scan nothing.
 */
import { nearestLevel } from './four-bit-values';
import { rotate, rotateBack } from './rotation';

/** Length in bytes of the row of a vector. */
export function rowBytes(dimensions: number): number {
  return Math.ceil(dimensions / 32) * 32;
}

/** Writes the row of a vector to `target`, `rowBytes` long, and returns its scale: 0 for a vector of zeros. */
export function quantiseVector(vector: Float32Array, target: Int8Array): number {
  const values = rotated(vector, target.length);
  const largest = largestOf(values);
  const scale = Math.fround(largest / 127);
  // Too small for a scale of 32 bits: the vector counts as zeros.
  if (scale === 0) {
    target.fill(0);
    return 0;
  }
  for (let at = 0; at < target.length; at++)
    target[at] = Math.max(-127, Math.min(127, Math.round((values[at] ?? 0) / scale)));
  return scale;
}

/**
 * The same with 16 levels, so that the file has half the bytes. Of the ten nearest rows some .85 stay the same (.99 with 8 bits), and
 * the answers to questions are as good (docs/index-format.md). For vectors that can be made again at any time.
 */
export function quantiseToFourBits(vector: Float32Array, target: Int8Array): number {
  const values = rotated(vector, target.length);
  let squares = 0;
  for (let at = 0; at < values.length; at++) squares += (values[at] ?? 0) * (values[at] ?? 0);
  const deviation = largestOf(values) === 0 ? 0 : Math.sqrt(squares / values.length);
  let product = 0;
  for (let at = 0; at < target.length; at++) {
    const value = values[at] ?? 0;
    const level = nearestLevel(deviation === 0 ? 0 : value / deviation);
    target[at] = level;
    product += level * value;
  }
  // So that the product with the vector itself is exact: then those with its neighbours are right on average.
  const scale = product === 0 ? 0 : Math.fround(squares / product);
  return Number.isFinite(scale) ? scale : 0;
}

/** A vector as the index has it with four bits. */
export function roundedVector(vector: Float32Array): Float32Array {
  const row = new Int8Array(rowBytes(vector.length));
  const scale = quantiseToFourBits(vector, row);
  return restoreVector(row, scale, vector.length);
}

/** The vector of a row, as exact as its bytes allow. */
export function restoreVector(row: Int8Array, scale: number, dimensions: number): Float32Array {
  const values = Float32Array.from(row, (value) => value * scale);
  rotateBack(values);
  return values.subarray(0, dimensions);
}

export interface QuantisedQuery {
  /** One value per byte of a row. */
  readonly values: Int16Array;
  /** A row's cosine is the integer product with it × the row's scale × this. */
  readonly scale: number;
}

export function quantiseQuery(vector: Float32Array, bytes: number): QuantisedQuery {
  const values = rotated(vector, bytes);
  const largest = largestOf(values);
  if (largest === 0) return { values: new Int16Array(bytes), scale: 0 };
  // The largest sum, of values that are all ±this times bytes of -128, stays below 2^31.
  const levels = Math.min(32767, Math.floor((2 ** 31 - 1) / (128 * bytes)));
  return {
    values: Int16Array.from(values, (value) => Math.round((value / largest) * levels)),
    scale: largest / levels,
  };
}

function rotated(vector: Float32Array, bytes: number): Float32Array {
  const values = new Float32Array(bytes);
  values.set(vector);
  rotate(values);
  return values;
}

function largestOf(values: Float32Array): number {
  let largest = 0;
  // Not `for … of`, which is several times slower.
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (!Number.isFinite(value)) throw new RangeError('a vector has a value that is not a finite number');
    largest = Math.max(largest, Math.abs(value));
  }
  return largest;
}
