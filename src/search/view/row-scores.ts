/** The rows that one side or the other has found in an index, and what each side gave them. */
import type { LexicalHits } from '../../index/lexical/lexical-index';
import type { IndexView } from './index-view';

/** A row that was found; a side that did not look has 0. */
export interface Found {
  readonly view: IndexView;
  readonly segment: number;
  readonly row: number;
  readonly words: number;
  readonly vector: number;
}

/** What is known of rows so far. */
export class RowScores {
  private readonly rows = new Map<
    number,
    { segment: number; row: number; words: number; vector: number | undefined }
  >();

  constructor(private readonly view: IndexView) {}

  addWords({ segments, rows, scores }: LexicalHits): void {
    rows.forEach((row, i) => {
      this.addWordsOf(segments[i] ?? 0, row, scores[i] ?? 0);
    });
  }

  addWordsOf(segment: number, row: number, score: number): void {
    this.at(segment, row).words = score;
  }

  addVector(segment: number, row: number, score: number): void {
    this.at(segment, row).vector = score;
  }

  hasVector(segment: number, row: number): boolean {
    return this.at(segment, row).vector !== undefined;
  }

  all(): Found[] {
    const { view } = this;
    return Array.from(this.rows.values(), ({ segment, row, words, vector = 0 }) => ({
      view,
      segment,
      row,
      words,
      vector,
    }));
  }

  private at(segment: number, row: number) {
    const key = segment * 2 ** 32 + row;
    let known = this.rows.get(key);
    if (!known) {
      known = { segment, row, words: 0, vector: undefined };
      this.rows.set(key, known);
    }
    return known;
  }
}
