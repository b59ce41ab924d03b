/**
 * A list of strings that any of is read without reading all. Strings stand in blocks of 16; in a block each is written as the
 * number of bytes it shares with the one before and the bytes that differ (front coding), in UTF-8.
 *
 *     u32 count; u32 place of each block, from the end of these; then per string: varint shared (not for the first of a
 *     block), varint length of the rest, the rest
 */
import { ByteReader, ByteWriter } from './bytes';

const perBlock = 16;
const nothing = new Uint8Array(0);

export class StringListWriter {
  private readonly data = new ByteWriter();
  private readonly blocks: number[] = [];
  private last: Uint8Array = nothing;
  count = 0;

  /** A half of a surrogate pair without the other becomes U+FFFD: UTF-8 has no place for it. */
  add(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    if (this.count % perBlock === 0) {
      this.blocks.push(this.data.length);
      this.last = nothing;
    }
    let shared = 0;
    while (shared < bytes.length && bytes[shared] === this.last[shared]) shared++;
    if (this.count % perBlock !== 0) this.data.varint(shared);
    this.data.varint(bytes.length - shared);
    this.data.raw(bytes.subarray(shared));
    this.last = bytes;
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

export class StringList {
  readonly count: number;
  private readonly view: DataView;
  private readonly start: number;
  private scratch = Buffer.alloc(256);

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.count = bytes.length === 0 ? 0 : this.view.getUint32(0, true);
    this.start = 4 + 4 * Math.ceil(this.count / perBlock);
  }

  get(index: number): string {
    if (index < 0 || index >= this.count) throw new RangeError(`there is no string ${index} of ${this.count}`);
    const block = Math.floor(index / perBlock);
    const reader = new ByteReader(this.bytes, this.start + this.view.getUint32(4 + 4 * block, true));
    let length = 0;
    for (let i = block * perBlock; i <= index; i++) length = this.next(reader, i);
    return this.scratch.toString('utf8', 0, length);
  }

  all(): string[] {
    const strings: string[] = [];
    const reader = new ByteReader(this.bytes, this.start);
    for (let i = 0; i < this.count; i++) strings.push(this.scratch.toString('utf8', 0, this.next(reader, i)));
    return strings;
  }

  /** Makes the next string of the one in `scratch`; returns its length. */
  private next(reader: ByteReader, index: number): number {
    const shared = index % perBlock === 0 ? 0 : reader.varint();
    const rest = reader.varint();
    const length = shared + rest;
    if (length > this.scratch.length) this.scratch = Buffer.concat([this.scratch], 2 * length);
    reader.copy(rest, this.scratch, shared);
    return length;
  }
}
