/**
 * A segment of an open index: sections as in the file, read and decoded when needed. Only removed and revived files, new file times
 * and late vectors change it.
 */
import { DamagedSectionError } from '../damaged-section';
import { ByteReader, hexOf } from '../format/byte-codec';
import { FileTable } from '../format/file-table';
import { LinkTable } from '../format/link-reader';
import { linkPlaces, type StoredLinks } from '../format/link-table';
import type { SectionName } from '../format/log-record';
import { type NameLists, readNameLists } from '../format/name-lists';
import { NoteRows, type RowNote } from '../format/note-rows';
import { fileOfRow, type RowSource, RowWalk, rowsAtOffsets, type StoredRow } from '../format/row-walk';
import { MemorySection, type SectionSource, type SectionSources, wholeSection } from '../format/section-source';
import type { CurrentFile } from '../format/segment-contents';
import {
  idBytes,
  type StoredChunk,
  type StoredFile,
  type StoredLexical,
  storedHashBytes,
} from '../format/segment-contents';
import { decodeCurrent } from '../format/segment-sections';
import { RowReader } from '../format/stored-chunks';
import { StringList } from '../format/string-list';
import { StoredStrings } from '../format/string-pool';
import { StoredVectors } from '../parts/stored-vectors';
import { LivingFiles } from './living-files';

export class LoadedSegment implements RowSource {
  /** Rows [0, searched) have vectors and lexical documents, rows [searched, rows) are parents. */
  readonly searched: number;
  readonly rows: number;
  readonly lexical: StoredLexical;
  readonly vectors: StoredVectors;
  readonly living: LivingFiles;
  /** Paths that its record removes. */
  readonly removed: readonly string[];
  /** Files of older segments that its record names, and the paths of those that did not count before it. */
  readonly current: readonly CurrentFile[];
  readonly revivedPaths: string[] = [];
  readonly table: FileTable;
  readonly strings: StoredStrings;
  private readonly kinds: readonly string[];
  private readonly kindRows: Uint8Array;
  private readonly rowBytes: SectionSource;
  private readonly ids: SectionSource;
  readonly hashes: SectionSource;
  private readonly tableMemory: number;
  /** Each is made when it is first needed. */
  private noteRows: NoteRows | undefined;
  private linkTable: LinkTable | undefined;

  /** @throws DamagedSectionError if sections contradict each other. */
  constructor(
    /** Of its record: unique in the file until it is compacted. */
    readonly sequence: number,
    readonly dimensions: number,
    readonly sections: SectionSources,
  ) {
    const whole = (name: SectionName): Uint8Array => wholeSection(sections, name);
    const strings = sections.get('strings');
    this.strings = new StoredStrings(strings instanceof MemorySection ? whole('strings') : (strings ?? noSection));
    this.table = new FileTable(whole('files'), this.strings);
    this.table.checkOrder();
    this.searched = this.table.firstSearched.at(-1) ?? 0;
    this.rows = this.searched + (this.table.firstParent.at(-1) ?? 0);
    this.ids = sections.get('ids') ?? noSection;
    this.hashes = sections.get('hashes') ?? noSection;
    this.rowBytes = sections.get('rows') ?? noSection;
    [this.kinds, this.kindRows] = splitKinds(whole('kinds'));
    const postings = sections.get('postings') ?? noSection;
    const lengths = whole('lengths');
    this.lexical = { terms: sections.get('terms') ?? noSection, postings, lengths };
    this.living = new LivingFiles(this.table, this.searched, this.rows);
    this.removed = new StringList(whole('removed')).all();
    this.current = decodeCurrent(whole('current'));
    this.vectors = new StoredVectors(this.searched, dimensions, sections);
    if (
      this.ids.length !== idBytes * this.rows ||
      this.hashes.length !== storedHashBytes * this.searched ||
      this.kindRows.length !== this.rows ||
      this.table.chunkRows.at(-1) !== this.rowBytes.length ||
      // A segment that is made for its links alone has no words.
      (this.lexical.terms.length > 0 && lengths.length !== this.searched)
    )
      throw new DamagedSectionError('its sections contradict each other');
    let memory = 0;
    for (const section of sections.values()) memory += section.memory;
    this.tableMemory = memory;
  }

  /** 1 for rows, including parents, whose file was replaced or removed since; undefined: all are alive. */
  get dead(): Uint8Array | undefined {
    return this.living.deadRows;
  }

  get deadSearched(): number {
    return this.living.deadSearched;
  }

  get fileCount(): number {
    return this.table.count;
  }

  /** Bytes held; most vectors are not. */
  get memory(): number {
    return this.tableMemory + this.vectors.memory + (this.dead?.length ?? 0);
  }

  /** 1 for searched rows whose vector is not made yet; undefined: none is missing. */
  get missing(): Uint8Array | undefined {
    return this.vectors.missing;
  }

  get paths(): readonly string[] {
    return this.table.paths;
  }

  /** The paths of all files that its record adds or changes. */
  get changedPaths(): readonly string[] {
    return this.revivedPaths.length === 0 ? this.paths : [...this.paths, ...this.revivedPaths];
  }

  path(file: number): string {
    return this.table.path(file);
  }

  /** In UTF-8. */
  pathBytes(file: number): Buffer {
    return this.table.pathBytes(file);
  }

  pathHash(file: number): number {
    return this.table.pathHash(file);
  }

  language(file: number): string {
    return this.table.language(file);
  }

  string(number: number): string {
    return this.strings.get(number);
  }

  id(row: number): string {
    return hexOf(this.ids.read(idBytes * row, idBytes * (row + 1)), 0, idBytes);
  }

  hash(row: number): string {
    return hexOf(this.hashes.read(storedHashBytes * row, storedHashBytes * (row + 1)), 0, storedHashBytes);
  }

