/**
 * A list of strings in UTF-8, each of which can be read without reading all: a table of blocks of 16 strings, then the strings.
 *
 *     u32 count; u32 place of each block, from the end of this table
 *     per string: a byte `shared + 16 * rest`: how many bytes it shares with the one before (0 for the first of a block), and how many
 *         follow; for each of the two that is 15, in this order, a varint with what is above 15; then the rest of the string
 *
 * Names of one file often begin alike. Together, strings take at most 16 times the bytes of the list.
 */
import { DamagedSectionError } from '../damaged-section';
import { ByteReader, ByteWriter, bytesOf } from './byte-codec';
import type { SectionSource } from './section-source';

const perBlock = 16;
const full = 15;
const head = 4;
export class StringListWriter {
  private readonly data = new ByteWriter();
  private readonly blocks: number[] = [];
  private before: Uint8Array = new Uint8Array(0);
  count = 0;

  /** A lone surrogate becomes U+FFFD, since UTF-8 cannot encode it. */
  add(text: string): void {
    const { data } = this;
    const bytes = Buffer.from(text);
    const isFirst = this.count % perBlock === 0;
    if (isFirst) this.blocks.push(data.length);
    const shared = isFirst ? 0 : sharedBytes(bytes, this.before);
    const rest = bytes.length - shared;
    data.byte(Math.min(shared, full) + 16 * Math.min(rest, full));
    if (shared >= full) data.varint(shared - full);
    if (rest >= full) data.varint(rest - full);
    data.raw(bytes.subarray(shared));
    this.before = bytes;
    this.count++;
  }

  finish(): Uint8Array {
    return Buffer.concat([bytesOf(Uint32Array.from([this.count, ...this.blocks])), this.data.view()]);
  }
}

export function encodeStrings(strings: readonly string[]): Uint8Array {
  const list = new StringListWriter();
  for (const text of strings) list.add(text);
  return list.finish();
}

/** Bytes in memory, or in a file, where a block is read when it is needed. */
type ListBytes = Uint8Array | SectionSource;

export class StringList {
  readonly count: number;
  /** The place of each block. */
  private readonly table: DataView;
  private readonly start: number;

  constructor(private readonly bytes: ListBytes) {
    if (bytes.length > 0 && bytes.length < head) throw notAList();
    this.count = bytes.length === 0 ? 0 : viewOf(part(bytes, 0, head)).getUint32(0, true);
    this.start = bytes.length === 0 ? 0 : head + 4 * Math.ceil(this.count / perBlock);
    // A string takes a byte or more.
    if (this.start + this.count > bytes.length) throw notAList();
    this.table = viewOf(part(bytes, Math.min(head, bytes.length), this.start));
  }

  get(index: number): string {
    if (!(index >= 0 && index < this.count))
      throw new DamagedSectionError(`there is no string ${index} of ${this.count}`);
    const strings = this.block(Math.floor(index / perBlock));
    for (let left = index % perBlock; left >= 0; left--) strings.next();
    return strings.text();
  }

  all(): string[] {
    const strings: string[] = [];
    const block = new BlockReader(this.encoded().bytes, 0);
    for (let number = 0; number < this.count; number++) {
      if (number % perBlock === 0) block.length = 0;
      block.next();
      strings.push(block.text());
    }
    return strings;
  }

  /** All strings as they are stored, and the bytes of the largest block. */
  encoded(): { readonly bytes: Uint8Array; readonly largestBlock: number } {
    const bytes = part(this.bytes, this.start, this.bytes.length);
    let [largestBlock, end] = [0, bytes.length];
    for (let at = this.table.byteLength - 4; at >= 0; at -= 4) {
      const start = this.table.getUint32(at, true);
      if (start > end) throw notAList();
      largestBlock = Math.max(largestBlock, end - start);
      end = start;
    }
    return { bytes, largestBlock };
  }

  private block(block: number): BlockReader {
    const { bytes, start, table } = this;
    const from = start + table.getUint32(4 * block, true);
    if (bytes instanceof Uint8Array) return new BlockReader(bytes, from);
    const isLast = 4 * (block + 1) >= table.byteLength;
    const to = isLast ? bytes.length : start + table.getUint32(4 * block + 4, true);
    if (from > to || to > bytes.length) throw notAList();
    return new BlockReader(bytes.read(from, to), 0);
  }
}

function part(bytes: ListBytes, from: number, to: number): Uint8Array {
  return bytes instanceof Uint8Array ? bytes.subarray(from, to) : bytes.readOnce(from, Math.min(to, bytes.length));
}

export function notAList(): DamagedSectionError {
  return new DamagedSectionError('its strings are not a list of strings');
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Goes from string to string of a block; the current one is at the beginning of `scratch`. */
class BlockReader {
  length = 0;
  private readonly reader: ByteReader;

  constructor(
    private readonly bytes: Uint8Array,
    at: number,
  ) {
    this.reader = new ByteReader(bytes, at);
  }

  next(): void {
    const { reader, bytes } = this;
    const both = reader.byte();
    let shared = both & full;
    let rest = both >> 4;
    if (shared === full) shared += reader.varint();
    if (rest === full) rest += reader.varint();
    if (shared > this.length) throw notAList();
    const from = reader.at;
    reader.skip(rest);
    this.length = shared + rest;
    if (this.length > scratch.length) {
      const larger = Buffer.allocUnsafeSlow(2 * this.length);
      larger.set(scratch.subarray(0, shared));
      scratch = larger;
    }
    // Most are too short for a copy by native code.
    for (let i = 0; i < rest; i++) scratch[shared + i] = bytes[from + i] ?? 0;
  }

  text(): string {
    return scratch.toString('utf8', 0, this.length);
  }
}

/** One for all, because one string is read at a time. */
let scratch = Buffer.allocUnsafeSlow(1 << 12);

function sharedBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < shorter && a[shared] === b[shared]) shared++;
  return shared;
}
