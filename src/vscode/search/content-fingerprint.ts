/** What of the indexes' state matters to answers. */
import type { IndexState } from '../indexing/workspace-index';

/** Changes whenever an answer may be another one than before. */
export function contentFingerprint({ folders }: IndexState): string {
  const marks = folders.map(({ root, is, files, chunks, bytes }) => [root, is === 'indexing', files, chunks, bytes]);
  return JSON.stringify(marks);
}

/** Whether something can be searched. */
export function isSearchable({ consent, folders }: IndexState): boolean {
  return consent === 'given' && folders.some(({ chunks }) => chunks > 0);
}
