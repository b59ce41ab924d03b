/**
 * The best rows by their codes. Scores are small integers, so a count of rows per score gives, after every row, the score that
 * the next one needs: nothing is sorted. Of equal scores the earlier rows win.
 */
export class CodeCandidates {
  /** The minimum score of a further row. */
  minScore = 0;
  /** Rows below this score are dropped, though they may still be in the lists; `#total` counts the others. */
  #low = 0;
  #total = 0;
  #count = 0;
  readonly #withScore: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #scores: Uint16Array;

  /** @param maxAdded largest number of rows in one call of `add`. */
  constructor(
    private readonly limit: number,
    private readonly maxAdded: number,
  ) {
    this.#withScore = new Uint32Array(65536);
    // At maxAdded twice the limit are at or above `#low`: fewer than the limit above it, and no more than the limit at it.
    this.#rows = new Uint32Array(4 * limit + maxAdded);
    this.#scores = new Uint16Array(4 * limit + maxAdded);
  }

  /** @param first is added to the numbers of rows. */
  add(rows: Uint32Array, scores: Float32Array, first = 0): void {
    if (this.#count + this.maxAdded > this.#rows.length) this.#compact();
    for (let at = 0; at < rows.length; at++) {
      const score = scores[at] ?? 0;
      if (score < this.minScore) continue;
      this.#rows[this.#count] = first + (rows[at] ?? 0);
      this.#scores[this.#count++] = score;
      this.#withScore[score] = (this.#withScore[score] ?? 0) + 1;
      this.#total++;
      if (this.#total >= this.limit) this.#raise();
    }
  }

  /** In the order of rows. */
  rows(): Uint32Array {
    const atLow = this.#withScore[this.#low] ?? 0;
    let ties = this.limit - (this.#total - atLow);
    return this.#rows.slice(0, this.#count).filter((_, at) => {
      const score = this.#scores[at] ?? 0;
      return score > this.#low || (score === this.#low && ties-- > 0);
    });
  }

  #raise(): void {
    for (;;) {
      const atLow = this.#withScore[this.#low] ?? 0;
      if (this.#total - atLow < this.limit) break;
      this.#total -= atLow;
      this.#low++;
    }
    this.minScore = this.#low + 1;
  }

  #compact(): void {
    let kept = 0;
    for (let at = 0; at < this.#count; at++) {
      const score = this.#scores[at] ?? 0;
      if (score < this.#low) continue;
      this.#rows[kept] = this.#rows[at] ?? 0;
      this.#scores[kept++] = score;
    }
    this.#count = kept;
  }
}

// A set of rows: bit `row & 31` of word `row >> 5`. A set may be shorter than its segment; rows beyond its end are not in it.

export type RowSet = Uint32Array;

/** The rows below `count` that are in `only`, if it is given, and not in `except`. */
export function allowedBits(count: number, except: RowSet | undefined, only: RowSet | undefined): RowSet {
  const words = new Uint32Array(Math.ceil(count / 32));
  for (let at = 0; at < words.length; at++)
    words[at] = (only ? (only[at] ?? 0) : 0xffffffff) & ~(except ? (except[at] ?? 0) : 0);
  if (count % 32) words[words.length - 1] = (words.at(-1) ?? 0) & (2 ** (count % 32) - 1);
  return words;
}

export function countRows(set: RowSet): number {
  let sum = 0;
  for (let at = 0; at < set.length; at++) {
    let word = set[at] ?? 0;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    sum += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return sum;
}

export function rowNumbers(set: RowSet): Uint32Array {
  const rows = new Uint32Array(countRows(set));
  let count = 0;
  for (let at = 0; at < set.length; at++)
    for (let word = set[at] ?? 0; word !== 0; word &= word - 1) rows[count++] = at * 32 + 31 - Math.clz32(word & -word);
  return rows;
}
