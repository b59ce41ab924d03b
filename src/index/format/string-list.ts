/**
 * A list of strings in UTF-8, each of which can be read without reading all: a table of blocks of 16 strings, then the strings.
 *
 *     u32 count; u32 bytes of the table of symbols; u32 place of each block, from the end of the table of symbols
 *     the table of symbols (symbol-table.ts), if the list has its own
 *     per string: a byte `8 * n + back`. If back is 0, n is the number of bytes that follow. If not, the string begins like the one
 *         that many before it in the block: n is the number of bytes they share, and a varint has the number of bytes that follow.
 *         n = 31 means that a varint comes next: what is above 31
 *         the rest of the string, shortened with the symbols of the list, or with those of name-symbols.ts
 *
 * Names of one file often begin alike.
 */
import { atOnce } from '../../shared/in-slices';
import { DamagedSectionError } from '../damaged-section';
import { maxSymbolBytes, SymbolMatcher, SymbolTable } from '../symbols/symbol-table';
import { minTrainedBytes, SampleMaker, trainSymbols } from '../symbols/train-symbols';
import { ByteReader, ByteWriter, bytesOf } from './byte-codec';
import type { SectionSource } from './section-source';

const symbols: readonly string[] = [
  '- . / 0 1 2 3 4 6 8 A AT Array B C Ca Co Con Cont D De E ER E_ Error Ex F G H I IN In K L M Ma N Name O ON',
  'Option P Pa Pr R RE Re S Se Serial St String T T_ Test Type U V Value W With X Y _ _S _a _c _d _e _f _i _l _m',
  '_p _r _s _t a able ac ad ag ai al an ar as at ata ate ation b ba back bl bu c ca ce ch cl co comp create ct',
  'ction d d_ de di ding e e_ ea ec ed el em en ent er es et ex f fault fi fo g ge get get_ gi h ha he ho i ic id',
  'ie il im in ing init is it izatio j k k_ ke l l_ la le li ll lo lock m ma me ment mo mp n n_ na name nc nd ne',
  'ng ni no node ns nt o oc od on op or ot out ow p p_ pa pe pl port pr ption q qu r r_ ra re read ri ro rs s s_',
  'se ser serial set_ sh si sion so ss st t t_ ta tch te ter test th ti tion to tr trac tt type u ue ul um un up',
  'update ur us ut v va ve vent ver w write x y y_ z',
].flatMap((line) => line.split(' '));

/**
 * The symbols of lists that are too short for symbols of their own: common parts of names, counted in repositories in eight languages,
 * the Linux kernel among them. A change changes the format of the index.
 */
const nameSymbols: SymbolTable = SymbolTable.of(symbols);

let matcher: SymbolMatcher | undefined;

/** Made when it is first needed: readers do not shorten names. */
function nameMatcher(): SymbolMatcher {
  matcher ??= new SymbolMatcher(nameSymbols);
  return matcher;
}

const perBlock = 16;
const maxBack = 7;
const maxCount = 31;
const head = 8;
const perStep = 4096;
/**
 * Strings that begin alike take few bytes here and many in memory. All of a list take at most so many bytes, or so many times those of the
 * list; names of code take some ten times.
 */
const maxExpandedBytes = 2 ** 26;
const maxExpansion = 64;
/** Of a string as it is stored: no name, path or note is nearly as long. */
const maxStringBytes = 2 ** 22;

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
    return Buffer.concat([bytesOf(counts), bytesOf(blocks), table, data.view()]);
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
  private ownSymbols: SymbolTable | undefined;

  constructor(private readonly bytes: ListBytes) {
    if (bytes.length > 0 && bytes.length < head) throw notAList();
    const counts = bytes.length === 0 ? undefined : viewOf(part(bytes, 0, head));
    this.count = counts?.getUint32(0, true) ?? 0;
    const symbolBytes = counts?.getUint32(4, true) ?? 0;
    const tableEnd = head + 4 * Math.ceil(this.count / perBlock);
    this.start = tableEnd + symbolBytes;
    // A string takes a byte or more.
    if (counts && this.start + this.count > bytes.length) throw notAList();
    this.table = viewOf(part(bytes, head, tableEnd));
  }

  private get symbols(): SymbolTable {
    const { bytes, start, table } = this;
    const from = head + table.byteLength;
    if (start === from) return nameSymbols;
    this.ownSymbols ??= SymbolTable.read(part(bytes, from, start));
    if (!this.ownSymbols) throw notAList();
    return this.ownSymbols;
  }

  get(index: number): string {
    if (!(index >= 0 && index < this.count))
      throw new DamagedSectionError(`there is no string ${index} of ${this.count}`);
    const block = Math.floor(index / perBlock);
    const strings = this.block(block);
    for (let left = index % perBlock; left >= 0; left--) strings.next();
    return strings.text();
  }

  all(): string[] {
    const strings: string[] = [];
    this.read((_, block) => {
      const text = block.text();
      strings.push(text);
      return text.length;
    });
    return strings;
  }

  /** Calls `visitor` with each string's number, its bytes, which are valid until it reads another string, and their number. */
  visit(visitor: (number: number, bytes: Uint8Array, length: number) => void): void {
    this.read((number, block) => {
      const length = block.expand();
      visitor(number, scratch, length);
      return length;
    });
  }

  /** All strings as they are stored. */
  encoded(): { readonly bytes: Uint8Array; readonly symbols: SymbolTable } {
    return { bytes: part(this.bytes, this.start, this.bytes.length), symbols: this.symbols };
  }

  private block(block: number): BlockReader {
    const { bytes, start, table } = this;
    const from = start + table.getUint32(4 * block, true);
    if (bytes instanceof Uint8Array) return new BlockReader(bytes, from, this.symbols);
    const isLast = 4 * (block + 1) >= table.byteLength;
    const to = isLast ? bytes.length : start + table.getUint32(4 * block + 4, true);
    if (from > to || to > bytes.length) throw notAList();
    return new BlockReader(bytes.read(from, to), 0, this.symbols);
  }

  /** @param visitor returns how many bytes the string has. */
  private read(visitor: (number: number, block: BlockReader) => number): void {
    const { bytes } = this;
    const block = new BlockReader(part(bytes, 0, bytes.length), this.start, this.symbols);
    let left = Math.max(maxExpandedBytes, maxExpansion * bytes.length);
    for (let number = 0; number < this.count; number++) {
      if (number % perBlock === 0) block.begin();
      block.next();
      left -= visitor(number, block);
      if (left < 0) throw notAList();
    }
  }
}

function part(bytes: ListBytes, from: number, to: number): Uint8Array {
  return bytes instanceof Uint8Array ? bytes.subarray(from, to) : bytes.readOnce(from, Math.min(to, bytes.length));
}

function notAList(): DamagedSectionError {
  return new DamagedSectionError('its strings are not a list of strings');
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
    if (back > read || shared + rest > maxStringBytes) throw notAList();
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
    if (baseLength < shared) throw notAList();
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
