/** Reads the records of an index file, one after the other. */
import { readRecord } from '../format/record-reader';
import type { IndexContents } from './index-contents';

/**
 * Applies the records between the end of the contents and an offset; returns true if there was one. Stops at the first that is not
 * complete.
 * @param memoryBytes larger files stay on the disk, apart from what every search needs.
 */
export function applyRecords(contents: IndexContents, to: number, memoryBytes: number): boolean {
  const { source } = contents;
  let found = false;
  for (;;) {
    const record = source && readRecord(source, contents.end, to, contents.header.generation, to > memoryBytes);
    if (!record || !contents.apply(record)) return found;
    found = true;
  }
}
