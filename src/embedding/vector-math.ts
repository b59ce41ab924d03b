/** All vectors of this product have length 1 and single precision, so that a dot product is a cosine. */

/** @throws if `raw` is not a list of finite numbers, is all zeros, or has another size than `dimensions`. */
export function unitVector(raw: unknown, dimensions: number | undefined): Float32Array {
  if (!Array.isArray(raw) || raw.length === 0) throw new Error('is not a list of numbers');
  if (dimensions !== undefined && raw.length !== dimensions) {
    throw new Error(`has ${raw.length} dimensions instead of ${dimensions}`);
  }
  const vector = new Float64Array(raw.length);
  for (const [i, value] of raw.entries()) {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new Error('contains something that is not a number');
    vector[i] = value;
  }
  return normalised(vector);
}

/** @throws if all numbers are zero. */
export function normalised(vector: Float64Array | Float32Array): Float32Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  if (largest === 0) throw new Error('is all zeros');
  // Divided by the largest first, because squares of very large or small numbers overflow or become zero.
  let sum = 0;
  for (const value of vector) sum += (value / largest) ** 2;
  const length = Math.sqrt(sum);
  return Float32Array.from(vector, (value) => value / largest / length);
}

/** The cosine of two unit vectors: 1 for the same direction, 0 for nothing in common or a vector of zeros. */
export function similarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
