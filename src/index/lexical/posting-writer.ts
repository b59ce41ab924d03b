/** Writes the postings of one term after another, as in lexical-format.ts. */
import { ByteWriter } from '../format/byte-codec';
import { minBlockedRows, rowsPerBlock } from './lexical-format';
import { writePosting } from './posting-bytes';

/** What the dictionary has about a term. */
export interface WrittenPostings {
  readonly rows: number;
  readonly firstRow: number;
  readonly firstCode: number;
  /** Of the postings after the first one, which is in the dictionary. */
  readonly bytes: number;
}

export class PostingWriter {
  readonly bytes = new ByteWriter();
  /** Rows of the current term. */
  rows = 0;
  private firstRow = 0;
  private firstCode = 0;
  private last = -1;
  private highestCount = 0;
  private lowestLength = 255;
  /** The bytes of the current term, until it is known whether it has blocks. */
  private readonly data = new ByteWriter();
  private readonly table = new ByteWriter();
  private blockStart = 0;
  private blockLast = 0;

  /** @param lengthCodes by row. */
  constructor(private readonly lengthCodes: Uint8Array) {}

  /** @param code the code of the weighted count, not 0. */
  add(row: number, code: number): void {
    if (this.rows === 0) {
      this.firstRow = row;
      this.firstCode = code;
    } else writePosting(this.data, row - this.last - 1, code);
    this.last = row;
    if (code > this.highestCount) this.highestCount = code;
    const length = this.lengthCodes[row] ?? 0;
    if (length < this.lowestLength) this.lowestLength = length;
    if (++this.rows % rowsPerBlock === 0) this.endBlock();
  }

  /** Ends the term. */
  end(): WrittenPostings {
    const { bytes, data, table, rows, firstRow, firstCode } = this;
    const start = bytes.length;
    if (rows >= minBlockedRows) {
      if (rows % rowsPerBlock !== 0) this.endBlock();
      bytes.byte(this.highestCount);
      bytes.byte(this.lowestLength);
      bytes.varint(table.length);
      bytes.raw(table.view());
    }
    bytes.raw(data.view());
    data.length = 0;
    table.length = 0;
    this.rows = 0;
    this.last = -1;
    this.highestCount = 0;
    this.lowestLength = 255;
    this.blockStart = 0;
    this.blockLast = 0;
    return { rows, firstRow, firstCode, bytes: bytes.length - start };
  }

  private endBlock(): void {
    this.table.varint(this.last - this.blockLast);
    this.table.varint(this.data.length - this.blockStart);
    this.blockLast = this.last;
    this.blockStart = this.data.length;
  }
}
