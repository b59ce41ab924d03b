/** Vectors as this product keeps them: of length 1, in single precision, so that a product is a cosine. */

/** @throws where it is none: not numbers, not finite, all zeros, or of another size than `dimensions`. */
export function unitVector(raw: unknown, dimensions: number | undefined): Float32Array {
  if (!Array.isArray(raw) || raw.length === 0) throw new Error('is no list of numbers');
  if (dimensions !== undefined && raw.length !== dimensions) {
    throw new Error(`has ${raw.length} dimensions instead of ${dimensions}`);
  }
  const vector = new Float64Array(raw.length);
  for (const [i, value] of raw.entries()) {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error('holds something that is no number');
    vector[i] = value;
  }
  return normalised(vector);
}

/** @throws where no direction can be told. */
export function normalised(vector: Float64Array | Float32Array): Float32Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  if (largest === 0) throw new Error('is all zeros');
  // Divided by the largest first: squares of very large or small numbers are not finite or zero.
  let sum = 0;
  for (const value of vector) sum += (value / largest) ** 2;
  const length = Math.sqrt(sum);
  return Float32Array.from(vector, (value) => value / largest / length);
}

/** Of unit vectors the cosine: 1 alike, 0 nothing in common; 0 also for a vector of zeros. */
export function similarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
