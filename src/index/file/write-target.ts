/** Chooses the file that a writer writes: the index, or the one that will replace it; creates it if there is none. */
import { rmSync } from 'node:fs';
import { type IndexSettings, nextGeneration } from '../format/header';
import { createIndex } from './create-index';
import type { IndexFileProblem } from './index-error';
import { nextSuffix, removeLeftovers, setAsideDamaged } from './index-files';
import { IndexReader, type ReaderOptions } from './index-reader';
import { explainRebuild, type RebuildReason } from './rebuild-reason';

interface Target {
  /** The index to write. */
  readonly index: IndexReader;
  /** Why that is the replacement and not the index itself. */
  readonly rebuilding: RebuildReason | undefined;
  /** The index that will be replaced, if it can be read. */
  readonly previous: IndexReader | undefined;
  /** The new name of a damaged index. */
  readonly damaged: string | undefined;
}

/** The caller must hold the lock. */
export async function openTarget(
  path: string,
  settings: IndexSettings,
  options: ReaderOptions,
): Promise<Target | { readonly problem: IndexFileProblem }> {
  removeLeftovers(path);
  const found = IndexReader.open(path, { ...options, holdsLock: true });
  let rebuilding: RebuildReason | undefined;
  let damaged: string | undefined;
  if ('index' in found) rebuilding = explainRebuild(found.index, settings);
  else if (found.problem.reason === 'damaged') damaged = await setAsideDamaged(path);
  else if (found.problem.reason === 'version') rebuilding = { reason: 'version', message: found.problem.message };
  else if (found.problem.reason !== 'none') return found;
  if ('index' in found && !rebuilding) {
    // Left by a rebuild for settings that were changed back.
    rmSync(path + nextSuffix, { force: true });
    return { index: found.index, rebuilding, previous: undefined, damaged };
  }
  const previous = 'index' in found ? found.index : undefined;
  const own = await openOrCreate(rebuilding ? path + nextSuffix : path, settings, options, previous);
  return 'problem' in own ? own : { index: own.index, rebuilding, previous, damaged };
}

/** Continues a file that was begun with these settings. */
async function openOrCreate(
  file: string,
  settings: IndexSettings,
  options: ReaderOptions,
  previous: IndexReader | undefined,
): Promise<ReturnType<typeof IndexReader.open>> {
  const ofWriter = { ...options, holdsLock: true };
  const begun = IndexReader.open(file, ofWriter);
  if ('index' in begun) {
    const { damage } = begun.index;
    if (!begun.index.mismatch(settings) && (!damage || damage.isCutShort)) return begun;
    begun.index.dispose();
  }
  await createIndex(file, settings, nextGeneration(previous?.header.generation));
  return IndexReader.open(file, ofWriter);
}
