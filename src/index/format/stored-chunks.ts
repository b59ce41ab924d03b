/**
 * The section `rows`: the contents of chunk rows besides id, hash and kind, file after file. A file's rows begin with the number of
 * strings that the pool had before it; its searched chunks follow, then its parents. A row is a byte of flags, another one with
 * `isUnusual`, and varints, in this order, without those that a flag makes unnecessary:
 *
 *     start, signed, from the end of the row before          with `otherStart`
 *     length
 *     first line, signed, from the last line of the row before    with `otherLine`; otherwise it is one more
 *     further lines
 *     parent, signed, from the parent of the row before      with `otherParent`; parents of a file are numbered from 0
 *     tokens of the text, signed, from as many per length as in the row before
 *     tokens the context adds, signed, from those in the row before
 *     name                                                   unless `sameName` as the row before
 *     number of scopes, scopes                               unless `sameScope` as the row before
 *     symbols                                                unless `namedSymbol`: the name is the only one, or `noSymbols`
 *     fallback                                               with `hasFallback`
 *     language                                               with `otherLanguage` than the file
 *     seconds since 1970 of the last message                 with `hasTime`
 *
 * A string is 0 if it is the next new one of the pool in reading order; otherwise the number is its distance back from there.
 * Symbols are mostly neighbours in the pool: they are the number of runs of such, and for each `2 * string + 1` and a byte with the
 * number of strings after its second one, or `2 * string` if it has only one.
 */
import { DamagedSectionError } from '../damaged-section';
import { type ByteReader, ByteWriter } from './byte-codec';
import type { NewChunk } from './segment-contents';
import type { StringPool } from './string-pool';

const isChild = 1;
/** A child's parent is the one after that of the row before; otherwise it is the same. */
const nextParent = 2;
const sameName = 4;
const sameScope = 8;
const namedSymbol = 16;
const noSymbols = 32;
const isUnusual = 64;

/** In the second byte. */
const otherStart = 1;
const otherLine = 2;
const otherParent = 4;
const hasFallback = 8;
const otherLanguage = 16;
const hasTime = 32;

/** Symbols in a run at most: a byte of damaged rows cannot stand for millions. */
const maxRun = 257;

/** Symbols of a row at most: as many tokens as a chunk may have, and more. */
const maxSymbols = 2 ** 17;

/** Lines and tokens of a text at most: V8 has no longer strings. */
const longestText = 2 ** 30;

/** The row before in the file, which a row is encoded relative to. */
class Before {
  end = 0;
  endLine = 0;
  parent = 0;
  /** Tokens per length of the text: about as many in all rows of a file. */
  density = 1 / 3;
  context = 0;

  /** The tokens that a text of this length probably has. */
  tokens(length: number): number {
    return Math.round(this.density * length);
  }

  setTokens(length: number, text: number, context: number): void {
    if (length > 0) this.density = text / length;
    this.context = context;
  }
}

export class RowWriter {
  private readonly out = new ByteWriter();

  constructor(private readonly pool: StringPool) {}

  /** Returns the number of bytes written. */
  file(
    language: string,
    searched: readonly NewChunk[],
    parents: readonly NewChunk[],
    parentOf: (chunk: NewChunk) => number | undefined,
  ): number {
    const begin = this.out.length;
    this.out.varint(this.pool.count);
    for (const chunks of [searched, parents]) {
      const before = new Before();
      // A parent's symbols are those of its children.
      const isParent = chunks === parents;
      let last: NewChunk | undefined;
      for (const chunk of chunks) {
        this.row(chunk, last, before, language, parentOf(chunk), isParent ? [] : chunk.symbols);
        last = chunk;
      }
    }
    return this.out.length - begin;
  }

  finish(): Uint8Array {
    return this.out.view();
  }

  private row(
    chunk: NewChunk,
    last: NewChunk | undefined,
    before: Before,
    language: string,
    parent: number | undefined,
    symbols: NewChunk['symbols'],
  ): void {
    const { out } = this;
    const { scope, fallback } = chunk;
    const step = parent === undefined ? 0 : parent - before.parent;
    // A time of day without a date is NaN.
    const time = Math.floor(Date.parse(chunk.endTime ?? '') / 1000);
    const unusual =
      (chunk.start === before.end ? 0 : otherStart) |
      (chunk.startLine === before.endLine + 1 ? 0 : otherLine) |
      (step === 0 || step === 1 ? 0 : otherParent) |
      (fallback === undefined ? 0 : hasFallback) |
      (chunk.language === language ? 0 : otherLanguage) |
      (time > 0 ? hasTime : 0);
    const flags =
      (parent === undefined ? 0 : isChild) |
      (step === 1 ? nextParent : 0) |
      (last?.name === chunk.name ? sameName : 0) |
      (last && same(last.scope, scope) ? sameScope : 0) |
      (symbols.length === 1 && symbols[0]?.name === chunk.name ? namedSymbol : 0) |
      (symbols.length === 0 ? noSymbols : 0) |
      (unusual === 0 ? 0 : isUnusual);
    out.byte(flags);
    if (unusual !== 0) out.byte(unusual);
    if (unusual & otherStart) out.signed(chunk.start - before.end);
    const length = chunk.end - chunk.start;
    out.varint(length);
    if (unusual & otherLine) out.signed(chunk.startLine - before.endLine);
    out.varint(chunk.endLine - chunk.startLine);
    if (unusual & otherParent) out.signed(step);
    const { text, total } = chunk.tokens;
    out.signed(text - before.tokens(length));
    out.signed(total - text - before.context);
    if (!(flags & sameName)) this.string(chunk.name);
    if (!(flags & sameScope)) {
      out.varint(scope.length);
      for (const name of scope) this.string(name);
    }
    if (!(flags & (namedSymbol | noSymbols))) this.symbols(symbols);
    if (fallback !== undefined) this.string(fallback);
    if (unusual & otherLanguage) this.string(chunk.language);
    if (unusual & hasTime) out.varint(time);
    before.end = chunk.end;
    before.endLine = chunk.endLine;
    before.parent += step;
    before.setTokens(length, text, total - text);
  }

