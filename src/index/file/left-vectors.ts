/** Finds the vectors that are left of a damaged index, so that what is indexed again need not be embedded again. */
import { closeSync, fstatSync } from 'node:fs';
import { openPlainFile } from '../../shared/plain-file';
import { decodeHeader, headerBytes, type IndexSettings, mismatchOf } from '../format/header';
import { decodeRecordHeader, recordHeaderBytes } from '../format/log-record';
import { RecordFile, readFully } from '../format/record-file';
import { readRecord } from '../format/record-reader';
import { wholeSection } from '../format/section-source';
import { IndexContents } from './index-contents';

/**
 * All records of the file whose tables are whole. Vectors are checked when they are read, so asking for one throws if it is damaged.
 * Undefined: it has none of this model.
 */
export function leftVectors(path: string, settings: IndexSettings): IndexContents | undefined {
  let fd: number | undefined;
  try {
    fd = openPlainFile(path).handle;
    const first = new Uint8Array(headerBytes);
    const header = readFully(fd, first, 0) ? decodeHeader(first) : 'damaged';
    if (typeof header === 'string') return undefined;
    const mismatch = mismatchOf(header, settings);
    if (mismatch && mismatch !== 'chunker') return undefined;
    const { size } = fstatSync(fd);
    const left = new IndexContents(header, new RecordFile(path, first));
    const bytes = new Uint8Array(recordHeaderBytes);
    for (let at = headerBytes; readFully(fd, bytes, at); ) {
      const found = decodeRecordHeader(bytes);
      if (!found) break;
      const record = readRecord(left.source, at, size, header.generation, { keeps: false, checks: false });
      if (record && areWhole(() => wholeSection(record.sections, 'hashes'))) {
        left.sequence = found.sequence - 1;
        left.apply(record);
      }
      at += recordHeaderBytes + found.payload;
    }
    return left;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function areWhole(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
