/** Writes the dictionary of a segment, term by term in the order of their UTF-8 bytes, as in lexical-format.ts. */
import { GrowingBytes } from './growing-bytes';
import { extraBytes, fewRows, fullHalf, layoutVersion, manyRows, termsPerBlock } from './lexical-format';
import { addTriples, signatureBytes } from './triple-signature';

export class TermWriter {
  private readonly data = new GrowingBytes(1 << 16);
  private readonly blocks = new GrowingBytes();
  private readonly signatures = new GrowingBytes();
  /** Of the last block. */
  private readonly signature = new Uint8Array(signatureBytes);
  private before: Uint8Array = new Uint8Array(0);
  private count = 0;
  private postings = 0;

  add(term: Uint8Array, rows: number, postingBytes: number): void {
    let shared = 0;
    if (this.count % termsPerBlock === 0) {
      this.endBlock();
      this.blocks.uint32(this.data.length);
      this.blocks.uint32(this.postings);
    } else {
      const shorter = Math.min(term.length, this.before.length);
      while (shared < shorter && term[shared] === this.before[shared]) shared++;
    }
    this.lengths(shared, term.length - shared);
    this.data.put(term.subarray(shared));
    addTriples(this.signature, term, shared);
    this.sizes(rows, postingBytes);
    this.before = term;
    this.count++;
    this.postings += postingBytes;
  }

  private endBlock(): void {
    if (this.count > 0) this.signatures.put(this.signature);
    this.signature.fill(0);
  }

  private lengths(shared: number, more: number): void {
    const { data } = this;
    data.byte(Math.min(shared, fullHalf) | (Math.min(more, fullHalf) << 4));
    if (shared >= fullHalf) data.varint(shared - fullHalf);
    if (more >= fullHalf) data.varint(more - fullHalf);
  }

  private sizes(rows: number, postingBytes: number): void {
    const { data } = this;
    const extra = postingBytes - rows;
    if (rows < fewRows && extra >= 0 && extra < extraBytes) {
      data.byte(extraBytes * (rows - 1) + extra);
      return;
    }
    const isUsual = rows >= fewRows && rows < manyRows;
    data.byte(extraBytes * (fewRows - 1) + (isUsual ? rows : manyRows) - fewRows);
    if (!isUsual) data.varint(rows);
    data.varint(postingBytes);
  }

  finish(): Uint8Array {
    this.endBlock();
    const all = new GrowingBytes(12 + this.blocks.length + this.data.length + this.signatures.length);
    all.uint32(layoutVersion);
    all.uint32(this.count);
    all.uint32(Math.ceil(this.count / termsPerBlock));
    all.put(this.blocks.view());
    all.put(this.data.view());
    all.put(this.signatures.view());
    return all.finish();
  }
}
