/**
 * The section `files`: the facts about each file, and where its chunks are. Nothing is decoded when an index is opened.
 *
 *     u32 files, n; u32 bytes of the rows
 *     f64 modification time in ms of each; 16 bytes hash of each (zeros if it has none)
 *     n + 1 u32 first searched row; n + 1 u32 first parent, from 0; n + 1 u32 place in the section `rows`; n u32 place of the file's row;
 *     n + 1 u32 place of the file's path
 *     rows; the paths, each followed by a zero byte
 *
 * A row is a byte of flags (1: has a hash, 2: was skipped, 4: has a fallback) and varints: the language's number in the
 * segment's strings, size, lines, non-blank lines, those not covered, then the number of the fallback, of the reason and of the
 * message if the flags say so.
 */
import { DamagedSectionError } from '../damaged-section';
import { ByteReader, ByteWriter, bytesOf, hexOf } from './byte-codec';
import type { StoredFile } from './segment-contents';
import type { StoredStrings, StringPool } from './string-pool';

/** Before the columns, and of each file in the first two of them. */
const headBytes = 8;
const fileBytes = 24;

const hasHash = 1;
const isSkipped = 2;
const hasFallback = 4;

export class FileTableWriter {
  private readonly rows = new ByteWriter();
  private readonly hashes = new ByteWriter();
  private readonly mtimes: number[] = [];
  private readonly paths = new ByteWriter();
  private readonly pathPlaces = [0];
  private readonly firstSearched = [0];
  private readonly firstParent = [0];
  private readonly chunkRows = [0];
  private readonly places: number[] = [];

  constructor(private readonly pool: StringPool) {}

  add(file: StoredFile, searched: number, parents: number, rowBytes: number): void {
    const { rows, pool } = this;
    const { hash, skipped, fallback } = file;
    if (file.path.includes('\0')) throw new RangeError('a path contains a zero byte');
    this.paths.text(`${file.path}\0`);
    this.pathPlaces.push(this.paths.length);
    this.mtimes.push(file.mtimeMs);
    this.hashes.hex(hash ?? '0'.repeat(32), 16);
    this.firstSearched.push((this.firstSearched.at(-1) ?? 0) + searched);
    this.firstParent.push((this.firstParent.at(-1) ?? 0) + parents);
    this.chunkRows.push((this.chunkRows.at(-1) ?? 0) + rowBytes);
    this.places.push(rows.length);
    rows.byte((hash === undefined ? 0 : hasHash) | (skipped ? isSkipped : 0) | (fallback ? hasFallback : 0));
    rows.varint(pool.number(file.language));
    rows.varint(file.size);
    rows.varint(file.lines);
    rows.varint(file.coverage.lines);
    rows.varint(file.coverage.lines - file.coverage.covered);
    if (fallback) rows.varint(pool.number(fallback));
    if (skipped) {
      rows.varint(pool.number(skipped.reason));
      rows.varint(pool.number(skipped.message));
    }
  }

  finish(): Uint8Array {
    return Buffer.concat([
      bytesOf(Uint32Array.of(this.places.length, this.rows.length)),
      bytesOf(Float64Array.from(this.mtimes)),
      this.hashes.view(),
      ...[this.firstSearched, this.firstParent, this.chunkRows, this.places, this.pathPlaces].map((list) =>
        bytesOf(Uint32Array.from(list)),
      ),
      this.rows.view(),
      this.paths.view(),
    ]);
  }
}

export class FileTable {
  readonly count: number;
  /** Row of the first searched chunk of each file, and the end of the last; the same for parents, counted from the first parent. */
  readonly firstSearched: Uint32Array;
  readonly firstParent: Uint32Array;
  /** Where each file's rows begin in the section `rows`. */
  readonly chunkRows: Uint32Array;
  private readonly places: Uint32Array;
  private readonly pathPlaces: Uint32Array;
  private readonly allPaths: Buffer;
  private decodedPaths: readonly string[] | undefined;
  private readonly mtimes: Float64Array;
  private readonly rowsAt: number;
  /** A cache: many files have few languages. */
  private readonly languages = new Map<number, string>();

