/**
 * The section `files`: what is known of each file, and where its chunks are.
 *
 *     u32 files; u32 bytes of the rows; f64 mtime of each; 16 bytes hash of each (zeros where it has none); rows; paths (a string list)
 *
 * A row is a byte of flags (1: has a hash, 2: was skipped, 4: has a fallback) and varints: the language's number in the
 * segment's strings, size, lines, non-blank lines, those not covered, searched chunks, parents, bytes in the section `rows`,
 * then the number of the fallback, of the reason and of the message where the flags say so.
 */
import { ByteReader, ByteWriter, hexOf } from './bytes';
import type { StoredFile } from './segment';
import { StringList, StringListWriter } from './string-list';
import type { StoredStrings, StringPool } from './string-pool';

const hasHash = 1;
const isSkipped = 2;
const hasFallback = 4;

export class FileTableWriter {
  private readonly rows = new ByteWriter();
  private readonly mtimes: number[] = [];
  private readonly hashes = new ByteWriter();
  private readonly paths = new StringListWriter();

  constructor(private readonly pool: StringPool) {}

  add(file: StoredFile, searched: number, parents: number, rowBytes: number): void {
    const { rows, pool } = this;
    const { hash, skipped, fallback } = file;
    this.paths.add(file.path);
    this.mtimes.push(file.mtimeMs);
    this.hashes.hex(hash ?? '0'.repeat(32), 16);
    rows.byte((hash === undefined ? 0 : hasHash) | (skipped ? isSkipped : 0) | (fallback ? hasFallback : 0));
    rows.varint(pool.number(file.language));
    rows.varint(file.size);
    rows.varint(file.lines);
    rows.varint(file.coverage.lines);
    rows.varint(file.coverage.lines - file.coverage.covered);
    rows.varint(searched);
    rows.varint(parents);
    rows.varint(rowBytes);
    if (fallback) rows.varint(pool.number(fallback));
    if (skipped) {
      rows.varint(pool.number(skipped.reason));
      rows.varint(pool.number(skipped.message));
    }
  }

  finish(): Uint8Array {
    const head = new Uint8Array(8 + 8 * this.mtimes.length);
    const view = new DataView(head.buffer);
    view.setUint32(0, this.mtimes.length, true);
    view.setUint32(4, this.rows.length, true);
    this.mtimes.forEach((mtime, i) => {
      view.setFloat64(8 + 8 * i, mtime, true);
    });
    return Buffer.concat([head, this.hashes.view(), this.rows.view(), this.paths.finish()]);
  }
}

/** The numbers are decoded at once, into arrays; strings when asked for. */
export class FileTable {
  readonly count: number;
  /** Row of the first searched chunk of each file, and after the last; parents likewise, counted from the first parent. */
  readonly firstSearched: Uint32Array;
  readonly firstParent: Uint32Array;
  /** Where each file's rows begin in the section `rows`. */
  readonly rowBytes: Uint32Array;
  private readonly places: Uint32Array;
  private readonly view: DataView;
  private readonly pathList: StringList;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly strings: StoredStrings,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = this.view.getUint32(0, true);
    this.count = count;
    this.firstSearched = new Uint32Array(count + 1);
    this.firstParent = new Uint32Array(count + 1);
    this.rowBytes = new Uint32Array(count + 1);
    this.places = new Uint32Array(count);
    const start = 8 + 24 * count;
    const reader = new ByteReader(bytes, start);
    for (let i = 0; i < count; i++) {
      this.places[i] = reader.at;
      const flags = reader.byte();
      for (let skip = 0; skip < 5; skip++) reader.varint();
      this.firstSearched[i + 1] = (this.firstSearched[i] ?? 0) + reader.varint();
      this.firstParent[i + 1] = (this.firstParent[i] ?? 0) + reader.varint();
      this.rowBytes[i + 1] = (this.rowBytes[i] ?? 0) + reader.varint();
      if (flags & hasFallback) reader.varint();
      if (flags & isSkipped) {
        reader.varint();
        reader.varint();
      }
    }
    this.pathList = new StringList(bytes.subarray(start + this.view.getUint32(4, true)));
    if (this.pathList.count !== count) throw new RangeError(`${this.pathList.count} paths of ${count} files`);
  }

  paths(): string[] {
    return this.pathList.all();
  }

  path(file: number): string {
    return this.pathList.get(file);
  }

  language(file: number): string {
    return this.strings.get(new ByteReader(this.bytes, (this.places[file] ?? 0) + 1).varint());
  }

  get(file: number): StoredFile {
    const reader = new ByteReader(this.bytes, this.places[file]);
    const flags = reader.byte();
    const string = (): string => this.strings.get(reader.varint());
    const language = string();
    const size = reader.varint();
    const lines = reader.varint();
    const nonBlank = reader.varint();
    const covered = nonBlank - reader.varint();
    for (let skip = 0; skip < 3; skip++) reader.varint();
    const fallback = flags & hasFallback ? string() : undefined;
    const hashAt = 8 + 8 * this.count + 16 * file;
    return {
      path: this.path(file),
      size,
      mtimeMs: this.view.getFloat64(8 + 8 * file, true),
      ...((flags & hasHash) !== 0 && { hash: hexOf(this.bytes, hashAt, hashAt + 16) }),
      language,
      lines,
      coverage: { lines: nonBlank, covered },
      ...(fallback !== undefined && { fallback }),
      ...((flags & isSkipped) !== 0 && { skipped: { reason: string(), message: string() } }),
    };
  }
}
