/**
 * A list of strings in UTF-8, each of which can be read without reading all: a table of blocks of 4 strings, then the strings.
 *
 *     u32 count; u32 place of each block, from the end of this table; then per string: varint length in bytes, bytes
 */
import { ByteReader, ByteWriter } from './byte-codec';

const perBlock = 4;

export class StringListWriter {
  private readonly data = new ByteWriter();
  private readonly blocks: number[] = [];
  count = 0;

  /** A lone surrogate becomes U+FFFD, since UTF-8 cannot encode it. */
  add(text: string): void {
    if (this.count % perBlock === 0) this.blocks.push(this.data.length);
    this.data.string(text);
    this.count++;
  }

  finish(): Uint8Array {
    const { blocks, data } = this;
    const out = new Uint8Array(4 + 4 * blocks.length + data.length);
    const view = new DataView(out.buffer);
    view.setUint32(0, this.count, true);
    blocks.forEach((at, i) => {
      view.setUint32(4 + 4 * i, at, true);
    });
    out.set(data.view(), 4 + 4 * blocks.length);
    return out;
  }
}

export function encodeStrings(strings: readonly string[]): Uint8Array {
  const list = new StringListWriter();
  for (const text of strings) list.add(text);
  return list.finish();
}

export class StringList {
  readonly count: number;
  private readonly view: DataView;
  private readonly start: number;
  private readonly buffer: Buffer;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.count = bytes.length === 0 ? 0 : this.view.getUint32(0, true);
    this.start = 4 + 4 * Math.ceil(this.count / perBlock);
    if (this.start > bytes.length && this.count > 0) throw new RangeError('the data ends too early');
  }

  get(index: number): string {
    if (!(index >= 0 && index < this.count)) throw new RangeError(`there is no string ${index} of ${this.count}`);
    const block = Math.floor(index / perBlock);
    const reader = new ByteReader(this.buffer, this.start + this.view.getUint32(4 + 4 * block, true));
    for (let left = index % perBlock; left > 0; left--) reader.skip(reader.varint());
    return this.next(reader);
  }

  all(): string[] {
    const strings: string[] = [];
    const reader = new ByteReader(this.buffer, this.start);
    for (let i = 0; i < this.count; i++) strings.push(this.next(reader));
    return strings;
  }

  /** Calls `visitor` with each string's number and place in the bytes. */
  visit(visitor: (number: number, bytes: Uint8Array, from: number, to: number) => void): void {
    const reader = new ByteReader(this.buffer, this.start);
    for (let number = 0; number < this.count; number++) {
      const length = reader.varint();
      visitor(number, this.buffer, reader.at, reader.at + length);
      reader.skip(length);
    }
  }

  private next(reader: ByteReader): string {
    const length = reader.varint();
    const from = reader.at;
    reader.skip(length);
    return this.buffer.toString('utf8', from, from + length);
  }
}
