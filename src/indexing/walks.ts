/** Which files an indexer looks at, and what the index knows of them. */
import type { IndexReader } from '../index/reader';
import type { KnownFile } from '../workspace/changes';
import { type DiscoverOptions, discover, type Found } from '../workspace/discover';
import type { WalkCounter } from '../workspace/statistics';

/**
 * All of a folder but the index itself, which may be anywhere in it. What the walk leaves out is counted; of what it takes, the
 * content has the last word.
 */
export async function* walkFolder(
  root: string,
  indexFile: string,
  options: DiscoverOptions,
  counter: WalkCounter,
): AsyncGenerator<Found> {
  for await (const found of discover(root, options)) {
    if (found.file === indexFile || found.file.startsWith(`${indexFile}.`)) continue;
    if ('skipped' in found) counter.skip(found.path, found.skipped);
    yield found;
  }
}

/** The table in the index: all of it, or some files. */
export function* knownFiles(index: IndexReader, paths?: readonly string[]): Generator<KnownFile> {
  const files = paths ? paths.flatMap((path) => index.file(path) ?? []) : index.files();
  for (const { path, size, mtimeMs, hash } of files) yield { path, size, mtimeMs, contentHash: hash ?? '' };
}
