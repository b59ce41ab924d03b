/**
 * The bytes of a posting: the number of rows between it and the one before, its gap, and the code of its weighted count. The first
 * byte is looked up: it is a count and a gap; or a count and the first of 256 or 65,536 gaps, with the rest in one or two more bytes.
 * The last byte means that code and gap follow, a byte and a varint. So nearly all postings of common words take one byte, and reading
 * is as fast as with plain varints.
 *
 * Which counts and gaps are short was found by counting the postings of repositories in six languages, the Linux kernel among them.
 */
import type { GrowingBytes } from './growing-bytes';

/** Count code; gaps in one byte; pages of 256 gaps in two bytes; pages of 65,536 gaps in three. */
const shortGaps: readonly (readonly [code: number, one: number, two: number, three: number])[] = [
  [4, 77, 19, 2],
  [8, 25, 7, 2],
  [12, 10, 2, 1],
  [16, 7, 2, 1],
  [6, 6, 2, 1],
  [14, 4, 2, 2],
  [20, 4, 1, 1],
  [24, 3, 1, 1],
  [30, 3, 1, 2],
  [32, 2, 1, 0],
  [36, 2, 1, 0],
  [28, 2, 1, 1],
  [10, 2, 1, 1],
  [18, 2, 1, 1],
  [34, 1, 1, 1],
  ...[22, 26, 38, 40, 42, 44, 46, 48, 52, 56].map((code) => [code, 1, 1, 0] as const),
  ...[50, 54, 58, 60, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80, 82].map((code) => [code, 1, 0, 0] as const),
  ...[84, 86, 88, 90, 92, 96, 100, 104, 108, 112].map((code) => [code, 1, 0, 0] as const),
];

/** By first byte: the count code and the first gap. */
export const codeOfByte: Uint8Array = new Uint8Array(256);
export const gapOfByte: Uint32Array = new Uint32Array(256);
/** The first bytes from here on have one, or two, more bytes of the gap. */
export const firstOfTwo: number = shortGaps.reduce((sum, [, one]) => sum + one, 0);
export const firstOfThree: number = shortGaps.reduce((sum, [, , two]) => sum + two, firstOfTwo);
export const otherPosting = 255;

/** By count code: the first of its bytes with one, two and three bytes, and the first gap that is too long for each. */
const starts = { one: new Uint8Array(256), two: new Uint8Array(256), three: new Uint8Array(256) };
const ends = { one: new Uint32Array(256), two: new Uint32Array(256), three: new Uint32Array(256) };

let next = { one: 0, two: firstOfTwo, three: firstOfThree };
for (const [code, one, two, three] of shortGaps) {
  starts.one[code] = next.one;
  starts.two[code] = next.two;
  starts.three[code] = next.three;
  const endOfTwo = one + 256 * two;
  ends.one[code] = one;
  ends.two[code] = endOfTwo;
  ends.three[code] = endOfTwo + 65_536 * three;
  const fill = (from: number, count: number, first: number, step: number): void => {
    for (let i = 0; i < count; i++) {
      codeOfByte[from + i] = code;
      gapOfByte[from + i] = first + step * i;
    }
  };
  fill(next.one, one, 0, 1);
  fill(next.two, two, one, 256);
  fill(next.three, three, endOfTwo, 65_536);
  next = { one: next.one + one, two: next.two + two, three: next.three + three };
}

/** @param code not 0. */
export function writePosting(to: GrowingBytes, gap: number, code: number): void {
  const endOfOne = ends.one[code] ?? 0;
  if (gap < endOfOne) {
    to.byte((starts.one[code] ?? 0) + gap);
    return;
  }
  const endOfTwo = ends.two[code] ?? 0;
  if (gap < endOfTwo) {
    const rest = gap - endOfOne;
    to.byte((starts.two[code] ?? 0) + (rest >> 8));
    to.byte(rest & 255);
    return;
  }
  if (gap < (ends.three[code] ?? 0)) {
    const rest = gap - endOfTwo;
    to.byte((starts.three[code] ?? 0) + (rest >> 16));
    to.byte(rest & 255);
    to.byte((rest >> 8) & 255);
    return;
  }
  to.byte(otherPosting);
  to.byte(code);
  to.varint(gap);
}
