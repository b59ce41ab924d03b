/**
 * Reads rows of a segment. The rows of a file are encoded one after the other, so a walk that goes on to a later row of the same file
 * reads only those between; any other row begins its file again.
 */

import type { ChunkRole } from '../../code/chunk';
import { rangeOf } from '../../shared/range-of';
import { DamagedSectionError } from '../damaged-section';
import { ByteReader } from './byte-codec';
import type { FileTable } from './file-table';
import type { RowNote } from './note-rows';
import type { StoredChunk } from './segment-contents';
import { RowReader } from './stored-chunks';

// A row of the chunk table. Strings, ids and hashes are decoded when read: of the rows that a search examines, few become hits.

/** The segment of a row, which has the rest of its data. */
export interface RowSource {
  readonly searched: number;
  id(row: number): string;
  hash(row: number): string;
  kind(row: number): string;
  path(file: number): string;
  language(file: number): string;
  string(number: number): string;
  noteAt(row: number): RowNote | undefined;
}

/** The year 9999. */
const maxSeconds = 253_402_300_799;

export class StoredRow implements StoredChunk {
  readonly parent: number | undefined;
  readonly startLine: number;
  readonly endLine: number;
  readonly start: number;
  readonly end: number;
  readonly tokens: { readonly text: number; readonly total: number };
  readonly #source: RowSource;
  readonly #name: number;
  readonly #scope: readonly number[];
  readonly #symbols: readonly number[];
  readonly #language: number | undefined;
  readonly #fallback: number | undefined;
  readonly #time: number | undefined;
  #nameText: string | undefined;
  #symbolTexts: readonly string[] | undefined;

  /** @param reader has just read the row. @param firstParent row of the file's first parent. */
  constructor(
    source: RowSource,
    readonly row: number,
    readonly file: number,
    reader: RowReader,
    firstParent: number,
  ) {
    this.#source = source;
    this.parent = reader.parent === undefined ? undefined : firstParent + reader.parent;
    this.startLine = reader.startLine;
    this.endLine = reader.endLine;
    this.start = reader.start;
    this.end = reader.end;
    this.tokens = { text: reader.textTokens, total: reader.totalTokens };
    this.#name = reader.name;
    this.#scope = reader.scope;
    this.#symbols = reader.symbols;
    this.#language = reader.language;
    this.#fallback = reader.fallback;
    this.#time = reader.time;
  }

  get path(): string {
    return this.#source.path(this.file);
  }

  get id(): string {
    return this.#source.id(this.row);
  }

  get hash(): string | undefined {
    return this.#isParent ? undefined : this.#source.hash(this.row);
  }

  get role(): ChunkRole {
    return this.#isParent ? 'parent' : this.parent === undefined ? 'standard' : 'child';
  }

  get kind(): string {
    return this.#source.kind(this.row);
  }

  get language(): string {
    return this.#language === undefined ? this.#source.language(this.file) : this.#source.string(this.#language);
  }

  get name(): string {
    this.#nameText ??= this.#source.string(this.#name);
    return this.#nameText;
  }

  /** Without decoding names. @param other of the same segment, which has each string once. */
  hasNameOf(other: StoredRow): boolean {
    return this.#name === other.#name;
  }

  get scope(): readonly string[] {
    return this.#scope.map((number) => this.#source.string(number));
  }

