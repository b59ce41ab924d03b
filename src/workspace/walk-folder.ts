/** Which files of a folder are indexed, exported or pushed. */
import { type DiscoverOptions, discoverLists, type FoundEntry } from './discover';
import type { WalkCounter } from './walk-statistics';

/**
 * Walks all files of a folder except the index itself, which may be anywhere in it. Files skipped by rules are counted here; others may
 * still be skipped for their content.
 */
export async function* walkFolder(
  root: string,
  indexFile: string,
  options: DiscoverOptions,
  counter: WalkCounter,
): AsyncGenerator<readonly FoundEntry[]> {
  const isOfIndex = (file: string): boolean => file === indexFile || file.startsWith(`${indexFile}.`);
  for await (const entries of discoverLists(root, options)) {
    const found = entries.some(({ file }) => isOfIndex(file))
      ? entries.filter(({ file }) => !isOfIndex(file))
      : entries;
    for (const entry of found) if ('skipped' in entry) counter.skip(entry.path, entry.skipped);
    yield found;
  }
}
