/** What in the state of the indexes affects search results. */
import type { IndexState } from '../indexing/workspace-index';

/** Changes whenever the results of a search may have changed. */
export function contentFingerprint({ folders }: IndexState): string {
  const parts = folders.map(({ root, is, files, chunks, bytes }) => [root, is === 'indexing', files, chunks, bytes]);
  return JSON.stringify(parts);
}

/** True if there is something to search. */
export function isSearchable({ consent, folders }: IndexState): boolean {
  return consent === 'given' && folders.some(({ chunks }) => chunks > 0);
}
