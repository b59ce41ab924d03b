/**
 * The bytes of a posting: the number of rows between it and the one before, its gap, and the code of its weighted count. The first
 * byte is looked up: it is a count and a gap; or a count and the first of 256 or 65,536 gaps, with the rest in one or two more bytes.
 * The last byte means that code and gap follow, a byte and a varint; the one before it that the code follows, and the gap is 0. So
 * nearly all postings of common words take one byte, and reading is as fast as with plain varints.
 *
 * The first posting of a term has a table of its own, because it is relative to that of the term before, in both directions.
 *
 * Which counts and gaps are short was found by counting the postings of repositories in six languages, the Linux kernel among them.
 */
import type { ByteWriter } from '../format/byte-codec';

/** Count code; gaps in one byte; pages of 256 gaps in two bytes; pages of 65,536 gaps in three. */
type ShortGaps = readonly (readonly [code: number, one: number, two: number, three: number])[];

export const otherCode = 254;
const otherPosting = 255;

class PostingTable {
  /** By first byte: the count code and the first gap. */
  readonly codes: Uint8Array = new Uint8Array(256);
  readonly gaps: Uint32Array = new Uint32Array(256);
  /** The first bytes from here on have one, or two, more bytes of the gap. */
  readonly firstOfTwo: number;
  readonly firstOfThree: number;
  /** By count code: the first of its bytes with one, two and three bytes, and the first gap that is too long for each. */
  private readonly starts = { one: new Uint8Array(256), two: new Uint8Array(256), three: new Uint8Array(256) };
  private readonly ends = { one: new Uint32Array(256), two: new Uint32Array(256), three: new Uint32Array(256) };

  constructor(shortGaps: ShortGaps) {
    this.firstOfTwo = shortGaps.reduce((sum, [, one]) => sum + one, 0);
    this.firstOfThree = shortGaps.reduce((sum, [, , two]) => sum + two, this.firstOfTwo);
    const { starts, ends } = this;
    let next = { one: 0, two: this.firstOfTwo, three: this.firstOfThree };
    for (const [code, one, two, three] of shortGaps) {
      starts.one[code] = next.one;
      starts.two[code] = next.two;
      starts.three[code] = next.three;
      const endOfTwo = one + 256 * two;
      ends.one[code] = one;
      ends.two[code] = endOfTwo;
      ends.three[code] = endOfTwo + 65_536 * three;
      this.fill(code, next.one, one, 0, 1);
      this.fill(code, next.two, two, one, 256);
      this.fill(code, next.three, three, endOfTwo, 65_536);
      next = { one: next.one + one, two: next.two + two, three: next.three + three };
    }
    if (next.three > otherCode) throw new RangeError('a byte has too few values for these gaps');
  }

  private fill(code: number, from: number, count: number, first: number, step: number): void {
    for (let i = 0; i < count; i++) {
      this.codes[from + i] = code;
      this.gaps[from + i] = first + step * i;
    }
  }

  /** @param code not 0. */
  write(to: ByteWriter, gap: number, code: number): void {
    const { starts, ends } = this;
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
    to.byte(gap === 0 ? otherCode : otherPosting);
    to.byte(code);
    if (gap > 0) to.varint(gap);
  }
}

const laterPostings = new PostingTable([
  [4, 73, 19, 2],
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
  ...[50, 54, 58, 60, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80].map((code) => [code, 1, 0, 0] as const),
  ...[84, 86, 88, 92, 96, 100].map((code) => [code, 1, 0, 0] as const),
]);

/** Up to eight pages of 65,536: a record has at most 262,144 rows, in two directions. */
export const firstPostings: PostingTable = new PostingTable([
  [4, 32, 30, 8],
  [14, 26, 11, 8],
  [30, 25, 6, 8],
  [8, 3, 4, 8],
  [6, 1, 1, 7],
  [18, 3, 2, 6],
  [12, 1, 1, 8],
  [34, 3, 2, 5],
  [16, 1, 1, 7],
  [20, 1, 1, 6],
  [28, 1, 1, 6],
  [22, 1, 1, 1],
  [10, 1, 1, 3],
  [24, 0, 1, 5],
  [38, 0, 1, 1],
  [36, 0, 1, 1],
  [26, 0, 1, 0],
  [32, 0, 0, 1],
]);

/** @param code not 0. */
export function writePosting(to: ByteWriter, gap: number, code: number): void {
  laterPostings.write(to, gap, code);
}

/** @param step from the first row of the term before to that of this one. */
export function writeFirstPosting(to: ByteWriter, step: number, code: number): void {
  firstPostings.write(to, step < 0 ? -2 * step - 1 : 2 * step, code);
}

/** For the loops of posting-cursor.ts. */
export const codeOfByte: Uint8Array = laterPostings.codes;
export const gapOfByte: Uint32Array = laterPostings.gaps;
export const firstOfTwo: number = laterPostings.firstOfTwo;
export const firstOfThree: number = laterPostings.firstOfThree;
