/** Iterates over the postings of one term in one segment. */

import { countByCode } from '../terms/field-weights';
import { minBlockedRows, rowsPerBlock } from './lexical-format';
import type { LexicalSegment } from './lexical-segment';
import { codeOfByte, firstOfThree, firstOfTwo, gapOfByte, otherCode } from './posting-bytes';
import { broken, type TermPostings } from './term-cursor';

/** Rows that are scored together: a place is a row minus `start`. */
export interface ScoreWindow {
  start: number;
  end: number;
  /** By length code. */
  readonly norms: Float32Array;
  /** By place. */
  readonly scores: Float32Array;
  /** The first `count` are the places that have a score. */
  readonly touched: Uint16Array;
  count: number;
}

export class PostingCursor {
  /** The current row; the segment's number of rows when there are no more. */
  row: number;
  /** The code of its weighted count. */
  code: number;
  /** How many rows have the term. */
  readonly rows: number;
  /** No row of the term has a higher count code, or a lower length code. */
  readonly highestCount: number = 255;
  readonly lowestLength: number = 0;
  private readonly bytes: Uint8Array;
  private readonly lengthCodes: Uint8Array;
  /** The segment's number of rows. */
  private readonly limit: number;
  private at: number;
  private readonly end: number;
  /** By block: its last row, and where it starts. Empty: the term has no blocks. */
  private readonly blockRows: Uint32Array = noBlocks;
  private readonly blockStarts: Uint32Array = noBlocks;
  private block = 0;

  constructor(segment: LexicalSegment, place: TermPostings) {
    const { rows } = place;
    if (rows > segment.rows || place.firstRow >= segment.rows) throw broken('terms');
    this.bytes = place.start === place.end ? noBytes : segment.postingBytes(place);
    this.lengthCodes = segment.lengthCodes;
    this.limit = segment.rows;
    this.at = 0;
    this.end = this.bytes.length;
    this.rows = rows;
    if (rows >= minBlockedRows) {
      this.highestCount = this.bytes[this.at++] ?? 0;
      this.lowestLength = this.bytes[this.at++] ?? 0;
      const tableEnd = this.varint() + this.at;
      const blocks = Math.ceil(rows / rowsPerBlock);
      this.blockRows = new Uint32Array(blocks);
      this.blockStarts = new Uint32Array(blocks);
      let row = 0;
      let blockStart = tableEnd;
      for (let i = 0; i < blocks; i++) {
        row += this.varint();
        this.blockRows[i] = row;
        this.blockStarts[i] = blockStart;
        blockStart += this.varint();
      }
      this.at = tableEnd;
    }
    this.row = place.firstRow;
    this.code = place.firstCode;
  }

  next(): void {
    if (this.at >= this.end) {
      this.row = this.limit;
      return;
    }
    const { bytes } = this;
    const byte = bytes[this.at++] ?? 0;
    this.code = codeOfByte[byte] ?? 0;
    let gap = gapOfByte[byte] ?? 0;
    if (byte >= firstOfTwo) {
      if (byte >= otherCode) {
        this.code = bytes[this.at++] ?? 0;
        gap = byte === otherCode ? 0 : this.varint();
      } else {
        gap += bytes[this.at++] ?? 0;
        if (byte >= firstOfThree) gap += (bytes[this.at++] ?? 0) << 8;
      }
    }
    this.row += 1 + gap;
  }

  /** Goes to `row`, or to the first row after it. */
  seek(row: number): void {
    const { blockRows } = this;
    if (row > (blockRows[this.block] ?? Infinity)) {
      let { block } = this;
      while (row > (blockRows[block] ?? Infinity)) block++;
      // The current row may be in a later block than the last one sought.
      if (block > 0 && (blockRows[block - 1] ?? 0) > this.row) {
        this.row = blockRows[block - 1] ?? 0;
        this.at = this.blockStarts[block] ?? this.end;
        this.next();
      }
      this.block = block;
    }
    while (this.row < row) this.next();
  }

  /** What the term adds to the score of the current row, before its weight: below 1. @param norms by length code. */
  share(norms: Float32Array): number {
    const count = countByCode[this.code] ?? 0;
    return count / (count + (norms[this.lengthCodes[this.row] ?? 0] ?? 0));
  }

  /** The largest share of any row. */
  maxShare(norms: Float32Array): number {
    const count = countByCode[this.highestCount] ?? 0;
    return count / (count + (norms[this.lowestLength] ?? 0));
  }

  /**
   * Adds the term's share to the score of each row of the window, and goes to the first row after it. Places that had no score are
   * appended to those that are touched.
   */
  score(window: ScoreWindow, weight: number): void {
    const { bytes, lengthCodes } = this;
    const { start, end, norms, scores, touched } = window;
    const last = this.end;
    let { row, code, at } = this;
    let found = window.count;
    while (row < end) {
      const place = row - start;
      const gain = countByCode[code] ?? 0;
      const before = scores[place] ?? 0;
      if (before === 0) touched[found++] = place;
      scores[place] = before + (weight * gain) / (gain + (norms[lengthCodes[row] ?? 0] ?? 0));
      if (at >= last) {
        row = this.limit;
        break;
      }
      const byte = bytes[at++] ?? 0;
      if (byte >= otherCode) {
        this.row = row;
        this.at = at - 1;
        this.next();
        ({ row, code, at } = this);
        continue;
      }
      code = codeOfByte[byte] ?? 0;
      row += 1 + (gapOfByte[byte] ?? 0);
      if (byte >= firstOfTwo) row += bytes[at++] ?? 0;
      if (byte >= firstOfThree) row += (bytes[at++] ?? 0) << 8;
    }
    this.row = row;
    this.code = code;
    this.at = at;
    window.count = found;
  }

  /** Adds the term's share to each row of the window that has a score, and goes to the first row after it. */
  addTo({ start, end, norms, scores }: ScoreWindow, weight: number): void {
    this.seek(start);
    for (; this.row < end; this.next()) {
      const place = this.row - start;
      const before = scores[place] ?? 0;
      if (before > 0) scores[place] = before + weight * this.share(norms);
    }
  }

  /** Adds the term's share to the scores of given rows, which are ascending; `scores[i]` is that of `rows[i]`. */
  addToRows(rows: Uint32Array, weight: number, norms: Float32Array, scores: Float32Array): void {
    for (let i = 0; i < rows.length && this.row < this.limit; i++) {
      const row = rows[i] ?? 0;
      // Most rows do not have the term.
      if (row < this.row) continue;
      this.seek(row);
      if (this.row === row && row < this.limit) scores[i] = (scores[i] ?? 0) + weight * this.share(norms);
    }
  }

  /** Adds `mark` to `marks[row - start]` of each row before `end`, and goes to the first row from `end` on. */
  mark(start: number, end: number, mark: number, marks: Uint16Array): void {
    for (; this.row < end; this.next()) {
      const place = this.row - start;
      marks[place] = (marks[place] ?? 0) + mark;
    }
  }

  private varint(): number {
    const { bytes } = this;
    let value = bytes[this.at++] ?? 0;
    if (value < 128) return value;
    value &= 127;
    for (let shift = 7; shift < 35; shift += 7) {
      const byte = bytes[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    // Five bytes may have set the sign.
    return value >>> 0;
  }
}

const noBlocks = new Uint32Array(0);
const noBytes = new Uint8Array(0);