  get symbols(): readonly string[] {
    this.#symbolTexts ??= this.#symbols.map((number) =>
      number === this.#name ? this.name : this.#source.string(number),
    );
    return this.#symbolTexts;
  }

  get fallback(): string | undefined {
    return this.#fallback === undefined ? undefined : this.#source.string(this.#fallback);
  }

  get endTime(): string | undefined {
    // A forged number may be no time.
    return this.#time === undefined || this.#time > maxSeconds ? undefined : new Date(this.#time * 1000).toISOString();
  }

  get note(): string | undefined {
    return this.#isParent ? undefined : this.#source.noteAt(this.row)?.note;
  }

  get plainHash(): string | undefined {
    return this.#isParent ? undefined : this.#source.noteAt(this.row)?.plainHash;
  }

  /** The whole row as a plain object; written out, because a spread takes longer than everything else. */
  decoded(): StoredChunk {
    const noted = this.#isParent ? undefined : this.#source.noteAt(this.row);
    const rest = {
      row: this.row,
      file: this.file,
      path: this.path,
      id: this.id,
      hash: this.hash,
      role: this.role,
      parent: this.parent,
      kind: this.kind,
      language: this.language,
      name: this.name,
      scope: this.scope,
      startLine: this.startLine,
      endLine: this.endLine,
      start: this.start,
      end: this.end,
      tokens: this.tokens,
      symbols: this.symbols,
      fallback: this.fallback,
    };
    const { endTime } = this;
    return noted || endTime ? { ...rest, ...noted, ...(endTime && { endTime }) } : rest;
  }

  get #isParent(): boolean {
    return this.row >= this.#source.searched;
  }
}

export class RowWalk {
  private reader: RowReader | undefined;
  private file = 0;
  private isInParents = false;
  /** The row that is read next, and the one after the searched rows, or the parents, of the file. */
  private next = 0;
  private end = 0;

  constructor(
    private readonly source: RowSource,
    private readonly table: FileTable,
    /** The rows of a file, as in the section `rows`. */
    private readonly bytesOf: (file: number) => Uint8Array,
  ) {}

  at(row: number): StoredRow {
    const reader = this.readerFor(row);
    for (; this.next < row; this.next++) reader.next(true);
    reader.next();
    this.next++;
    const first = this.firstParent(this.file);
    // A parent has no parent: whoever goes up from a row arrives.
    if (reader.parent !== undefined && !(row < first && this.isParent(first + reader.parent)))
      throw new DamagedSectionError('a chunk has a parent that is none');
    return new StoredRow(this.source, row, this.file, reader, first);
  }

  private isParent(row: number): boolean {
    return row >= this.firstParent(this.file) && row < this.firstParent(this.file + 1);
  }

  /** A reader that has not yet read this row. */
  private readerFor(row: number): RowReader {
    if (this.reader && row >= this.next && row < this.end) return this.reader;
    const isParent = row >= this.source.searched;
    const file = fileOfRow(this.table, this.source.searched, row);
    const reader =
      this.reader && isParent && !this.isInParents && file === this.file ? this.reader : this.beginFile(file);
    if (!isParent) return reader;
    for (; this.next < this.end; this.next++) reader.next(true);
    reader.toParents();
    this.isInParents = true;
    this.next = this.firstParent(file);
    this.end = this.firstParent(file + 1);
    return reader;
  }

  private beginFile(file: number): RowReader {
    const { firstSearched } = this.table;
    const reader = new RowReader(new ByteReader(this.bytesOf(file)));
    this.reader = reader;
    this.file = file;
    this.isInParents = false;
    this.next = firstSearched[file] ?? 0;
    this.end = firstSearched[file + 1] ?? 0;
    return reader;
  }

  private firstParent(file: number): number {
    return this.source.searched + (this.table.firstParent[file] ?? 0);
  }
}

/** @param searched number of searched rows; parents come after them. */
export function fileOfRow({ firstSearched, firstParent }: FileTable, searched: number, row: number): number {
  return row < searched ? rangeOf(firstSearched, row) : rangeOf(firstParent, row - searched);
}

/**
 * For each of these offsets, which are ascending: the number of the last row that begins there or before, or of the first one.
 * @param reader of the file's rows, which are numbered `from` to `to`.
 */
export function rowsAtOffsets(reader: RowReader, from: number, to: number, offsets: readonly number[]): number[] {
  const startOf = (row: number): number => {
    if (row >= to) return Infinity;
    reader.next(true);
    return reader.start;
  };
  startOf(from);
  let row = from;
  let next = startOf(from + 1);
  return offsets.map((offset) => {
    for (; next <= offset; next = startOf(row + 1)) row++;
    return row;
  });
}
