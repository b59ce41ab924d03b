/**
 * Stores vectors of floats as bytes. A row is the vector, padded with zeros to a multiple of 32, rotated, and divided
 * by its own scale, so that its largest value becomes ±127. A query keeps 16 bits per value, since that costs the scan nothing.
 */
import { nearestLevel } from './four-bit-values';

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

// Rotates a vector by a fixed random rotation before it is quantised. Lengths and angles stay the same, but no dimension is larger
// than the others any more. So int8 with one scale per vector loses less (recall@10 of the nearest rows .986 instead of .977), and
// the signs of the rotated values say much (bit-planes.ts).
//
// A rotation flips signs by fixed random bits and applies a fast Walsh-Hadamard transform, which takes n log n additions. The
// transform needs a power of two; for other lengths it rotates the largest such stretch at the start and then the one at the end,
// which overlap. The signs are part of the file format: with other signs, stored vectors would be useless.

export function rotate(values: Float32Array): void {
  const span = largestPower(values.length);
  turn(values, 0, span, 1);
  if (span < values.length) turn(values, values.length - span, span, 2);
}

export function rotateBack(values: Float32Array): void {
  const span = largestPower(values.length);
  if (span < values.length) turnBack(values, values.length - span, span, 2);
  turnBack(values, 0, span, 1);
}

function turn(values: Float32Array, from: number, span: number, round: 1 | 2): void {
  flip(values, from, span, round);
  transform(values, from, span);
}

/** The transform is its own inverse. */
function turnBack(values: Float32Array, from: number, span: number, round: 1 | 2): void {
  transform(values, from, span);
  flip(values, from, span, round);
}

function flip(values: Float32Array, from: number, span: number, round: 1 | 2): void {
  const signs = signsOf(span, round);
  // Plus 0, so that zeros stay positive.
  for (let at = 0; at < span; at++) values[from + at] = (values[from + at] ?? 0) * (signs[at] ?? 0) + 0;
}

/** Two steps of the transform in one pass, where two are left: half the loads and stores. */
function transform(values: Float32Array, from: number, span: number): void {
  const end = from + span;
  let half = 1;
  for (; half * 2 < span; half *= 4)
    for (let block = from; block < end; block += 4 * half)
      for (let at = block; at < block + half; at++) {
        const a = values[at] ?? 0;
        const b = values[at + half] ?? 0;
        const c = values[at + 2 * half] ?? 0;
        const d = values[at + 3 * half] ?? 0;
        values[at] = a + b + (c + d);
        values[at + half] = a - b + (c - d);
        values[at + 2 * half] = a + b - (c + d);
        values[at + 3 * half] = a - b - (c - d);
      }
  if (half < span)
    for (let at = from; at < from + half; at++) {
      const a = values[at] ?? 0;
      const b = values[at + half] ?? 0;
      values[at] = a + b;
      values[at + half] = a - b;
    }
  const length = 1 / Math.sqrt(span);
  for (let at = from; at < end; at++) values[at] = (values[at] ?? 0) * length;
}

function largestPower(limit: number): number {
  return limit < 1 ? 0 : 2 ** Math.floor(Math.log2(limit));
}

const known = new Map<number, Float32Array>();

/** 1 or -1 for each position: random bits from a hash that mixes all bits of its input. */
function signsOf(span: number, round: 1 | 2): Float32Array {
  const key = span * 2 + round;
  let signs = known.get(key);
  if (!signs) {
    signs = Float32Array.from({ length: span }, (_, at) => (isFlipped(at, round) ? -1 : 1));
    known.set(key, signs);
  }
  return signs;
}

function isFlipped(at: number, round: number): boolean {
  let mixed = Math.imul(at + 1, 0x9e3779b1) ^ Math.imul(round, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) & 1) === 1;
}
