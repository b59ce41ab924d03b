/**
 * Reads an index file. It takes no lock and does not keep the file open. A small file is in memory after `open`; of others, most is
 * read when it is needed, and a `ChangedFileError` then says that the file was replaced or is damaged: after `refresh` the reader can be
 * asked again. `refresh` is meant to be called before each query and costs one `stat` if nothing changed. Records that are only partly
 * written are ignored. A file that was replaced (compacted, cleared, rebuilt) is read again; until that succeeds, the old contents stay.
 */
import { type BigIntStats, closeSync, fstatSync, statSync } from 'node:fs';
import { errorCode } from '../../shared/error-code';
import { openPlainFile } from '../../shared/plain-file';
import {
  decodeHeader,
  headerBytes,
  type IndexHeader,
  type IndexSettings,
  type Mismatch,
  mismatchOf,
} from '../format/header';
import { decodeRecordHeader, isSameGeneration, recordHeaderBytes } from '../format/log-record';
import { ChangedFileError, RecordFile, readFully } from '../format/record-file';
import type { ReadOptions } from '../format/record-reader';
import { type StoredFile, storedHashBytes } from '../format/segment-contents';
import type { StoredVector } from '../parts/stored-vectors';
import type { IndexContents } from './index-contents';
import { damageProblem, type IndexDamage, type IndexFileProblem, indexProblemOf } from './index-error';
import { lockStateOf } from './index-lock';
import { type IndexStats, indexStatsOf } from './index-stats';
import type { LoadedSegment } from './loaded-segment';
import { aboutOf, beginContents } from './shared-base';

/** Of files up to this size, everything but vectors stays in memory if all of it was checked. */
const smallFileBytes = 64 * 2 ** 20;
/** Files up to this size are read and checked when they are opened: that takes a few milliseconds. */
const checkedFileBytes = 4 * 2 ** 20;

export interface ReaderOptions {
  /** Larger files stay on the disk, apart from what every search needs. */
  readonly memoryBytes?: number;
  /** Larger files are checked when they are read, and smaller ones when they are opened. */
  readonly checkedBytes?: number;
  /** Check all bytes of a large file, too. */
  readonly checksAll?: boolean;
  /** The caller has the lock: an incomplete record at the end is not being written, and is left for the caller to cut off. */
  readonly holdsLock?: boolean;
}

type Opened = { readonly index: IndexReader } | { readonly problem: IndexFileProblem };
/** `grown`: records were added. `replaced`: all segments are new. With a problem, the contents stay as before. */
type Refreshed = 'same' | 'grown' | 'replaced' | { readonly problem: IndexFileProblem };

/** A chunk in a loaded index. */
type ChunkPlace = { readonly segment: LoadedSegment; readonly row: number };

type FileState = { readonly size: number; readonly identity: string };

interface Loaded {
  readonly contents: IndexContents;
  readonly state: FileState;
  /** Undefined: the file is whole, or a record is being written. */
  readonly damage?: IndexDamage | undefined;
}

export class IndexReader {
  private constructor(
    public path: string,
    private readonly options: ReaderOptions,
    private loaded: Loaded,
  ) {}

  static open(path: string, options: ReaderOptions = {}): Opened {
    const loaded = load(path, options);
    return 'problem' in loaded ? loaded : { index: new IndexReader(path, options, loaded) };
  }

  get header(): IndexHeader {
    return this.loaded.contents.header;
  }

  get segments(): readonly LoadedSegment[] {
    return this.loaded.contents.segments;
  }

  /** For the writer and compaction. */
  get contents(): IndexContents {
    return this.loaded.contents;
  }

  /** Bytes at the end that are no complete record: an append that is in progress or was interrupted. */
  get ignoredBytes(): number {
    return this.loaded.state.size - this.loaded.contents.end;
  }

  /** What is not as it was written, when the file was read. An append that was interrupted counts too, one in progress does not. */
  get damage(): IndexDamage | undefined {
    return this.loaded.damage;
  }

  /** All bytes were checked when the file was read; otherwise damage is found when its part is read. */
  get isChecked(): boolean {
    const { damage, state } = this.loaded;
    return damage !== undefined || readingOf(this.options)(state.size).checks;
  }

  /** The damage, for people. */
  get problem(): IndexFileProblem | undefined {
    const { damage } = this;
    return damage && damageProblem(this.path, damage);
  }

