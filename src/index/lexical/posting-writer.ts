/** Writes the postings of one term after another, as in lexical-format.ts. */
import { GrowingBytes } from './growing-bytes';
import { minBlockedRows, rowsPerBlock } from './lexical-format';
import { longestRun, writePosting, writeRun } from './posting-bytes';

/** What the dictionary has about a term. */
export interface WrittenPostings {
  readonly rows: number;
  readonly firstRow: number;
  readonly firstCode: number;
  /** Of the postings after the first one, which is in the dictionary. */
  readonly bytes: number;
  /** All are those of the term before, and were not written again. */
  readonly areSame?: boolean;
}

export class PostingWriter {
  readonly bytes = new GrowingBytes(1 << 16);
  /** Rows of the current term. */
  rows = 0;
  private firstRow = 0;
  private firstCode = 0;
  private last = -1;
  private lastCode = 0;
  /** Postings at the end that are not written yet, because they may be a run. */
  private run = 0;
  private highestCount = 0;
  private lowestLength = 255;
  /** The bytes of the current term, until it is known whether it has blocks. */
  private readonly data = new GrowingBytes();
  private readonly table = new GrowingBytes();
  private blockStart = 0;
  private blockLast = 0;
  /** The last term whose postings were written, and where they end. */
  private before: WrittenPostings | undefined;
  private beforeEnd = 0;

  /** @param lengthCodes by row. */
  constructor(private readonly lengthCodes: Uint8Array) {}

  /** @param code the code of the weighted count, not 0. */
  add(row: number, code: number): void {
    if (this.rows === 0) {
      this.firstRow = row;
      this.firstCode = code;
    } else if (code === this.lastCode && row === this.last + 1 && this.run < longestRun) this.run++;
    else {
      this.endRun();
      writePosting(this.data, row - this.last - 1, code);
    }
    this.last = row;
    this.lastCode = code;
    if (code > this.highestCount) this.highestCount = code;
    const length = this.lengthCodes[row] ?? 0;
    if (length < this.lowestLength) this.lowestLength = length;
    if (++this.rows % rowsPerBlock === 0) this.endBlock();
  }

  /** Ends the term. @param canBeSame may it have the postings of the term before? */
  end(canBeSame = false): WrittenPostings {
    const { bytes, data, table, rows, firstRow, firstCode } = this;
    const start = bytes.length;
    this.endRun();
    if (rows >= minBlockedRows) {
      if (rows % rowsPerBlock !== 0) this.endBlock();
      bytes.byte(this.highestCount);
      bytes.byte(this.lowestLength);
      bytes.varint(table.length);
      bytes.put(table.view());
    }
    bytes.put(data.view());
    data.length = 0;
    table.length = 0;
    this.rows = 0;
    this.last = -1;
    this.highestCount = 0;
    this.lowestLength = 255;
    this.blockStart = 0;
    this.blockLast = 0;
    const written = { rows, firstRow, firstCode, bytes: bytes.length - start };
    if (canBeSame && this.areSame(written, start)) {
      bytes.length = start;
      return { ...written, areSame: true };
    }
    this.before = written;
    this.beforeEnd = bytes.length;
    return written;
  }

  private areSame(written: WrittenPostings, start: number): boolean {
    const { before, beforeEnd } = this;
    if (!before || written.bytes === 0 || written.bytes !== before.bytes || written.rows !== before.rows) return false;
    if (written.firstRow !== before.firstRow || written.firstCode !== before.firstCode) return false;
    const all = this.bytes.view();
    for (let i = 0; i < written.bytes; i++) if (all[start + i] !== all[beforeEnd - written.bytes + i]) return false;
    return true;
  }

  private endRun(): void {
    writeRun(this.data, this.run, this.lastCode);
    this.run = 0;
  }

  private endBlock(): void {
    this.endRun();
    // A block is read without the one before, so it does not begin with a run.
    this.lastCode = 0;
    this.table.varint(this.last - this.blockLast);
    this.table.varint(this.data.length - this.blockStart);
    this.blockLast = this.last;
    this.blockStart = this.data.length;
  }
}

// Writes the lengths of a segment's rows, as in lexical-format.ts.

export class LengthWriter {
  private readonly codes = new GrowingBytes();
  private words = 0;

  get rows(): number {
    return this.codes.length;
  }

  /** By row; valid until the next `add`. */
  get lengthCodes(): Uint8Array {
    return this.codes.view();
  }

  add(words: number, code: number): void {
    this.codes.byte(code);
    this.words += words;
  }

  finish(): Uint8Array {
    const total = new Uint8Array(8);
    new DataView(total.buffer).setFloat64(0, this.words, true);
    const all = new GrowingBytes(12 + this.codes.length);
    all.uint32(this.codes.length);
    all.put(total);
    all.put(this.codes.view());
    return all.finish();
  }
}