  private symbols(symbols: NewChunk['symbols']): void {
    const runs: { readonly string: number; readonly first: number; count: number }[] = [];
    for (const { name } of symbols) {
      const next = this.pool.count;
      const number = this.pool.number(name);
      const run = runs.at(-1);
      if (run && number === run.first + run.count && run.count < maxRun) run.count++;
      else runs.push({ string: next - number, first: number, count: 1 });
    }
    this.out.varint(runs.length);
    for (const { string, count } of runs) {
      this.out.varint(2 * string + (count > 1 ? 1 : 0));
      if (count > 1) this.out.byte(count - 2);
    }
  }

  private string(text: string): void {
    const next = this.pool.count;
    this.out.varint(next - this.pool.number(text));
  }
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}

const none: readonly number[] = [];

/** Iterates over the rows of a file; strings stay numbers, which are cheap to skip. */
export class RowReader {
  start = 0;
  end = 0;
  startLine = 0;
  endLine = 0;
  /** Number of the parent in the file; undefined: it has none. */
  parent: number | undefined;
  textTokens = 0;
  totalTokens = 0;
  name = 0;
  scope: readonly number[] = none;
  symbols: readonly number[] = none;
  fallback: number | undefined;
  /** Undefined: the file's. */
  language: number | undefined;
  /** Seconds since 1970. */
  time: number | undefined;
  private before = new Before();
  private nextString: number;

  constructor(private readonly bytes: ByteReader) {
    this.nextString = bytes.varint();
  }

  /** To be called before the first parent, which is not encoded relative to a row before it. */
  toParents(): void {
    this.before = new Before();
  }

  /** @param isSkipped the row itself is not needed: its symbols are not collected. */
  next(isSkipped = false): void {
    const { bytes, before } = this;
    const flags = bytes.byte();
    const unusual = flags & isUnusual ? bytes.byte() : 0;
    this.start = before.end + (unusual & otherStart ? bytes.signed() : 0);
    const length = bytes.varint();
    this.end = this.start + length;
    this.startLine = before.endLine + (unusual & otherLine ? bytes.signed() : 1);
    this.endLine = this.startLine + bytes.varint();
    before.end = this.end;
    before.endLine = this.endLine;
    before.parent += unusual & otherParent ? bytes.signed() : flags & nextParent ? 1 : 0;
    this.parent = flags & isChild ? before.parent : undefined;
    this.textTokens = before.tokens(length) + bytes.signed();
    const context = before.context + bytes.signed();
    this.totalTokens = this.textTokens + context;
    // Compared like this, so that what is not a number is refused too.
    if (!(this.start >= 0 && this.end <= Number.MAX_SAFE_INTEGER && this.startLine >= 0 && this.endLine <= longestText))
      throw new DamagedSectionError('a chunk is outside of its file');
    if (!(Math.abs(this.textTokens) <= longestText && Math.abs(context) <= longestText))
      throw new DamagedSectionError('a chunk has too many tokens');
    before.setTokens(length, this.textTokens, context);
    if (!(flags & sameName)) this.name = this.string();
    if (!(flags & sameScope)) this.scope = this.strings();
    if (flags & namedSymbol) this.symbols = isSkipped ? none : [this.name];
    else this.symbols = flags & noSymbols ? none : this.runs(isSkipped);
    this.fallback = unusual & hasFallback ? this.string() : undefined;
    this.language = unusual & otherLanguage ? this.string() : undefined;
    this.time = unusual & hasTime ? this.bytes.varint() : undefined;
  }

  private strings(): readonly number[] {
    let left = this.bytes.count();
    if (left === 0) return none;
    const list: number[] = [];
    for (; left > 0; left--) list.push(this.string());
    return list;
  }

  private runs(isSkipped: boolean): readonly number[] {
    const { bytes } = this;
    const list: number[] = [];
    for (let left = bytes.count(); left > 0; left--) {
      const both = bytes.varint();
      const first = this.nextString - Math.floor(both / 2);
      const end = first + 1 + (both % 2 === 1 ? bytes.byte() + 1 : 0);
      if (end > this.nextString) this.nextString = end;
      if (isSkipped) continue;
      if (list.length > maxSymbols) throw new DamagedSectionError('a chunk has too many symbols');
      for (let number = first; number < end; number++) list.push(number);
    }
    return list;
  }

  private string(): number {
    const back = this.bytes.varint();
    return back === 0 ? this.nextString++ : this.nextString - back;
  }
}
