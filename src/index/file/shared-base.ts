/**
 * An index that continues another one. Copies of a repository (worktrees, clones, branches) have most files in common, so a new index
 * can begin with the records of a finished one, its shared base, and add only what differs. Both stay files of their own: the base is
 * a second name (hard link) of the finished index, next to the new one, and of that file only the part counts that was there when it
 * was linked. So nothing that happens to the other index matters: appends come later in the file, compaction and deletion leave the
 * old file to those who still have a name for it. Where links do not work, on another disk, the base is a copy (write-target.ts).
 *
 * The base is checked whenever it is read. If it is not what it was, the index is damaged, and is made again.
 */
import { closeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt } from '../../shared/attempt';
import { openPlainFile } from '../../shared/plain-file';
import { decodeHeader, headerBytes, type IndexHeader } from '../format/header';
import { isSameGeneration } from '../format/log-record';
import { RecordFile, readFully } from '../format/record-file';
import { type ReadOptions, readRecord } from '../format/record-reader';
import { wholeSection } from '../format/section-source';
import { IndexContents } from './index-contents';
import { isBaseName } from './index-files';
import { type About, decodeAbout, type SharedBase } from './index-origin';

/** Undefined: the first record is not complete. */
export function aboutOf(file: RecordFile, size: number, { generation }: IndexHeader): About | undefined {
  const record = readRecord(file, headerBytes, size, generation, { keeps: true, checks: true });
  return attempt(() => record && decodeAbout(wholeSection(record.sections, 'about')));
}

interface BaseOptions {
  /** By size of the file. */
  readonly reading: (size: number) => ReadOptions;
  /** Of the records that come next. */
  readonly source: RecordFile;
}

/** What the records of an index are added to: the contents of its shared base, or nothing. Undefined: the base is not what it was. */
export function beginContents(
  path: string,
  about: About | undefined,
  header: IndexHeader,
  { reading, source }: BaseOptions,
): IndexContents | undefined {
  if (!about?.shared) return new IndexContents(header, source);
  const base = sharedFile(path, about.shared);
  const contents = isBaseName(base) ? readBase(base, about.shared, reading) : undefined;
  const isSame = contents?.header.modelHash === header.modelHash && contents.header.chunkerHash === header.chunkerHash;
  if (contents && isSame && staysInside(contents)) {
    contents.continueIn(header, source);
    return contents;
  }
  contents?.close();
  return undefined;
}

/** A base may come from someone else. No path in it leads out of the folder. */
function staysInside(contents: IndexContents): boolean {
  for (const path of contents.paths())
    if (path.startsWith('/') || /^[A-Za-z]:|\\/.test(path) || path.split('/').includes('..')) return false;
  return true;
}

/** Where the base of an index is: always in its folder, whatever the file says. */
export function sharedFile(path: string, { file }: SharedBase): string {
  return join(dirname(path), basename(file));
}

function readBase(file: string, base: SharedBase, reading: BaseOptions['reading']): IndexContents | undefined {
  const bytes = new Uint8Array(headerBytes);
  let fd: number | undefined;
  try {
    fd = openPlainFile(file).handle;
    const header = readFully(fd, bytes, 0) ? decodeHeader(bytes) : 'damaged';
    if (typeof header === 'string' || !isSameGeneration(header.generation, base.generation)) return undefined;
    const contents = new IndexContents(header, new RecordFile(file, bytes));
    contents.readRecords(base.end, reading(base.end));
    contents.close();
    return isBase(contents, base) ? contents : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function isBase(contents: IndexContents, { end, sequence, lastHeader }: SharedBase): boolean {
  return contents.end === end && contents.sequence === sequence && crcIn(contents.lastHeader) === lastHeader;
}

/** The CRC-32 that ends the header of a record. */
export function crcIn(header: Uint8Array | undefined): number {
  return header ? Buffer.from(header).readUInt32LE(60) : 0;
}
