/**
 * A list of strings in UTF-8, each of which can be read without reading all: a table of blocks of 16 strings, then the strings.
 *
 *     u32 count; u32 bytes of the table of symbols; u32 place of each block, from the end of the table of symbols
 *     the table of symbols (symbol-table.ts), if the list has its own
 *     per string: a byte `8 * n + back`. If back is 0, n is the number of bytes that follow. If not, the string begins like the one
 *         that many before it in the block: n is the number of bytes they share, and a varint has the number of bytes that follow.
 *         n = 31 means that a varint comes next: what is above 31
 *         the rest of the string, shortened with the symbols of the list, or with those of name-symbols.ts
 *     the table of symbols again, if the list has its own
 *
 * Names of one file often begin alike.
 */
import { atOnce } from '../../shared/in-slices';
import type { SectionSource } from '../parts/section-source';
import { nameMatcher, nameSymbols } from '../symbols/name-symbols';
import { SymbolMatcher } from '../symbols/symbol-matcher';
import { maxSymbolBytes, readTwice, type SymbolTable } from '../symbols/symbol-table';
import { minTrainedBytes, SampleMaker, trainSymbols } from '../symbols/train-symbols';
import { ByteReader, ByteWriter, bytesOf } from './byte-codec';

const perBlock = 16;
const maxBack = 7;
const maxCount = 31;
const head = 8;
const perStep = 4096;

export class StringListWriter {
  /** As in the list, but rests are not shortened yet: by which symbols is known at the end. */
  private readonly data = new ByteWriter();
  private restBytes = 0;
  /** The last strings of the block, the latest first. */
  private before: Uint8Array[] = [];
  count = 0;

  /** @param trainFrom for tests: bytes of rests from which the list has its own symbols. */
  constructor(private readonly trainFrom: number = minTrainedBytes) {}

  /** A lone surrogate becomes U+FFFD, since UTF-8 cannot encode it. */
  add(text: string): void {
    const { data } = this;
    if (this.count % perBlock === 0) this.before = [];
    const bytes = Buffer.from(text);
    let shared = 1;
    let back = 0;
    for (const [i, other] of this.before.entries()) {
      const same = sharedBytes(bytes, other);
      if (same > shared) [shared, back] = [same, i + 1];
    }
    if (back === 0) shared = 0;
    writeHead(data, back, shared, bytes.length - shared);
    data.raw(bytes.subarray(shared));
    this.restBytes += bytes.length - shared;
    this.before.unshift(bytes);
    if (this.before.length > maxBack) this.before.pop();
    this.count++;
  }

  finish(): Uint8Array {
    return atOnce(this.finishSteps());
  }

  /** The same in steps: a million strings take seconds. */
  *finishSteps(): Generator<void, Uint8Array> {
    const symbols = this.restBytes >= this.trainFrom ? yield* this.train() : undefined;
    const table = symbols?.encoded() ?? new Uint8Array(0);
    const matcher = symbols ? new SymbolMatcher(symbols) : nameMatcher();
    const blocks = new Uint32Array(Math.ceil(this.count / perBlock));
    const data = new ByteWriter();
    let short = new Uint8Array(256);
    yield* this.visit((number, back, shared, rest) => {
      if (number % perBlock === 0) blocks[number / perBlock] = data.length;
      if (2 * rest.length > short.length) short = new Uint8Array(4 * rest.length);
      const length = matcher.shorten(rest, 0, rest.length, short);
      writeHead(data, back, shared, length);
      data.raw(short.subarray(0, length));
    });
    const counts = Uint32Array.of(this.count, table.length);
    return Buffer.concat([bytesOf(counts), bytesOf(blocks), table, data.view(), table]);
  }

  private *train(): Generator<void, SymbolTable> {
    const sample = new SampleMaker(this.restBytes);
    yield* this.visit((_number, _back, _shared, rest) => sample.add(rest));
    return yield* trainSymbols(sample.finish());
  }

