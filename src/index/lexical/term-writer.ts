/** Writes the dictionary of a segment, term by term in the order of their UTF-8 bytes, as in lexical-format.ts. */
import { ByteWriter } from '../format/byte-codec';
import {
  addTriples,
  fewBytes,
  fewRows,
  fullMore,
  fullShared,
  inOneRow,
  manyRows,
  signatureBytes,
  termsPerBlock,
} from './lexical-format';
import { writeFirstPosting } from './posting-bytes';
import type { WrittenPostings } from './posting-writer';

export class TermWriter {
  private readonly data = new ByteWriter();
  private readonly blocks = new ByteWriter();
  private readonly signatures = new ByteWriter();
  /** Of the last block. */
  private readonly signature = new Uint8Array(signatureBytes);
  private before: Uint8Array = new Uint8Array(0);
  private rowBefore = 0;
  private count = 0;
  private postings = 0;

  add(term: Uint8Array, { rows, firstRow, firstCode, bytes }: WrittenPostings): void {
    let shared = 0;
    if (this.count % termsPerBlock === 0) {
      this.endBlock();
      this.blocks.uint32(this.data.length);
      this.blocks.uint32(this.postings);
      this.rowBefore = 0;
    } else {
      const shorter = Math.min(term.length, this.before.length);
      while (shared < shorter && term[shared] === this.before[shared]) shared++;
    }
    this.lengths(shared, term.length - shared, rows === 1);
    this.data.raw(term.subarray(shared));
    addTriples(this.signature, term, shared);
    this.before = term;
    this.count++;
    if (rows > 1) this.sizes(rows, bytes);
    writeFirstPosting(this.data, firstRow - this.rowBefore, firstCode);
    this.rowBefore = firstRow;
    this.postings += bytes;
  }

  private endBlock(): void {
    if (this.count > 0) this.signatures.raw(this.signature);
    this.signature.fill(0);
  }

  private sizes(rows: number, postingBytes: number): void {
    const { data } = this;
    if (rows < fewRows && postingBytes < fewBytes) {
      data.byte(fewBytes * (rows - 1) + postingBytes);
      return;
    }
    const isUsual = rows >= fewRows && rows < manyRows;
    data.byte(fewBytes * (fewRows - 1) + (isUsual ? rows : manyRows) - fewRows);
    if (!isUsual) data.varint(rows);
    data.varint(postingBytes);
  }

  private lengths(shared: number, more: number, isInOneRow: boolean): void {
    const { data } = this;
    data.byte(Math.min(shared, fullShared) + (Math.min(more, fullMore) << 4) + (isInOneRow ? inOneRow : 0));
    if (shared >= fullShared) data.varint(shared - fullShared);
    if (more >= fullMore) data.varint(more - fullMore);
  }

  finish(): Uint8Array {
    this.endBlock();
    const all = new ByteWriter();
    all.uint32(this.count);
    for (const part of [this.blocks, this.data, this.signatures]) all.raw(part.view());
    return all.finish();
  }
}
