/** Which files of a folder are indexed, exported or pushed. */
import { type DiscoverOptions, discover, type FoundEntry } from './discover';
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
): AsyncGenerator<FoundEntry> {
  for await (const found of discover(root, options)) {
    if (found.file === indexFile || found.file.startsWith(`${indexFile}.`)) continue;
    if ('skipped' in found) counter.skip(found.path, found.skipped);
    yield found;
  }
}
