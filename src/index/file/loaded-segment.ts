/**
 * A segment in memory: sections as in the file, decoded when needed. Only removed and revived files, new file times and late vectors
 * change it.
 */

import { hexOf } from '../format/byte-codec';
import { FileTable } from '../format/file-table';
import { type NameVisitor, visitLinkNames } from '../format/link-names';
import { LinkTable } from '../format/link-table';
import type { SectionName } from '../format/log-record';
import { NoteRows, type RowNote } from '../format/note-rows';
import { decodeRemoved, type RevivedFile } from '../format/revived-files';
import { bitsToBytes } from '../format/row-bits';
import { RowLookup } from '../format/row-lookup';
import { fileOfRow, RowWalk } from '../format/row-walk';
import type { LexicalSections, Segment, StoredChunk, StoredFile } from '../format/segment-contents';
import type { StoredLinks } from '../format/stored-links';
import type { RowSource, StoredRow } from '../format/stored-row';
import { StoredStrings } from '../format/string-pool';
import type { VectorBlock, VectorSpace } from '../vectors/vector-space';
import { LivingFiles } from './living-files';

type Sections = ReadonlyMap<SectionName, Uint8Array>;

const nothing = new Uint8Array(0);

export class LoadedSegment implements Segment, RowSource {
  readonly searched: number;
  readonly rows: number;
  readonly lexical: LexicalSections;
  scales: Float32Array | undefined;
  missing: Uint8Array | undefined;
  readonly living: LivingFiles;
  /** Paths that its record removes, those of revived files first. */
  readonly removed: readonly string[];
  /** Files of older segments that are current again from its record on. */
  readonly revived: readonly RevivedFile[];
  private readonly table: FileTable;
  readonly strings: StoredStrings;
  private readonly kinds: readonly string[];
  private readonly kindRows: Uint8Array;
  private readonly rowBytes: Uint8Array;
  private readonly ids: Uint8Array;
  private readonly hashes: Uint8Array;
  private readonly byId: RowLookup;
  private readonly byHash: RowLookup;
  private readonly tableMemory: number;
  private readonly notes: NoteRows;
  private readonly linkTable: LinkTable;

  /** @throws RangeError if sections contradict each other. */
  constructor(
    readonly sequence: number,
    readonly dimensions: number,
    sections: Sections,
    public vectorBlock: VectorBlock | undefined,
    private readonly space: VectorSpace,
  ) {
    const section = (name: SectionName): Uint8Array => sections.get(name) ?? nothing;
    this.strings = new StoredStrings(section('strings'));
    this.table = new FileTable(section('files'), this.strings);
    this.searched = this.table.firstSearched.at(-1) ?? 0;
    this.rows = this.searched + (this.table.firstParent.at(-1) ?? 0);
    this.ids = section('ids');
    this.hashes = section('hashes');
    this.rowBytes = section('rows');
    [this.kinds, this.kindRows] = splitKinds(section('kinds'));
    this.lexical = { terms: section('terms'), postings: section('postings'), lengths: section('lengths') };
    this.byId = new RowLookup(this.ids, 8);
    this.byHash = new RowLookup(this.hashes, 16);
    this.notes = new NoteRows(section('notes'));
    this.linkTable = new LinkTable(section('links'), this.strings);
    this.living = new LivingFiles(this.table, this.searched, this.rows);
    ({ removed: this.removed, revived: this.revived } = decodeRemoved(sections));
    const scales = sections.get('scales');
    if (vectorBlock)
      this.scales = new Float32Array(scales?.buffer ?? nothing.buffer, scales?.byteOffset, this.searched);
    const missing = sections.get('missing');
    this.missing = vectorBlock ? missing && bitsToBytes(missing, this.searched) : allMissing(this.searched);
    if (
      this.ids.length !== 8 * this.rows ||
      this.hashes.length !== 16 * this.searched ||
      this.kindRows.length !== this.rows ||
      this.table.chunkRows.at(-1) !== this.rowBytes.length ||
      (vectorBlock && vectorBlock.bytes.length !== this.searched * dimensions)
    )
      throw new RangeError('the sections of a segment contradict each other');
    let memory = 0;
    for (const bytes of sections.values()) memory += bytes.length;
    this.tableMemory = memory;
  }

