/**
 * Rotates a vector by a fixed random rotation before it is quantised. Lengths and angles stay the same, but no dimension is larger
 * than the others any more. So int8 with one scale per vector loses less (recall@10 of the nearest rows .986 instead of .977), and
 * the signs of the rotated values are a good 1-bit code.
 *
 * A rotation flips signs by fixed random bits and applies a fast Walsh-Hadamard transform, which takes n log n additions. The
 * transform needs a power of two; for other lengths it rotates the largest such stretch at the start and then the one at the end,
 * which overlap. The signs are part of the file format: with other signs, stored vectors would be useless.
 */
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
