/** Versions of files that were replaced or removed, and whose rows are still in the index. */
import type { PlacedFile } from '../file/index-contents';

/** Would chunking the content again give the same rows? Not if it was skipped, or if rows wait for their vectors. */
export function isReusable({ segment, file }: PlacedFile): boolean {
  if (segment.isWaiting(file)) return false;
  const { hash, skipped } = segment.file(file);
  return hash !== undefined && !skipped;
}