  file(file: number): StoredFile {
    return this.table.get(file);
  }

  isDeadFile(file: number): boolean {
    return this.living.diedAt(file) !== 0;
  }

  /** Do rows of the file wait for their vectors? */
  isWaiting(file: number): boolean {
    return this.missing?.subarray(...this.searchedRows(file)).includes(1) ?? false;
  }

  /** The searched rows of a file, [from, to). */
  searchedRows(file: number): readonly [from: number, to: number] {
    return [this.table.firstSearched[file] ?? 0, this.table.firstSearched[file + 1] ?? 0];
  }

  /** What a file defines and uses; undefined if it is not code. Decoded at each call. */
  links(file: number): StoredLinks | undefined {
    const [from, to] = this.searchedRows(file);
    return this.allLinks().get(file, to - from);
  }

  /** How many bytes the links of a file take in the index. */
  linkBytes(file: number): number {
    return this.allLinks().bytesOf(file);
  }

  /** Which files define and use which of `strings`. */
  nameLists(): NameLists {
    const links = wholeSection(this.sections, 'links');
    if (links.length > 0 && linkPlaces(links).length !== this.fileCount + 1)
      throw new DamagedSectionError('it has the links of other files');
    return readNameLists(links, this.strings.count);
  }

  parentRows(file: number): readonly [from: number, to: number] {
    const { firstParent } = this.table;
    return [this.searched + (firstParent[file] ?? 0), this.searched + (firstParent[file + 1] ?? 0)];
  }

  /** The file of a row, as an index into the table of files. */
  fileOf(row: number): number {
    return fileOfRow(this.table, this.searched, row);
  }

  kind(row: number): string {
    const kind = this.kinds[this.kindRows[row] ?? 0];
    if (kind === undefined) throw new DamagedSectionError(`row ${row} has an unknown kind`);
    return kind;
  }

  chunk(row: number): StoredChunk {
    return this.rowAt(row).decoded();
  }

  /** For callers that need only a part of the row: fields are decoded when they are read. */
  rowAt(row: number): StoredRow {
    this.checkRow(row);
    return this.walk().at(row);
  }

  /** The same for several rows, in the order given; those of one file are read together. */
  rowsAt(rows: readonly number[]): StoredRow[] {
    for (const row of rows) this.checkRow(row);
    const walk = this.walk();
    const found: StoredRow[] = [];
    // Numbers of row and place are sorted by native code, which is much faster than comparing rows here.
    const count = rows.length;
    for (const both of Float64Array.from(rows, (row, place) => row * count + place).sort()) {
      const row = Math.floor(both / count);
      found[both - row * count] = walk.at(row);
    }
    return found;
  }

  /** For each of these offsets in a file, which are ascending: the last searched row that begins there or before, or the first one. */
  rowsHolding(file: number, offsets: readonly number[]): StoredRow[] {
    const [from, to] = this.searchedRows(file);
    const rows = rowsAtOffsets(new RowReader(new ByteReader(this.bytesOfFile(file))), from, to, offsets);
    const stored = new Map(this.rowsAt([...new Set(rows)]).map((one) => [one.row, one]));
    return rows.flatMap((one) => stored.get(one) ?? []);
  }

  /** All chunks of a file in the order of rows. */
  *chunksOf(file: number): Generator<StoredChunk> {
    for (const row of this.rowsOf(file)) yield row.decoded();
  }

  *rowsOf(file: number): Generator<StoredRow> {
    const walk = this.walk();
    for (const [from, to] of [this.searchedRows(file), this.parentRows(file)])
      for (let row = from; row < to; row++) yield walk.at(row);
  }

  /** Number of rows with a note of a language model. */
  get noted(): number {
    return this.allNotes().count;
  }

  noteAt(row: number): RowNote | undefined {
    const notes = this.allNotes();
    return notes.count === 0 ? undefined : notes.get(row);
  }

  /** The living row of the chunk with this id; -1: there is none. */
  rowOfId(id: Uint8Array): number {
    const ids = this.ids.readOnce(0, this.ids.length);
    const [first, second] = id;
    for (let row = 0, at = 0; row < this.rows; row++, at += idBytes) {
      if (ids[at] !== first || ids[at + 1] !== second || this.dead?.[row] === 1) continue;
      if (Buffer.compare(ids.subarray(at, at + idBytes), id) === 0) return row;
    }
    return -1;
  }

  /** Frees what is read or made when it is needed. */
  release(): void {
    this.noteRows = undefined;
    this.linkTable = undefined;
  }

  private allLinks(): LinkTable {
    this.linkTable ??= new LinkTable(wholeSection(this.sections, 'links'), this.strings);
    return this.linkTable;
  }

  private allNotes(): NoteRows {
    this.noteRows ??= new NoteRows(wholeSection(this.sections, 'notes'));
    return this.noteRows;
  }

  private walk(): RowWalk {
    return new RowWalk(this, this.table, (file) => this.bytesOfFile(file));
  }

  private bytesOfFile(file: number): Uint8Array {
    const { chunkRows } = this.table;
    return this.rowBytes.read(chunkRows[file] ?? 0, chunkRows[file + 1] ?? 0);
  }

  private checkRow(row: number): void {
    if (!(row >= 0 && row < this.rows)) throw new DamagedSectionError(`there is no row ${row} of ${this.rows}`);
  }
}

const noSection = new MemorySection(new Uint8Array(0));

function splitKinds(section: Uint8Array): [kinds: string[], rows: Uint8Array] {
  const end = Buffer.from(section.buffer, section.byteOffset, section.length).indexOf('\n\n');
  const list = Buffer.from(section.subarray(0, Math.max(0, end))).toString();
  return [list === '' ? [] : list.split('\n'), section.subarray(end + 2)];
}