  get vectors(): Int8Array | undefined {
    const bytes = this.vectorBlock?.bytes;
    return bytes && new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get dead(): Uint8Array | undefined {
    return this.living.deadRows;
  }

  get deadSearched(): number {
    return this.living.deadSearched;
  }

  get fileCount(): number {
    return this.table.count;
  }

  /** Bytes held, vectors included. */
  get memory(): number {
    const vectors = this.vectorBlock?.bytes.length ?? 0;
    return this.tableMemory + vectors + (this.dead?.length ?? 0) + this.byId.memory + this.byHash.memory;
  }

  get paths(): readonly string[] {
    return this.table.paths;
  }

  /** The paths of all files that its record adds or changes. */
  get changedPaths(): readonly string[] {
    return this.revived.length === 0 ? this.paths : [...this.paths, ...this.revived.map(({ path }) => path)];
  }

  path(file: number): string {
    return this.table.path(file);
  }

  language(file: number): string {
    return this.table.language(file);
  }

  string(number: number): string {
    return this.strings.get(number);
  }

  id(row: number): string {
    return hexOf(this.ids, 8 * row, 8 * row + 8);
  }

  hash(row: number): string {
    return hexOf(this.hashes, 16 * row, 16 * row + 16);
  }

  file(file: number): StoredFile {
    return this.table.get(file);
  }

  fileStamp(file: number): Pick<StoredFile, 'size' | 'mtimeMs'> {
    return this.table.stamp(file);
  }

  isSkippedFile(file: number): boolean {
    return this.table.isSkipped(file);
  }

  restamp(file: number, mtimeMs: number): void {
    this.table.restamp(file, mtimeMs);
  }

  isDeadFile(file: number): boolean {
    return this.living.diedAt(file) !== 0;
  }

  /** Do rows of the file wait for their vectors? */
  isWaiting(file: number): boolean {
    return this.missing?.subarray(...this.searchedRows(file)).includes(1) ?? false;
  }

  searchedRows(file: number): readonly [from: number, to: number] {
    return [this.table.firstSearched[file] ?? 0, this.table.firstSearched[file + 1] ?? 0];
  }

  links(file: number): StoredLinks | undefined {
    const [from, to] = this.searchedRows(file);
    return this.linkTable.get(file, to - from);
  }

  /** Tells a visitor which names the links of a file have, as numbers of `strings`. */
  visitNames(file: number, visitor: NameVisitor): void {
    const reader = this.linkTable.reader(file);
    if (reader) visitLinkNames(reader, visitor);
  }

  parentRows(file: number): readonly [from: number, to: number] {
    const { firstParent } = this.table;
    return [this.searched + (firstParent[file] ?? 0), this.searched + (firstParent[file + 1] ?? 0)];
  }

  fileOf(row: number): number {
    return fileOfRow(this.table, this.searched, row);
  }

  kind(row: number): string {
    return this.kinds[this.kindRows[row] ?? 0] ?? '';
  }

  chunk(row: number): StoredChunk {
    return this.rowAt(row).decoded();
  }

  /** For callers that need only a part of the row: fields are decoded when they are read. */
  rowAt(row: number): StoredRow {
    this.checkRow(row);
    return new RowWalk(this, this.table, this.rowBytes).at(row);
  }

  /** The same for several rows, in the order given; those of one file are read together. */
  rowsAt(rows: readonly number[]): StoredRow[] {
    for (const row of rows) this.checkRow(row);
    const walk = new RowWalk(this, this.table, this.rowBytes);
    const found: StoredRow[] = [];
    // Numbers of row and place are sorted by native code, which is much faster than comparing rows here.
    const count = rows.length;
    for (const both of Float64Array.from(rows, (row, place) => row * count + place).sort()) {
      const row = Math.floor(both / count);
      found[both - row * count] = walk.at(row);
    }
    return found;
  }

  /** All chunks of a file in the order of rows. */
  *chunksOf(file: number): Generator<StoredChunk> {
    for (const row of this.rowsOf(file)) yield row.decoded();
  }

  *rowsOf(file: number): Generator<StoredRow> {
    const walk = new RowWalk(this, this.table, this.rowBytes);
    for (const [from, to] of [this.searchedRows(file), this.parentRows(file)])
      for (let row = from; row < to; row++) yield walk.at(row);
  }

  /** Number of rows with a note of a language model. */
  get noted(): number {
    return this.notes.count;
  }

  noteAt(row: number): RowNote | undefined {
    return this.notes.count === 0 ? undefined : this.notes.get(row);
  }

  /** The living row of the chunk with this id; -1: there is none. */
  rowOfId(id: Uint8Array): number {
    return this.byId.find(id, (row) => this.dead?.[row] !== 1);
  }

  /** A row, dead or alive, with the vector of a text with this hash; -1: there is none. */
  rowOfHash(hash: Uint8Array): number {
    return this.vectorBlock ? this.byHash.find(hash, (row) => this.missing?.[row] !== 1) : -1;
  }

  /** Adds vectors that were made later, for these rows. */
  fill(rows: readonly number[], vectors: Int8Array, scales: Float32Array): void {
    this.vectorBlock ??= this.zeros();
    this.scales ??= new Float32Array(this.searched);
    const own = this.vectors;
    rows.forEach((row, i) => {
      own?.set(vectors.subarray(i * this.dimensions, (i + 1) * this.dimensions), row * this.dimensions);
      if (this.scales) this.scales[row] = scales[i] ?? 0;
      if (this.missing) this.missing[row] = 0;
    });
    if (this.missing && !this.missing.includes(1)) this.missing = undefined;
  }

  free(): void {
    this.vectorBlock?.free();
    this.vectorBlock = undefined;
  }

  private checkRow(row: number): void {
    if (!(row >= 0 && row < this.rows)) throw new RangeError(`there is no row ${row} of ${this.rows}`);
  }

  private zeros(): VectorBlock {
    const block = this.space.allocate(this.searched * this.dimensions);
    block.bytes.fill(0);
    return block;
  }
}

function splitKinds(section: Uint8Array): [kinds: string[], rows: Uint8Array] {
  const end = Buffer.from(section.buffer, section.byteOffset, section.length).indexOf('\n\n');
  const list = Buffer.from(section.subarray(0, Math.max(0, end))).toString();
  return [list === '' ? [] : list.split('\n'), section.subarray(end + 2)];
}

function allMissing(rows: number): Uint8Array | undefined {
  return rows === 0 ? undefined : new Uint8Array(rows).fill(1);
}
