/** A row of the chunk table. Strings, ids and hashes are decoded when read: of the rows that a search examines, few become hits. */
import type { ChunkRole } from '../../code/chunk';
import type { RowNote } from './note-rows';
import type { StoredChunk } from './segment-contents';
import type { RowReader } from './stored-chunks';

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
    return noted ? { ...rest, ...noted } : rest;
  }

  get #isParent(): boolean {
    return this.row >= this.#source.searched;
  }
}
