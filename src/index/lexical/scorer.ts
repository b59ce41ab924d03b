/**
 * Scores the rows of one segment and keeps the best. It scores one window of rows at a time, so that the scores stay in the
 * processor's cache. Once k rows are found, terms that are too common to lift a row into the best k, even all together, only score
 * rows that other terms have found, and skip the blocks between (MaxScore). The result is exactly the same as scoring all rows.
 */
import type { TopRows } from '../top-rows';
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
