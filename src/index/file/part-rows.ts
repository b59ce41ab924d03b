/** The searched rows of some files of segments as one list, as compaction writes them; vectors are read when they are asked for. */

import { bytesOf } from '../format/byte-codec';
import type { LoadedSegment } from './loaded-segment';

/** Some files of a segment, with all their rows. */
export interface SegmentPart {
  readonly segment: LoadedSegment;
  readonly files: readonly number[];
}

/** Rows [from, to) of a segment, which are [first, first + to - from) of the list. */
interface RowRange {
  readonly segment: LoadedSegment;
  readonly from: number;
  readonly to: number;
  readonly first: number;
}

const pieceBytes = 2 ** 18;

export class PartRows {
  readonly count: number;
  readonly dimensions: number;
  private readonly ranges: RowRange[] = [];

  constructor(parts: readonly SegmentPart[]) {
    let first = 0;
    for (const part of parts) {
      for (const [from, to] of searchedRanges(part)) {
        this.ranges.push({ segment: part.segment, from, to, first });
        first += to - from;
      }
    }
    this.count = first;
    this.dimensions = parts[0]?.segment.dimensions ?? 0;
  }

  /** By row: 1 if its vector is missing. */
  missing(): Uint8Array {
    const all = new Uint8Array(this.count);
    for (const { segment, from, to, first } of this.ranges)
      if (segment.missing) all.set(segment.missing.subarray(from, to), first);
    return all;
  }

  /** The vectors of rows [from, to) of the list, one after the other. */
  vectors(from: number, to: number, target: Int8Array): void {
    const { dimensions } = this;
    this.visit(from, to, ({ vectors }, start, end, at) =>
      vectors.read(start, end, target.subarray(at * dimensions, (at + end - start) * dimensions)),
    );
  }

  scales(from: number, to: number): Float32Array {
    const all = new Float32Array(to - from);
    this.visit(from, to, ({ vectors }, start, end, at) => all.set(vectors.readScales(start, end), at));
    return all;
  }

  /** All vectors. */
  *pieces(): Generator<Uint8Array> {
    const step = Math.max(1, Math.floor(pieceBytes / this.dimensions));
    for (let from = 0; from < this.count; from += step) {
      const to = Math.min(this.count, from + step);
      const vectors = new Int8Array((to - from) * this.dimensions);
      this.vectors(from, to, vectors);
      yield bytesOf(vectors);
    }
  }

  /** Do all rows have vectors with two values in a byte? Then these bytes need not be decoded. */
  get arePacked(): boolean {
    return this.ranges.every(({ segment }) => segment.vectors.packed !== undefined);
  }

  /** All vectors, with two values in a byte. */
  *packedPieces(): Generator<Uint8Array> {
    const rowBytes = this.dimensions / 2;
    const step = Math.max(1, Math.floor(pieceBytes / rowBytes));
    for (const { segment, from, to } of this.ranges) {
      const { packed } = segment.vectors;
      for (let row = from; packed && row < to; row += step)
        yield packed.readOnce(row * rowBytes, Math.min(to, row + step) * rowBytes);
    }
  }

  /** @param use gets rows [start, end) of a segment, and their place after `from`. */
  private visit(
    from: number,
    to: number,
    use: (segment: LoadedSegment, start: number, end: number, at: number) => void,
  ): void {
    for (let i = this.rangeOf(from); i < this.ranges.length; i++) {
      const range = this.ranges[i];
      if (!range || range.first >= to) return;
      const start = Math.max(range.from, range.from + from - range.first);
      const end = Math.min(range.to, range.from + to - range.first);
      if (start < end) use(range.segment, start, end, range.first + start - range.from - from);
    }
  }

  /** The last range that begins at or before a row. */
  private rangeOf(row: number): number {
    let low = 0;
    let high = this.ranges.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.ranges[middle]?.first ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The rows of the files, those of neighbours together. */
function* searchedRanges({ segment, files }: SegmentPart): Generator<readonly [from: number, to: number]> {
  let [start, end] = [0, 0];
  for (const file of files) {
    const [from, to] = segment.searchedRows(file);
    if (from !== end) {
      if (end > start) yield [start, end];
      start = from;
    }
    end = to;
  }
  if (end > start) yield [start, end];
}
