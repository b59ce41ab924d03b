/** Writes the lengths of a segment's rows, as in lexical-format.ts. */
import { GrowingBytes } from './growing-bytes';

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
