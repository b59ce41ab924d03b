/** Reads the records of an index file, one after the other. */
import { type ReadOptions, readRecord } from '../format/record-reader';
import type { IndexContents } from './index-contents';

/**
 * Applies the records between the end of the contents and an offset; returns true if there was one. Stops at the first that is not
 * complete.
 */
export function applyRecords(contents: IndexContents, to: number, options: ReadOptions): boolean {
  const { source } = contents;
  let found = false;
  for (;;) {
    const record = source && readRecord(source, contents.end, to, contents.header.generation, options);
    if (!record || !contents.apply(record)) return found;
    found = true;
  }
}
