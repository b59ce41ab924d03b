/**
 * The k best rows of a scan. Rows are added in the order of segments and rows, many at once, and are kept in that order until the
 * end. So of equal scores the earlier row wins, without comparing row numbers.
 */
export interface ScanHits {
  /** Best first; of equal scores the earlier segment and row. */
  readonly segments: Uint32Array;
  readonly rows: Uint32Array;
  readonly scores: Float32Array;
}

export class BestRows {
  /** Only rows above this can still be among the best. */
  bar = Number.NEGATIVE_INFINITY;
  #count = 0;
  /** From this many rows on, the best k are chosen. Each time all are sorted, and a small segment adds only a few. */
  #enough: number;
  readonly #segments: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #scores: Float32Array;

  /** @param maxAdded largest number of rows in one call of `add`. */
  constructor(
    readonly k: number,
    maxAdded: number,
  ) {
    this.#enough = k;
    const room = 2 * k + maxAdded;
    this.#segments = new Uint32Array(room);
    this.#rows = new Uint32Array(room);
    this.#scores = new Float32Array(room);
  }

  add(segment: number, rows: Uint32Array, scores: Float32Array): void {
    const before = this.#count;
    let count = before;
    for (let at = 0; at < rows.length; at++) {
      const score = scores[at] ?? 0;
      // Also rejects NaN.
      if (!(score > this.bar)) continue;
      this.#rows[count] = rows[at] ?? 0;
      this.#scores[count++] = score;
    }
    this.#segments.fill(segment, before, count);
    this.#count = count;
    if (count < this.#enough) return;
    this.#prune();
    this.#enough = 2 * this.k;
  }

  /** Row numbers in ascending order, for a single segment. */
  rows(): Uint32Array {
    return this.#rows.subarray(0, this.#count);
  }

  hits(scale: number): ScanHits {
    if (this.#count > this.k) this.#prune();
    const order = Uint32Array.from({ length: this.#count }, (_, at) => at);
    order.sort((a, b) => (this.#scores[b] ?? 0) - (this.#scores[a] ?? 0) || a - b);
    return {
      segments: order.map((at) => this.#segments[at] ?? 0),
      rows: order.map((at) => this.#rows[at] ?? 0),
      scores: Float32Array.from(order, (at) => (this.#scores[at] ?? 0) * scale),
    };
  }

  #prune(): void {
    const sorted = this.#scores.slice(0, this.#count).sort();
    const bar = sorted[this.#count - this.k] ?? 0;
    let above = 0;
    for (let at = this.#count - 1; at >= 0 && (sorted[at] ?? 0) > bar; at--) above++;
    let ties = this.k - above;
    let kept = 0;
    for (let at = 0; at < this.#count; at++) {
      const score = this.#scores[at] ?? 0;
      if (score < bar || (score === bar && ties-- <= 0)) continue;
      this.#keep(kept++, this.#segments[at] ?? 0, this.#rows[at] ?? 0, score);
    }
    this.#count = kept;
    this.bar = bar;
  }

  #keep(at: number, segment: number, row: number, score: number): void {
    this.#segments[at] = segment;
    this.#rows[at] = row;
    this.#scores[at] = score;
  }
}
