/** All vectors of this product have length 1 and single precision, so that a dot product is a cosine. */
import type { Embedder } from './embedder';

/** @throws if `raw` is not a list of finite numbers, is all zeros, or has another size than `dimensions`. */
export function unitVector(raw: unknown, dimensions: number | undefined): Float32Array {
  if (!Array.isArray(raw) || raw.length === 0) throw new Error('is not a list of numbers');
  if (dimensions !== undefined && raw.length !== dimensions)
    throw new Error(`has ${raw.length} dimensions instead of ${dimensions}`);
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

/**
 * The same model with only its first dimensions; vectors have length 1 again. @throws if the model has fewer.
 *
 * Shortens the vectors of a model that was trained to put the most important dimensions first (Matryoshka).
 */
export function withFewerDimensions(embedder: Embedder, dimensions: number): Embedder {
  if (dimensions === embedder.dimensions) return embedder;
  if (dimensions > embedder.dimensions)
    throw new Error(`the model has ${embedder.dimensions} dimensions; it cannot give ${dimensions}`);
  return {
    id: `${embedder.id}?dimensions=${dimensions}`,
    dimensions,
    limits: embedder.limits,
    async embed(texts, side, signal) {
      const vectors = await embedder.embed(texts, side, signal);
      return vectors.map((vector) => {
        const first = vector.slice(0, dimensions);
        // A text without a known word has a vector of zeros, which cannot be normalised.
        return first.some((value) => value !== 0) ? normalised(first) : first;
      });
    },
  };
}

/**
 * Converts little-endian 16-bit floats to 32-bit floats. A half has 5 bits of exponent and 10 of fraction, a single has 8 and 23.
 * Shifted into place, a half is the same number with another exponent bias, which one multiplication by 2^112 corrects, also for
 * subnormal numbers. The model has neither infinities nor NaN; they would become large numbers.
 */
export function halvesToFloats(bytes: Uint8Array): Float32Array {
  const halves = new Uint16Array(bytes.slice().buffer);
  const bits = new Uint32Array(halves.length);
  for (let i = 0; i < halves.length; i++) {
    const half = halves[i] ?? 0;
    bits[i] = ((half & 0x8000) << 16) | ((half & 0x7fff) << 13);
  }
  const floats = new Float32Array(bits.buffer);
  for (let i = 0; i < floats.length; i++) floats[i] = (floats[i] ?? 0) * 2 ** 112;
  return floats;
}