  private *visit(
    visitor: (number: number, back: number, shared: number, rest: Uint8Array) => void,
  ): Generator<void, void> {
    const bytes = this.data.view();
    const reader = new ByteReader(bytes);
    for (let number = 0; number < this.count; number++) {
      const { back, shared, rest } = readHead(reader);
      visitor(number, back, shared, bytes.subarray(reader.at, reader.at + rest));
      reader.skip(rest);
      if (number % perStep === perStep - 1) yield;
    }
  }
}

function writeHead(to: ByteWriter, back: number, shared: number, rest: number): void {
  const count = back === 0 ? rest : shared;
  to.byte(8 * Math.min(count, maxCount) + back);
  if (count >= maxCount) to.varint(count - maxCount);
  if (back > 0) to.varint(rest);
}

function readHead(reader: ByteReader): { readonly back: number; readonly shared: number; readonly rest: number } {
  const first = reader.byte();
  const back = first % 8;
  let count = first >> 3;
  if (count === maxCount) count += reader.varint();
  return back === 0 ? { back, shared: 0, rest: count } : { back, shared: count, rest: reader.varint() };
}

/** @param trainFrom as in `StringListWriter`. */
export function encodeStrings(strings: readonly string[], trainFrom?: number): Uint8Array {
  const list = new StringListWriter(trainFrom);
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
  private readonly end: number;
  private ownSymbols: SymbolTable | undefined;

  constructor(private readonly bytes: ListBytes) {
    const counts = bytes.length === 0 ? undefined : viewOf(part(bytes, 0, head));
    this.count = counts?.getUint32(0, true) ?? 0;
    const symbolBytes = counts?.getUint32(4, true) ?? 0;
    const tableEnd = head + 4 * Math.ceil(this.count / perBlock);
    this.start = tableEnd + symbolBytes;
    this.end = bytes.length - symbolBytes;
    if (this.start > this.end && this.count > 0) throw new RangeError('the data ends too early');
    this.table = viewOf(part(bytes, head, tableEnd));
  }

  private get symbols(): SymbolTable {
    const { bytes, start, end } = this;
    const length = bytes.length - end;
    if (length === 0) return nameSymbols;
    this.ownSymbols ??= readTwice(part(bytes, start - length, start), () => part(bytes, end, end + length));
    if (!this.ownSymbols) throw new RangeError('the data is not a list of strings');
    return this.ownSymbols;
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

  /** Calls `visitor` with each string's number, its bytes, which are valid until it reads another string, and their number. */
  visit(visitor: (number: number, bytes: Uint8Array, length: number) => void): void {
    this.read((number, block) => {
      const length = block.expand();
      visitor(number, scratch, length);
    });
  }

  /** All strings as they are stored. */
  encoded(): { readonly bytes: Uint8Array; readonly symbols: SymbolTable } {
    return { bytes: part(this.bytes, this.start, this.end), symbols: this.symbols };
  }

  private block(block: number): BlockReader {
    const { bytes, start, table } = this;
    const from = start + table.getUint32(4 * block, true);
    if (bytes instanceof Uint8Array) return new BlockReader(bytes, from, this.symbols);
    const isLast = 4 * (block + 1) >= table.byteLength;
    const to = isLast ? this.end : start + table.getUint32(4 * block + 4, true);
    return new BlockReader(bytes.read(from, to), 0, this.symbols);
  }

  private read(visitor: (number: number, block: BlockReader) => void): void {
    const { bytes } = this;
    const block = new BlockReader(part(bytes, 0, bytes.length), this.start, this.symbols);
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
    private readonly symbols: SymbolTable,
  ) {
    this.reader = new ByteReader(bytes, at);
  }

  begin(): void {
    this.read = 0;
    this.held = -1;
  }

  next(): void {
    const { reader, read } = this;
    const { back, shared, rest } = readHead(reader);
    if (back > read) throw new RangeError('the data is not a list of strings');
    places[read] = reader.at;
    rests[read] = rest;
    sharedCounts[read] = shared;
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
    if (shared + maxSymbolBytes * rest > scratch.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (shared + maxSymbolBytes * rest));
      larger.set(scratch.subarray(0, shared));
      scratch = larger;
    }
    this.held = number;
    this.heldLength = this.symbols.expand(this.bytes, place, place + rest, scratch, shared);
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
