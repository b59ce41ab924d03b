/**
 * The section `rows`: the contents of chunk rows besides id, hash and kind, file after file. A file's rows begin with the number of
 * strings that the pool had before it; its searched chunks follow, then its parents. A row is a byte of flags and varints, in this
 * order, without those that a flag makes unnecessary:
 *
 *     start, signed, from the end of the row before          unless `follows`
 *     length
 *     first line, signed, from the last line of the row before    unless `nextLine` (then it is one more)
 *     further lines
 *     parent, signed, from the parent of the row before      with `isChild`; parents of a file are numbered from 0
 *     tokens of the text, and those the context adds
 *     name                                                   unless `sameName` as the row before
 *     number of scopes, scopes                               unless `sameScope` as the row before
 *     number of symbols, symbols                             unless `namedSymbol`: the name is the only one; parents have none
 *     fallback                                               with `hasFallback`
 *     language                                               with `otherLanguage` than the file
 *
 * A string is 0 if it is the next new one of the pool in reading order; otherwise the number is its distance back from there.
 */
import { type ByteReader, ByteWriter } from './byte-codec';
import type { NewChunk } from './segment-contents';
import type { StringPool } from './string-pool';

const isChild = 1;
const follows = 2;
const nextLine = 4;
const sameName = 8;
const sameScope = 16;
const namedSymbol = 32;
const hasFallback = 64;
const otherLanguage = 128;

/** The row before in the file, which a row is encoded relative to. */
class Before {
  end = 0;
  endLine = 0;
  parent = 0;
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
    const flags =
      (parent === undefined ? 0 : isChild) |
      (chunk.start === before.end ? follows : 0) |
      (chunk.startLine === before.endLine + 1 ? nextLine : 0) |
      (last?.name === chunk.name ? sameName : 0) |
      (last && same(last.scope, scope) ? sameScope : 0) |
      (symbols.length === 1 && symbols[0]?.name === chunk.name ? namedSymbol : 0) |
      (fallback === undefined ? 0 : hasFallback) |
      (chunk.language === language ? 0 : otherLanguage);
    out.byte(flags);
    if (!(flags & follows)) out.signed(chunk.start - before.end);
    out.varint(chunk.end - chunk.start);
    if (!(flags & nextLine)) out.signed(chunk.startLine - before.endLine);
    out.varint(chunk.endLine - chunk.startLine);
    if (parent !== undefined) {
      out.signed(parent - before.parent);
      before.parent = parent;
    }
    out.varint(chunk.tokens.text);
    out.signed(chunk.tokens.total - chunk.tokens.text);
    if (!(flags & sameName)) this.string(chunk.name);
    if (!(flags & sameScope)) {
      out.varint(scope.length);
      for (const name of scope) this.string(name);
    }
    if (!(flags & namedSymbol)) {
      out.varint(symbols.length);
      for (const symbol of symbols) this.string(symbol.name);
    }
    if (fallback !== undefined) this.string(fallback);
    if (flags & otherLanguage) this.string(chunk.language);
    before.end = chunk.end;
    before.endLine = chunk.endLine;
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
  private lastParent = 0;
  private nextString: number;

  constructor(private readonly bytes: ByteReader) {
    this.nextString = bytes.varint();
  }

  /** To be called before the first parent, which is not encoded relative to a row before it. */
  toParents(): void {
    this.end = 0;
    this.endLine = 0;
    this.lastParent = 0;
  }

  /** @param isSkipped the row itself is not needed: its symbols are not collected. */
  next(isSkipped = false): void {
    const { bytes } = this;
    const flags = bytes.byte();
    this.start = flags & follows ? this.end : this.end + bytes.signed();
    this.end = this.start + bytes.varint();
    this.startLine = flags & nextLine ? this.endLine + 1 : this.endLine + bytes.signed();
    this.endLine = this.startLine + bytes.varint();
    this.parent = undefined;
    if (flags & isChild) {
      this.lastParent += bytes.signed();
      this.parent = this.lastParent;
    }
    this.textTokens = bytes.varint();
    this.totalTokens = this.textTokens + bytes.signed();
    if (!(flags & sameName)) this.name = this.string();
    if (!(flags & sameScope)) this.scope = this.strings();
    if (!(flags & namedSymbol)) this.symbols = isSkipped ? this.skipStrings() : this.strings();
    else if (!isSkipped) this.symbols = [this.name];
    this.fallback = flags & hasFallback ? this.string() : undefined;
    this.language = flags & otherLanguage ? this.string() : undefined;
  }

  private strings(): readonly number[] {
    let left = this.bytes.varint();
    if (left === 0) return none;
    const list: number[] = [];
    for (; left > 0; left--) list.push(this.string());
    return list;
  }

  private skipStrings(): readonly number[] {
    for (let left = this.bytes.varint(); left > 0; left--) this.string();
    return none;
  }

  private string(): number {
    const back = this.bytes.varint();
    return back === 0 ? this.nextString++ : this.nextString - back;
  }
}
