/** The result of all records of an index file: its segments, which of their files are alive, and where the next record goes. */

import { unsettled } from '../../workspace/folder-changes';
import { DamagedSectionError } from '../damaged-section';
import { ByteReader, ByteWriter } from '../format/byte-codec';
import { FileTable } from '../format/file-table';
import { headerBytes, type IndexHeader } from '../format/header';
import type { SectionName } from '../format/log-record';
import type { RecordFile } from '../format/record-file';
import { type ReadOptions, type ReadRecord, readRecord } from '../format/record-reader';
import { type SectionSources, wholeSection } from '../format/section-source';
import { decodeCurrent, type RecordSections } from '../format/segment-sections';
import { StringList } from '../format/string-list';
import { StoredStrings } from '../format/string-pool';
import { HashLookup } from '../parts/hash-lookup';
import { PathLookup } from '../parts/path-lookup';
import type { StoredVector } from '../parts/stored-vectors';
import { decodeScales, scaleBytes } from '../vectors/row-scales';
import { type About, decodeAbout } from './index-origin';
import { LoadedSegment } from './loaded-segment';

export type PlacedFile = { readonly segment: LoadedSegment; readonly file: number };

export class IndexContents {
  readonly segments: LoadedSegment[] = [];
  private readonly byPath = new PathLookup(this.segments);
  about: About | undefined;
  /** End of the last complete record, in bytes. */
  end = headerBytes;
  sequence = 0;
  /** Records after the base. */
  appended = 0;
  lastHeader: Uint8Array | undefined;
  lastLength = 0;
  /** Number of segments, the first ones, that are in the shared base (shared-base.ts). */
  sharedSegments = 0;

  /** Files that are read when their contents are needed: that of the shared base, and the index. */
  private readonly sources: RecordFile[] = [];
  private byHash: HashLookup<LoadedSegment> | undefined;

  /** @param source of the records that come next. */
  constructor(
    public header: IndexHeader,
    public source: RecordFile,
  ) {
    this.sources.push(source);
  }

  /** Bytes of the index could not be read, or were not as they were written: the file must be read again. */
  get hasChanged(): boolean {
    return this.sources.some(({ hasChanged }) => hasChanged);
  }

  /**
   * Makes this the shared base of another file, whose records come next. Times are those of other copies of the files, so they are
   * not trusted until the file says what they are here.
   */
  continueIn(header: IndexHeader, source: RecordFile): void {
    this.header = header;
    this.source = source;
    this.sources.push(source);
    this.about = undefined;
    this.end = headerBytes;
    this.appended = 0;
    this.lastHeader = undefined;
    this.lastLength = 0;
    this.sharedSegments = this.segments.length;
    for (const segment of this.segments)
      for (let file = 0; file < segment.fileCount; file++) segment.table.restamp(file, unsettled);
  }

  /** Applies the records from the end on that are complete, up to an offset; returns true if there was one. */
  readRecords(to: number, options: ReadOptions): boolean {
    const before = this.end;
    for (;;) {
      const record = readRecord(this.source, this.end, to, this.header.generation, options);
      if (!record || !this.apply(record)) return this.end > before;
    }
  }

  /** Returns false, without any change, if the record does not continue this file. */
  apply(record: ReadRecord): boolean {
    const { header, sections, headerBytes, length } = record;
    if (header.sequence !== this.sequence + 1) return false;
    try {
      if (header.type === 'about') this.about = decodeAbout(wholeSection(sections, 'about'));
      else if (header.type === 'fill') this.fill(sections);
      else this.addSegment(record);
    } catch {
      // The record is complete, but not as this version would write it.
      return false;
    }
    if (header.type !== 'about' && this.end >= this.header.baseEnd) this.appended++;
    this.sequence = header.sequence;
    this.lastHeader = headerBytes;
    this.lastLength = length;
    this.end += length;
    return true;
  }

  /** The living file of this path. */
  file(path: string): PlacedFile | undefined {
    return this.byPath.find(path);
  }

  /** Number of living files. */
  get fileCount(): number {
    return this.segments.reduce((sum, { living }) => sum + living.count, 0);
  }

  /** Number of searched rows, dead ones included. */
  get searched(): number {
    return this.segments.reduce((sum, { searched }) => sum + searched, 0);
  }

  /** Paths of all living files. */
  *paths(): Generator<string> {
    for (const { segment, file } of this.files()) yield segment.path(file);
  }

  *files(): Generator<PlacedFile> {
    for (const segment of this.segments)
      for (let file = 0; file < segment.fileCount; file++) if (!segment.isDeadFile(file)) yield { segment, file };
  }

