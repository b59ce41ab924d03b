/**
 * A list of strings in UTF-8, each of which can be read without reading all: a table of blocks of 16 strings, then the strings.
 *
 *     u32 count; u32 place of each block, from the end of this table
 *     per string: a byte `8 * n + back`. If back is 0, n is the number of bytes that follow. If not, the string begins like the one
 *         that many before it in the block: n is the number of bytes they share, and a varint has the number of bytes that follow.
 *         n = 31 means that a varint comes next: what is above 31
 *         the rest of the string, shortened as in name-symbols.ts
 *
 * Names of one file often begin alike.
 */
import type { SectionSource } from '../parts/section-source';
import { ByteReader, ByteWriter } from './byte-codec';
import { expandName, shortenName } from './name-symbols';

const perBlock = 16;
const maxBack = 7;
const maxCount = 31;
/** Bytes that a symbol has at most. */
const growth = 6;

export class StringListWriter {
  private readonly data = new ByteWriter();
  private readonly blocks: number[] = [];
  /** The last strings of the block, the latest first. */
  private before: Uint8Array[] = [];
  private short = new Uint8Array(256);
  count = 0;

  /** A lone surrogate becomes U+FFFD, since UTF-8 cannot encode it. */
  add(text: string): void {
    const { data } = this;
    if (this.count % perBlock === 0) {
      this.blocks.push(data.length);
      this.before = [];
    }
    const bytes = Buffer.from(text);
    let shared = 1;
    let back = 0;
    for (const [i, other] of this.before.entries()) {
      const same = sharedBytes(bytes, other);
      if (same > shared) [shared, back] = [same, i + 1];
    }
    if (back === 0) shared = 0;
    if (2 * bytes.length > this.short.length) this.short = new Uint8Array(4 * bytes.length);
    const rest = shortenName(bytes, shared, this.short);
    const count = back === 0 ? rest : shared;
    data.byte(8 * Math.min(count, maxCount) + back);
    if (count >= maxCount) data.varint(count - maxCount);
    if (back > 0) data.varint(rest);
    data.raw(this.short.subarray(0, rest));
    this.before.unshift(bytes);
    if (this.before.length > maxBack) this.before.pop();
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

/** Bytes in memory, or in a file, where a block is read when it is needed. */
type ListBytes = Uint8Array | SectionSource;

export class StringList {
  readonly count: number;
  /** The place of each block. */
  private readonly table: DataView;
  private readonly start: number;

  constructor(private readonly bytes: ListBytes) {
    this.count = bytes.length === 0 ? 0 : viewOf(part(bytes, 0, 4)).getUint32(0, true);
    this.start = 4 + 4 * Math.ceil(this.count / perBlock);
    if (this.start > bytes.length && this.count > 0) throw new RangeError('the data ends too early');
    this.table = viewOf(part(bytes, 4, this.start));
  }

  get(index: number): string {
    if (!(index >= 0 && index < this.count)) throw new RangeError(`there is no string ${index} of ${this.count}`);
    const block = Math.floor(index / perBlock);
    const strings = this.block(block);
    for (let left = index % perBlock; left >= 0; left--) strings.next();
    return strings.text();
  }

  all(): string[] {
    const strings: string[] = [];
    this.read((_, block) => strings.push(block.text()));
    return strings;
  }

  /** Calls `visitor` with each string's number and its place in some bytes, which are valid until it reads another string. */
  visit(visitor: (number: number, bytes: Uint8Array, from: number, to: number) => void): void {
    this.read((number, block) => {
      const length = block.expand();
      visitor(number, scratch, 0, length);
    });
  }

  private block(block: number): BlockReader {
    const { bytes, start, table } = this;
    const from = start + table.getUint32(4 * block, true);
    if (bytes instanceof Uint8Array) return new BlockReader(bytes, from);
    const isLast = 4 * (block + 1) >= table.byteLength;
    return new BlockReader(bytes.read(from, isLast ? bytes.length : start + table.getUint32(4 * block + 4, true)), 0);
  }

  private read(visitor: (number: number, block: BlockReader) => void): void {
    const { bytes } = this;
    const block = new BlockReader(part(bytes, 0, bytes.length), this.start);
    for (let number = 0; number < this.count; number++) {
      if (number % perBlock === 0) block.begin();
      block.next();
      visitor(number, block);
    }
  }
}

function part(bytes: ListBytes, from: number, to: number): Uint8Array {
  return bytes instanceof Uint8Array ? bytes.subarray(from, to) : bytes.readOnce(from, Math.min(to, bytes.length));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Goes from string to string of a block; only those that are asked for are expanded, and those that they begin like. */
class BlockReader {
  private readonly reader: ByteReader;
  private read = 0;
  /** The string that is in `scratch`, and its length. */
  private held = -1;
  private heldLength = 0;

  constructor(
    private readonly bytes: Uint8Array,
    at: number,
  ) {
    this.reader = new ByteReader(bytes, at);
  }

  begin(): void {
    this.read = 0;
    this.held = -1;
  }

  next(): void {
    const { reader, read } = this;
    const first = reader.byte();
    const back = first % 8;
    let count = first >> 3;
    if (count === maxCount) count += reader.varint();
    const rest = back === 0 ? count : reader.varint();
    if (back > read) throw new RangeError('the data is not a list of strings');
    places[read] = reader.at;
    rests[read] = rest;
    sharedCounts[read] = back === 0 ? 0 : count;
    backs[read] = back;
    this.read = read + 1;
    reader.skip(rest);
  }

  text(): string {
    const end = this.expand();
    return scratch.toString('utf8', 0, end);
  }

  /** Puts the current string at the beginning of `scratch`; returns its length. */
  expand(number = this.read - 1): number {
    const shared = sharedCounts[number] ?? 0;
    const back = backs[number] ?? 0;
    const base = number - back;
    // Most strings begin like the one before, which was just read.
    const baseLength = back === 0 ? 0 : base === this.held ? this.heldLength : this.expand(base);
    if (baseLength < shared) throw new RangeError('the data is not a list of strings');
    const place = places[number] ?? 0;
    const rest = rests[number] ?? 0;
    if (shared + growth * rest > scratch.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (shared + growth * rest));
      larger.set(scratch.subarray(0, shared));
      scratch = larger;
    }
    this.held = number;
    this.heldLength = expandName(this.bytes, place, place + rest, scratch, shared);
    return this.heldLength;
  }
}

/** By string of the block: where its rest is, and how long; how many bytes it shares with which one before. */
const places = new Uint32Array(perBlock);
const rests = new Uint32Array(perBlock);
const sharedCounts = new Uint32Array(perBlock);
const backs = new Uint8Array(perBlock);

/** One for all, because one string is read at a time. */
let scratch = Buffer.allocUnsafeSlow(1 << 12);

function sharedBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < shorter && a[shared] === b[shared]) shared++;
  return shared;
}