  /** Why the index must be rebuilt for these settings. It can still be searched, with the model it was made with. */
  mismatch(settings: IndexSettings): Mismatch | undefined {
    return mismatchOf(this.header, settings);
  }

  refresh(): Refreshed {
    const { contents, state, damage } = this.loaded;
    const action = `the index ${this.path} cannot be read`;
    let fd: number | undefined;
    try {
      const now = statSync(this.path, { bigint: true });
      if (contents.hasChanged) return this.reload();
      if (stateOf(now).identity === state.identity && (this.ignoredBytes === 0 || damage)) return 'same';
      contents.close();
      fd = openPlainFile(this.path).handle;
      const size = Number(fstatSync(fd).size);
      if ((damage && !damage.isCutShort) || !continues(fd, contents, size)) return this.reload();
      const grown = contents.readRecords(size, readingOf(this.options)(size));
      // The process that wrote a record is gone.
      if (contents.end < size && !this.options.holdsLock && !isInProgress(fd, this.path, contents, size))
        return this.reload();
      this.loaded = { contents, state: stateOf(fstatSync(fd, { bigint: true }), size) };
      return grown ? 'grown' : 'same';
    } catch (error) {
      return { problem: errorCode(error) === 'ENOENT' ? noIndex(this.path) : indexProblemOf(error, action) };
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  }

  /** Call it after the file was renamed. */
  follow(path: string): void {
    this.path = path;
    const { source } = this.loaded.contents;
    if (source) source.path = path;
  }

  /** Closes the file, if it is open now. */
  dispose(): void {
    this.loaded.contents.close();
  }

  /** The file with this path, if it is in the index. */
  file(path: string): StoredFile | undefined {
    const place = this.loaded.contents.file(path);
    return place?.segment.file(place.file);
  }

  /** All files, including skipped ones. */
  *files(): Generator<StoredFile> {
    for (const { segment, file } of this.loaded.contents.files()) yield segment.file(file);
  }

  /** The rows of a file's searched chunks. */
  searchedChunks(path: string): ChunkPlace[] {
    const place = this.loaded.contents.file(path);
    if (!place) return [];
    const [from, to] = place.segment.searchedRows(place.file);
    return Array.from({ length: to - from }, (_, i) => ({ segment: place.segment, row: from + i }));
  }

  /** @param id 16 hexadecimal digits. */
  find(id: string): ChunkPlace | undefined {
    const key = Buffer.from(id, 'hex');
    if (key.length !== 8) return undefined;
    for (const segment of this.loaded.contents.segments) {
      const row = segment.rowOfId(key);
      if (row >= 0) return { segment, row };
    }
    return undefined;
  }

  /** The vector of a text with this content hash, even of deleted chunks: until compaction, nothing is embedded twice. */
  vectorOf(hash: string): StoredVector | undefined {
    return this.vectorOfKey(Buffer.from(hash, 'hex'));
  }

  /** @param key the bytes of the hash; the first ones decide. */
  vectorOfKey(key: Uint8Array): StoredVector | undefined {
    if (key.length < storedHashBytes) return undefined;
    try {
      return this.loaded.contents.vectorOf(key);
    } catch (error) {
      // It is made again; the next refresh reads the file again.
      if (error instanceof ChangedFileError) return undefined;
      throw error;
    }
  }

  stats(): IndexStats {
    return indexStatsOf(this.loaded.contents, this.loaded.state.size);
  }

  private reload(): Refreshed {
    // What could not be read may be damaged.
    const checksAll = this.loaded.contents.hasChanged;
    const loaded = load(this.path, checksAll ? { ...this.options, checksAll } : this.options);
    if ('problem' in loaded) return loaded;
    this.loaded.contents.close();
    this.loaded = loaded;
    return 'replaced';
  }
}

/** A writer checks everything, since it copies everything sooner or later; others check what they read. */
function readingOf({
  memoryBytes = smallFileBytes,
  checkedBytes = Math.min(memoryBytes, checkedFileBytes),
  checksAll = false,
  holdsLock = false,
}: ReaderOptions) {
  return (size: number): ReadOptions => ({
    keeps: size <= memoryBytes,
    checks: size <= checkedBytes || checksAll || holdsLock,
  });
}

function load(path: string, options: ReaderOptions): Loaded | { readonly problem: IndexFileProblem } {
  const reading = readingOf(options);
  let source: RecordFile | undefined;
  let fd: number | undefined;
  try {
    fd = openPlainFile(path).handle;
    const stats = fstatSync(fd, { bigint: true });
    const size = Number(stats.size);
    const bytes = new Uint8Array(headerBytes);
    const header = readFully(fd, bytes, 0) ? decodeHeader(bytes) : 'damaged';
    if (header === 'version')
      return {
        problem: { reason: 'version', message: `the index ${path} has another version of the format` },
      };
    const state = stateOf(stats);
    if (header === 'damaged') return { problem: damaged(path) };
    source = new RecordFile(path, bytes);
    const contents = beginContents(path, aboutOf(source, size, header), header, { reading, source });
    // A new file without this base may have been written meanwhile.
    if (!contents) return isAt(path, state) ? { problem: withoutBase(path) } : load(path, options);
    contents.readRecords(size, reading(size));
    if (contents.about && contents.end === size) return { contents, state };
    const isReadable = contents.about !== undefined && contents.end >= header.baseEnd;
    const cut = isReadable ? cutShort(fd, contents, size) : undefined;
    if (cut && isInProgress(fd, path, contents, size) && !options.holdsLock) return { contents, state };
    // It was written meanwhile.
    if (!cut && stateOf(fstatSync(fd, { bigint: true })).identity !== state.identity) return load(path, options);
    // What is left is what the index was before the first record that is not as it was written.
    if (isReadable) return { contents, state, damage: cut ?? { bytes: size - contents.end, lostFiles: undefined } };
    contents.close();
    return { problem: damaged(path) };
  } catch (error) {
    const problem =
      errorCode(error) === 'ENOENT' ? noIndex(path) : indexProblemOf(error, `the index ${path} cannot be read`);
    return { problem };
  } finally {
    source?.close();
    if (fd !== undefined) closeSync(fd);
  }
}

/** The damage, if all that is wrong is that the last record is incomplete. */
function cutShort(
  fd: number,
  { end, header, sequence, fileCount }: IndexContents,
  size: number,
): IndexDamage | undefined {
  const bytes = new Uint8Array(recordHeaderBytes);
  const damage = { bytes: size - end, isCutShort: true } as const;
  if (!readFully(fd, bytes, end)) return { ...damage, lostFiles: undefined };
  const last = decodeRecordHeader(bytes);
  if (!last || !isSameGeneration(last.generation, header.generation) || last.sequence !== sequence + 1)
    return undefined;
  if (end + recordHeaderBytes + last.payload <= size) return undefined;
  return { ...damage, lostFiles: Math.max(0, last.files - fileCount) };
}

/** Milliseconds without a write after which an incomplete record is not being written any more. */
const maxWriteMs = 60_000;

function isInProgress(fd: number, path: string, contents: IndexContents, size: number): boolean {
  if (Math.abs(Date.now() - fstatSync(fd).mtimeMs) > maxWriteMs || lockStateOf(path) !== 'held') return false;
  return cutShort(fd, contents, size) !== undefined;
}

/** Is this still the file whose records were read? It has the same header, and the last record is where it was. */
function continues(fd: number, contents: IndexContents, size: number): boolean {
  const bytes = new Uint8Array(headerBytes);
  if (size < contents.end || !readFully(fd, bytes, 0)) return false;
  const header = decodeHeader(bytes);
  if (typeof header === 'string') return false;
  const { count, random } = contents.header.generation;
  if (header.generation.count !== count || header.generation.random !== random) return false;
  const { lastHeader, end, lastLength } = contents;
  return !lastHeader || (readFully(fd, bytes, end - lastLength) && Buffer.compare(bytes, lastHeader) === 0);
}

function isAt(path: string, { identity }: FileState): boolean {
  return stateOf(statSync(path, { bigint: true })).identity === identity;
}

function stateOf(stats: BigIntStats, size = Number(stats.size)): FileState {
  return { size, identity: `${stats.dev} ${stats.ino} ${size} ${stats.mtimeNs} ${stats.ctimeNs}` };
}

function damaged(path: string): IndexFileProblem {
  return { reason: 'damaged', message: `the index ${path} is damaged and must be rebuilt` };
}

function withoutBase(path: string): IndexFileProblem {
  const message = `the index ${path} must be rebuilt: the index that it continues is not there or has changed`;
  return { reason: 'damaged', message };
}

function noIndex(path: string): IndexFileProblem {
  return { reason: 'none', message: `there is no index at ${path}` };
}