  /** Files, of these paths or of all, that were replaced or removed; their rows are still there. */
  *deadFiles(paths?: ReadonlySet<string>): Generator<PlacedFile> {
    for (const segment of this.segments) {
      if (segment.living.count === segment.fileCount) continue;
      for (const [file, path] of segment.paths.entries())
        if (segment.isDeadFile(file) && (paths?.has(path) ?? true)) yield { segment, file };
    }
  }

  /** The vector of a text with this hash, even of a dead row. @param hash all of it, or what is stored. */
  vectorOf(hash: Uint8Array): StoredVector | undefined {
    this.byHash ??= new HashLookup();
    this.byHash.add(this.segments);
    const found = this.byHash.find(hash);
    return found?.segment.vectors.at(found.row);
  }

  /** Closes the files; they are opened again if something is read. */
  close(): void {
    for (const source of this.sources) source.close();
  }

  private addSegment({ header, sections }: ReadRecord): void {
    const segment = new LoadedSegment(header.sequence, this.header.dimensions, sections);
    for (const path of segment.removed) {
      const old = this.file(path);
      old?.segment.living.kill(old.file, header.sequence);
    }
    this.makeCurrent(segment);
    // Most segments of a large index replace nothing, as the number of files shows. Then the first search needs no path.
    const addsOnly = header.files === this.fileCount + segment.fileCount;
    if (this.segments.length > 0 && !addsOnly) this.replaceFiles(segment);
    this.segments.push(segment);
  }

  private replaceFiles(by: LoadedSegment): void {
    for (let file = 0; file < by.fileCount; file++) {
      const old = this.byPath.findSame({ segment: by, file });
      old?.segment.living.kill(old.file, by.sequence);
    }
  }

  /**
   * Files of older segments that a record names get their times; those that do not count replace the version that does. Those that are
   * not there are left out: a segment may be read for its vectors alone.
   */
  private makeCurrent({ sequence, current, revivedPaths }: LoadedSegment): void {
    const segments = new Map(this.segments.map((segment) => [segment.sequence, segment]));
    for (const { sequence: of, file, mtimeMs } of current) {
      const segment = segments.get(of);
      if (!segment || !(file >= 0 && file < segment.fileCount)) continue;
      if (segment.isDeadFile(file)) {
        const other = this.byPath.findSame({ segment, file });
        other?.segment.living.kill(other.file, sequence);
        segment.living.revive(file);
        revivedPaths.push(segment.path(file));
      }
      segment.table.restamp(file, mtimeMs);
    }
  }

  private fill(sections: SectionSources): void {
    const { sequence, rows } = decodeTarget(wholeSection(sections, 'target'));
    const segment = this.segments.find((candidate) => candidate.sequence === sequence);
    const vectors = wholeSection(sections, 'vectors');
    const scales = wholeSection(sections, 'scales');
    if (
      !segment ||
      vectors.length !== rows.length * segment.dimensions ||
      scales.length !== scaleBytes * rows.length ||
      rows.some((row) => !(row >= 0 && row < segment.searched))
    )
      throw new DamagedSectionError('it has vectors for rows that do not exist');
    segment.vectors.fill(rows, new Int8Array(vectors.slice().buffer), decodeScales(scales));
  }
}

/** The number of living files after a record with these sections. */
export function filesAfter(contents: IndexContents, sections: RecordSections): number {
  const bytes = (name: SectionName): Uint8Array => {
    const section = sections.get(name);
    // A copy, since a section from another process may begin at any byte of its message.
    return section instanceof Uint8Array ? new Uint8Array(section) : new Uint8Array(0);
  };
  const files = bytes('files');
  const own = new Set(files.length === 0 ? [] : new FileTable(files, new StoredStrings(bytes('strings'))).paths);
  const gone = new StringList(bytes('removed')).all().filter((path) => contents.file(path) && !own.has(path));
  const segments = new Map(contents.segments.map((segment) => [segment.sequence, segment]));
  const current = decodeCurrent(bytes('current')).map(({ sequence, file }) => segments.get(sequence)?.path(file) ?? '');
  const added = [...own, ...current].filter((path) => !contents.file(path));
  return contents.fileCount - gone.length + added.length;
}

/** The section `target` of a `fill`, in varints: sequence of the segment, number of rows, each row as the difference from the one before. */
export function encodeTarget(sequence: number, rows: ArrayLike<number>): Uint8Array {
  const out = new ByteWriter();
  out.varint(sequence);
  out.varint(rows.length);
  let before = 0;
  for (const row of Array.from(rows)) {
    out.signed(row - before);
    before = row;
  }
  return out.view();
}

function decodeTarget(bytes: Uint8Array): { sequence: number; rows: number[] } {
  const reader = new ByteReader(bytes);
  const sequence = reader.varint();
  const rows: number[] = [];
  let row = 0;
  for (let left = reader.count(); left > 0; left--) {
    row += reader.signed();
    rows.push(row);
  }
  return { sequence, rows };
}
