/** The rows of an index that a search found, in the order found, and the scores of each. */
import type { RowPlace } from './view-vectors';

/** Rows of one segment, ascending, and their places in the list of all rows. */
export interface SegmentRows {
  readonly segment: number;
  readonly rows: Uint32Array;
  readonly places: Uint32Array;
}

export class RowList {
  readonly rows: RowPlace[] = [];
  /** By segment and row. One map for all would need keys beyond 31 bits, which are slow. */
  private readonly places = new Map<number, Map<number, number>>();

  /** Adds a row unless it is there, and returns its place. */
  add(segment: number, row: number): number {
    let ofSegment = this.places.get(segment);
    if (!ofSegment) {
      ofSegment = new Map();
      this.places.set(segment, ofSegment);
    }
    let place = ofSegment.get(row);
    if (place === undefined) {
      place = this.rows.length;
      this.rows.push({ segment, row });
      ofSegment.set(row, place);
    }
    return place;
  }

  bySegment(): SegmentRows[] {
    const { length } = this.rows;
    return Array.from(this.places, ([segment, places]) => {
      // Numbers of row and place are sorted by native code, which is much faster than comparing rows here.
      const sorted = Float64Array.from(places, ([row, place]) => row * length + place).sort();
      const rows = Uint32Array.from(sorted, (both) => Math.floor(both / length));
      return { segment, rows, places: Uint32Array.from(sorted, (both) => both % length) };
    });
  }
}

/** The scores of the rows of a list, by place; 0 where words or vectors were not searched. */
export class RowScores {
  readonly words: number[] = [];
  readonly vectors: number[] = [];

  wordsAt(place: number): number {
    return this.words[place] ?? 0;
  }

  vectorAt(place: number): number {
    return this.vectors[place] ?? 0;
  }
}
