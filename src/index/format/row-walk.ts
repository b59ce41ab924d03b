/**
 * Reads rows of a segment. The rows of a file are encoded one after the other, so a walk that goes on to a later row of the same file
 * reads only those between; any other row begins its file again.
 */
import { rangeOf } from '../../shared/range-of';
import { DamagedSectionError } from '../damaged-section';
import { ByteReader } from './byte-codec';
import type { FileTable } from './file-table';
import { RowReader } from './stored-chunks';
import { type RowSource, StoredRow } from './stored-row';

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
