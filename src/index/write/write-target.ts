/** Chooses the file that a writer writes: the index, or the one that will replace it; creates it if there is none. */
import { rmSync } from 'node:fs';
import { createIndex } from '../file/create-index';
import type { IndexFileProblem } from '../file/index-error';
import { nextSuffix, removeBases, removeLeftovers, setAsideDamaged } from '../file/index-files';
import { IndexReader, type ReaderOptions } from '../file/index-reader';
import { linkBase } from '../file/link-base';
import { explainRebuild, type RebuildReason } from '../file/rebuild-reason';
import { sharedFile } from '../file/shared-base';
import { type IndexSettings, nextGeneration } from '../format/header';

export interface TargetOptions extends ReaderOptions {
  /** Paths of other indexes that a new one may continue, best first. */
  readonly candidates?: () => Promise<readonly string[]>;
}

interface Target {
  /** The index to write. */
  readonly index: IndexReader;
  /** Why that is the replacement and not the index itself. */
  readonly rebuilding: RebuildReason | undefined;
  /** The index that will be replaced, if it can be read. */
  readonly previous: IndexReader | undefined;
  /** The new name of a damaged index. */
  readonly damaged: string | undefined;
  /** It was created now. */
  readonly isNew: boolean;
  /** The index that it continues then. */
  readonly continued?: string;
}

/** The caller must hold the lock. */
export async function openTarget(
  path: string,
  settings: IndexSettings,
  options: TargetOptions,
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
    removeUnneededBases(path, [found.index]);
    return { index: found.index, isNew: false, rebuilding, previous: undefined, damaged };
  }
  const previous = 'index' in found ? found.index : undefined;
  const own = await openOrCreate(rebuilding ? path + nextSuffix : path, settings, options, previous);
  if ('problem' in own) return own;
  removeUnneededBases(path, previous ? [own.index, previous] : [own.index]);
  return { ...own, rebuilding, previous, damaged };
}

function removeUnneededBases(path: string, indexes: readonly IndexReader[]): void {
  const needed = indexes.flatMap(({ contents }) =>
    contents.about?.shared ? [sharedFile(path, contents.about.shared)] : [],
  );
  removeBases(path, needed);
}

/** Continues a file that was begun with these settings. */
async function openOrCreate(
  file: string,
  settings: IndexSettings,
  options: TargetOptions,
  previous: IndexReader | undefined,
): Promise<Pick<Target, 'index' | 'isNew' | 'continued'> | { readonly problem: IndexFileProblem }> {
  const ofWriter = { ...options, holdsLock: true };
  const begun = IndexReader.open(file, ofWriter);
  if ('index' in begun) {
    const { damage } = begun.index;
    if (!begun.index.mismatch(settings) && (!damage || damage.isCutShort)) return { ...begun, isNew: false };
    begun.index.dispose();
  }
  const generation = nextGeneration(previous?.header.generation);
  const base = await linkBase(file, settings, (await options.candidates?.()) ?? []);
  if (base) {
    await createIndex(file, { ...settings, shared: base.shared }, generation);
    const opened = IndexReader.open(file, ofWriter);
    if ('index' in opened) return { ...opened, isNew: true, continued: base.candidate };
    // The base was replaced while it was linked.
  }
  await createIndex(file, settings, generation);
  const opened = IndexReader.open(file, ofWriter);
  return 'index' in opened ? { ...opened, isNew: true } : opened;
}
