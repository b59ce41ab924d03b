/**
 * Scores the rows of one segment and keeps the best. It scores one window of rows at a time, so that the scores stay in the
 * processor's cache. Once k rows are found, terms that are too common to lift a row into the best k, even all together, only score
 * rows that other terms have found, and skip the blocks between (MaxScore). The result is exactly the same as scoring all rows.
 */
import type { LexicalSegment } from './lexical-segment';
import type { PostingCursor, ScoreWindow } from './posting-cursor';

interface ScorerTask {
  readonly segment: LexicalSegment;
  readonly number: number;
  /** Largest weight first. */
  readonly cursors: readonly { readonly weight: number; readonly cursor: PostingCursor }[];
  /** A row must be in all `required` and in none of the `excluded`. */
  readonly required: readonly PostingCursor[];
  readonly excluded: readonly PostingCursor[];
  readonly deleted: Uint8Array | undefined;
  readonly allowed: Uint8Array | undefined;
}

const windowRows = 1 << 13;
const excludedMark = 0x8000;
/** Going to a row takes as long as reading so many rows one after the other. */
const postingsPerSeek = 16;
/** Sums of float32 may exceed the sum of their bounds by this factor. */
const rounding = 1.00001;

export class SegmentScorer {
  private readonly window: ScoreWindow;
  private readonly marks = new Uint16Array(windowRows);

  /** @param norms by length code. */
  constructor(norms: Float32Array) {
    const [scores, touched] = [new Float32Array(windowRows), new Uint16Array(windowRows)];
    this.window = { start: 0, end: 0, norms, scores, touched, count: 0 };
  }

  run(task: ScorerTask, top: TopRows): void {
    const { cursors, segment, required, excluded } = task;
    const { window, marks } = this;
    // By term: the most that it and the terms after it can add to a row.
    const rest = new Float64Array(cursors.length + 1);
    for (let i = cursors.length - 1; i >= 0; i--) {
      const entry = cursors[i];
      if (entry) rest[i] = (rest[i + 1] ?? 0) + entry.weight * entry.cursor.maxShare(window.norms) * rounding;
    }
    let finders = cursors.length;
    for (let start = 0; start < segment.rows; start += windowRows) {
      const end = Math.min(start + windowRows, segment.rows);
      const { threshold } = top;
      while (finders > 0 && (rest[finders - 1] ?? 0) < threshold) finders--;
      if (finders === 0) return;
      window.start = start;
      window.end = end;
      window.count = 0;
      for (let i = 0; i < finders; i++) {
        const entry = cursors[i];
        if (entry && entry.cursor.row < end) entry.cursor.score(window, entry.weight);
      }
      for (const cursor of required) cursor.mark(start, end, 1, marks);
      for (const cursor of excluded) cursor.mark(start, end, excludedMark, marks);
      if (window.count > 0) this.keep(task, finders, rest, top);
      if (required.length + excluded.length > 0) marks.fill(0);
    }
  }

  /** Adds the rows of the window to `top`, and clears their scores. */
  private keep(task: ScorerTask, finders: number, rest: Float64Array, top: TopRows): void {
    const { start, scores, touched, norms, count } = this.window;
    const { cursors, deleted, allowed, number, segment } = task;
    const missing = rest[finders] ?? 0;
    const isMarked = task.required.length + task.excluded.length > 0;
    let { threshold } = top;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const place = touched[i] ?? 0;
      const score = scores[place] ?? 0;
      const row = start + place;
      if (
        score + missing < threshold ||
        deleted?.[row] ||
        allowed?.[row] === 0 ||
        (isMarked && this.marks[place] !== task.required.length)
      ) {
        scores[place] = 0;
      } else if (missing > 0) {
        touched[kept++] = place;
      } else {
        scores[place] = 0;
        top.add(number, row, score);
        threshold = top.bar;
      }
    }
    if (kept === 0) return;
    let isSorted = false;
    for (let i = finders; i < cursors.length; i++) {
      const entry = cursors[i];
      if (!entry) break;
      const { cursor, weight } = entry;
      const left = rest[i] ?? 0;
      // Rows that can no longer be among the best leave the list.
      let hopeful = 0;
      for (let j = 0; j < kept; j++) {
        const place = touched[j] ?? 0;
        if ((scores[place] ?? 0) + left < threshold) scores[place] = 0;
        else touched[hopeful++] = place;
      }
      kept = hopeful;
      const postings = (cursor.rows * windowRows) / segment.rows;
      if (kept * postingsPerSeek > postings) {
        cursor.addTo(this.window, weight);
        continue;
      }
      // Cursors only move forward.
      if (!isSorted) touched.subarray(0, kept).sort();
      isSorted = true;
      for (let j = 0; j < kept; j++) {
        const place = touched[j] ?? 0;
        cursor.seek(start + place);
        if (cursor.row === start + place) scores[place] = (scores[place] ?? 0) + weight * cursor.share(norms);
      }
    }
    for (let j = 0; j < kept; j++) {
      const place = touched[j] ?? 0;
      const score = scores[place] ?? 0;
      scores[place] = 0;
      top.add(number, start + place, score);
    }
  }
}

/**
 * The k best of a stream of scored rows. Rows are only collected; when the buffer is full, the k best are kept. That sorts plain
 * numbers, which native code does: a heap would first have to be optimised by the engine, which takes longer than the first search.
 * Of equal scores the older segment, then the lower row, is better.
 */
export class TopRows {
  /** Rows below this score are not kept; it rises with each choice. */
  bar = 0;
  private readonly scores: Float32Array;
  private readonly segments: Uint16Array;
  private readonly rows: Uint32Array;
  private size = 0;

  constructor(private readonly k: number) {
    const room = k + Math.max(minRoom, Math.min(k, maxRoom));
    this.scores = new Float32Array(room);
    this.segments = new Uint16Array(room);
    this.rows = new Uint32Array(room);
  }

  /** `bar`, raised first if that is worth the work: with many small segments it would be done again and again for a few rows. */
  get threshold(): number {
    if (this.k === 0) return Infinity;
    const enough = this.bar === 0 ? this.k : 1.5 * this.k;
    if (this.size >= enough) this.choose();
    return this.bar;
  }

  /** @param score a 32-bit float. */
  add(segment: number, row: number, score: number): void {
    if (score < this.bar || this.k === 0) return;
    const place = this.size++;
    this.scores[place] = score;
    this.segments[place] = segment;
    this.rows[place] = row;
    if (this.size === this.scores.length) this.choose();
  }

  /** Best first. */
  sorted(): { readonly segments: Uint16Array; readonly rows: Uint32Array; readonly scores: Float32Array } {
    if (this.size > this.k) this.choose();
    const { scores, segments, rows } = this;
    const places = Array.from({ length: this.size }, (_, place) => place);
    places.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || this.compare(a, b));
    return {
      segments: Uint16Array.from(places, (place) => segments[place] ?? 0),
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

const minRoom = 512;
const maxRoom = 8192;
