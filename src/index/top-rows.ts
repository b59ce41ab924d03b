const minRoom = 512;
const maxRoom = 8192;

/** Best first; of equal scores the earlier segment, then the lower row. */
export interface ScoredRows {
  readonly segments: Uint32Array;
  readonly rows: Uint32Array;
  readonly scores: Float32Array;
}

/**
 * The k best of a stream of scored rows. Rows are only collected; when the buffer is full, the k best are kept. That sorts plain
 * numbers, which native code does: a heap would first have to be optimised by the engine, which takes longer than the first search.
 * Of equal scores the older segment, then the lower row, is better.
 */
export class TopRows {
  /** Rows below this score are not kept; it rises with each choice. */
  bar: number;
  private readonly scores: Float32Array;
  private readonly segments: Uint32Array;
  private readonly rows: Uint32Array;
  private size = 0;

  /** @param lowest rows below this score are never kept. */
  constructor(
    readonly k: number,
    private readonly lowest = 0,
  ) {
    this.bar = lowest;
    const room = k + Math.max(minRoom, Math.min(k, maxRoom));
    this.scores = new Float32Array(room);
    this.segments = new Uint32Array(room);
    this.rows = new Uint32Array(room);
  }

  /** `bar`, raised first if that is worth the work: with many small segments it would be done again and again for a few rows. */
  get threshold(): number {
    if (this.k === 0) return Infinity;
    const enough = this.bar === this.lowest ? this.k : 1.5 * this.k;
    if (this.size >= enough) this.choose();
    return this.bar;
  }

  /** @param score a 32-bit float; what is not a number is not kept. */
  add(segment: number, row: number, score: number): void {
    if (!(score >= this.bar) || this.k === 0) return;
    const place = this.size++;
    this.scores[place] = score;
    this.segments[place] = segment;
    this.rows[place] = row;
    if (this.size === this.scores.length) this.choose();
  }

  /** Best first. */
  sorted(): ScoredRows {
    if (this.size > this.k) this.choose();
    const { scores, segments, rows } = this;
    const places = Array.from({ length: this.size }, (_, place) => place);
    places.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || this.compare(a, b));
    return {
      segments: Uint32Array.from(places, (place) => segments[place] ?? 0),
      rows: Uint32Array.from(places, (place) => rows[place] ?? 0),
      scores: Float32Array.from(places, (place) => scores[place] ?? 0),
    };
  }

  /** Keeps the k best, in the order they were added. There must be at least k rows. */
  private choose(): void {
    const { scores, segments, rows, size, k } = this;
    const sorted = scores.slice(0, size).sort();
    const bar = sorted[size - k] ?? 0;
    this.bar = bar;
    if (size === k) return;
    let above = 0;
    while ((sorted[size - 1 - above] ?? bar) > bar) above++;
    const isTied = sorted[size - k - 1] === bar;
    const chosen = isTied ? this.bestTies(bar, k - above) : undefined;
    let kept = 0;
    for (let place = 0; place < size; place++) {
      const score = scores[place] ?? 0;
      if (score < bar || (score === bar && chosen && !chosen.has(place))) continue;
      scores[kept] = score;
      segments[kept] = segments[place] ?? 0;
      rows[kept++] = rows[place] ?? 0;
    }
    this.size = kept;
  }

  private bestTies(score: number, count: number): Set<number> {
    const ties: number[] = [];
    for (let place = 0; place < this.size; place++) if (this.scores[place] === score) ties.push(place);
    return new Set(ties.sort((a, b) => this.compare(a, b)).slice(0, count));
  }

  private compare(a: number, b: number): number {
    return (this.segments[a] ?? 0) - (this.segments[b] ?? 0) || (this.rows[a] ?? 0) - (this.rows[b] ?? 0);
  }
}
