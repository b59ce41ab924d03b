/** Two ways to make vectors smaller: cut them to their first dimensions, or round them to int8. */

export type VectorShape = 'int8' | 128 | 64;

export function reshape(vector: Float32Array, shape: VectorShape): Float32Array {
  return shape === 'int8' ? roundToInt8(vector) : normalise(vector.slice(0, shape));
}

/** As stored in the index: 8 bits per number and one scale per vector. */
function roundToInt8(vector: Float32Array): Float32Array {
  const scale = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) / 127;
  return scale === 0 ? vector : vector.map((value) => Math.round(value / scale) * scale);
}

function normalise(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

export function similarities(query: Float32Array, passages: readonly Float32Array[]): Float32Array {
  return Float32Array.from(passages, (passage) => dot(query, passage));
}
