/** Reads the records of an index file, one after the other. */
import { readRecord } from '../format/record-reader';
import type { IndexContents } from './index-contents';

/**
 * Applies the records between the end of the contents and an offset; returns true if there was one. Stops at the first that is not
 * complete.
 */
export function applyRecords(fd: number, contents: IndexContents, to: number): boolean {
  let found = false;
  for (;;) {
    const record = readRecord(fd, contents.end, to, contents.header.generation, contents.space);
    if (!record || !contents.apply(record)) return found;
    found = true;
  }
}
