/** Collects the rows of an index that words and vectors found, with both scores of each. */
import type { LexicalHits } from '../../index/lexical/lexical-index';
import type { RowPlace } from './view-vectors';

/** A row with its scores: 0 where words or vectors were not searched. */
export interface ScoredRow {
  readonly segment: number;
  readonly row: number;
  readonly words: number;
  readonly vector: number;
}

export class RowScores {
  private readonly rows = new Map<
    number,
    { segment: number; row: number; words: number; vector: number | undefined }
  >();

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

  /** Takes in rows that another search found; their scores are still to be filled in. */
  addRows(rows: Iterable<RowPlace>): void {
    for (const { segment, row } of rows) this.at(segment, row);
  }

  scoresAt(segment: number, row: number): { readonly words: number; readonly vector: number } {
    const { words, vector = 0 } = this.at(segment, row);
    return { words, vector };
  }

  hasVector(segment: number, row: number): boolean {
    return this.at(segment, row).vector !== undefined;
  }

  all(): ScoredRow[] {
    return Array.from(this.rows.values(), ({ segment, row, words, vector = 0 }) => ({ segment, row, words, vector }));
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