  /** @param bytes must begin on an 8-byte boundary. @throws DamagedSectionError */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly strings: StoredStrings,
  ) {
    const { buffer, byteOffset } = bytes;
    if (bytes.length < headBytes) throw contradiction();
    const [count = 0, rowBytes = 0] = new Uint32Array(buffer, byteOffset, 2);
    if (headBytes + (fileBytes + 5 * 4) * count + 4 * 4 + rowBytes > bytes.length) throw contradiction();
    let at = headBytes + fileBytes * count;
    const column = (length: number): Uint32Array => {
      at += 4 * length;
      return new Uint32Array(buffer, byteOffset + at - 4 * length, length);
    };
    this.count = count;
    this.mtimes = new Float64Array(buffer, byteOffset + headBytes, count);
    this.firstSearched = column(count + 1);
    this.firstParent = column(count + 1);
    this.chunkRows = column(count + 1);
    this.places = column(count);
    this.pathPlaces = column(count + 1);
    this.rowsAt = at;
    const pathsAt = at + rowBytes;
    this.allPaths = Buffer.from(buffer, byteOffset + pathsAt, bytes.length - pathsAt);
    if (this.pathPlaces.at(-1) !== this.allPaths.length) throw contradiction();
  }

  /** What every reader needs: the rows, chunks and paths of a file are after those of the file before. @throws DamagedSectionError */
  checkOrder(): void {
    const { firstSearched, firstParent, chunkRows, pathPlaces } = this;
    for (const column of [firstSearched, firstParent, chunkRows, pathPlaces])
      if (column[0] !== 0 || !isAscending(column)) throw contradiction();
    for (let file = 0; file < this.count; file++) if (this.allPaths[this.pathEnd(file)] !== 0) throw contradiction();
  }

  /** Decodes the paths of all files; `path` decodes only one. */
  get paths(): readonly string[] {
    if (this.decodedPaths) return this.decodedPaths;
    const paths = this.allPaths.toString('utf8').split('\0').slice(0, -1);
    if (paths.length !== this.count) throw contradiction();
    this.decodedPaths = paths;
    return paths;
  }

  path(file: number): string {
    if (this.decodedPaths) return this.decodedPaths[file] ?? '';
    return this.allPaths.toString('utf8', this.pathPlaces[file], this.pathEnd(file));
  }

  /** In UTF-8. */
  pathBytes(file: number): Buffer {
    return this.allPaths.subarray(this.pathPlaces[file], this.pathEnd(file));
  }

  pathHash(file: number): number {
    return hashOfPath(this.allPaths, this.pathPlaces[file] ?? 0, this.pathEnd(file));
  }

  language(file: number): string {
    const number = new ByteReader(this.bytes, this.place(file) + 1).varint();
    const known = this.languages.get(number);
    if (known !== undefined) return known;
    const language = this.strings.get(number);
    this.languages.set(number, language);
    return language;
  }

  get(file: number): StoredFile {
    const reader = new ByteReader(this.bytes, this.place(file));
    const flags = reader.byte();
    const string = (): string => this.strings.get(reader.varint());
    const language = this.language(file);
    reader.varint();
    const size = reader.varint();
    const lines = reader.varint();
    const nonBlank = reader.varint();
    const covered = nonBlank - reader.varint();
    const fallback = flags & hasFallback ? string() : undefined;
    if (covered < 0) throw contradiction();
    const hashAt = headBytes + 8 * this.count + 16 * file;
    return {
      path: this.path(file),
      size,
      mtimeMs: this.mtimes[file] ?? 0,
      ...((flags & hasHash) !== 0 && { hash: hexOf(this.bytes, hashAt, hashAt + 16) }),
      language,
      lines,
      coverage: { lines: nonBlank, covered },
      ...(fallback !== undefined && { fallback }),
      ...((flags & isSkipped) !== 0 && { skipped: { reason: string(), message: string() } }),
    };
  }

  /** What tells whether a file changed, without the rest of its row. */
  stamp(file: number): Pick<StoredFile, 'size' | 'mtimeMs'> {
    const reader = new ByteReader(this.bytes, this.place(file) + 1);
    reader.varint();
    return { size: reader.varint(), mtimeMs: this.mtimes[file] ?? 0 };
  }

  isSkipped(file: number): boolean {
    return ((this.bytes[this.place(file)] ?? 0) & isSkipped) !== 0;
  }

  /** The file has a new modification time, but the same content. */
  restamp(file: number, mtimeMs: number): void {
    this.mtimes[file] = mtimeMs;
  }

  private pathEnd(file: number): number {
    return (this.pathPlaces[file + 1] ?? 1) - 1;
  }

  private place(file: number): number {
    return this.rowsAt + (this.places[file] ?? 0);
  }
}

function isAscending(column: Uint32Array): boolean {
  for (let i = 1; i < column.length; i++) if ((column[i] ?? 0) < (column[i - 1] ?? 0)) return false;
  return true;
}

function contradiction(): DamagedSectionError {
  return new DamagedSectionError('its table of files contradicts itself');
}

/** FNV-1a, 32 bits. @param bytes with a path in UTF-8. */
export function hashOfPath(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash >>> 0;
}
