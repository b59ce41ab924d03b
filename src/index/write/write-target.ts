/** Chooses the file that a writer writes: the index, or the one that will replace it; creates it if there is none. */
import { constants, linkSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createIndex } from '../file/create-index';
import type { IndexFileProblem } from '../file/index-error';
import { baseFile, nextSuffix, removeBases, removeLeftovers, setAsideDamaged } from '../file/index-files';
import type { SharedBase } from '../file/index-origin';
import { IndexReader, type ReaderOptions } from '../file/index-reader';
import { crcIn, sharedFile } from '../file/shared-base';
import { type IndexSettings, type Mismatch, nextGeneration } from '../format/header';

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

// Makes a finished index the shared base of a new one (shared-base.ts).

/**
 * Links the first of these indexes that fits. Undefined: none does.
 * @param path of the new index.
 * @param candidates paths of other indexes, best first; they need not exist.
 */
async function linkBase(
  path: string,
  settings: IndexSettings,
  candidates: readonly string[],
): Promise<{ readonly candidate: string; readonly shared: SharedBase } | undefined> {
  for (const candidate of candidates) {
    const found = candidate === path ? undefined : baseIn(candidate, settings);
    if (!found) continue;
    const file = baseFile(path, found.base.generation);
    try {
      rmSync(file, { force: true });
      await linkOrCopy(found.source, file);
      return { candidate, shared: { ...found.base, file: basename(file) } };
    } catch {
      // It was deleted meanwhile, or there is no space for a copy: the index is made without it.
      rmSync(file, { force: true });
    }
  }
  return undefined;
}

/** An index that continues another one has the same base to offer, not its own few files. */
function baseIn(
  candidate: string,
  settings: IndexSettings,
): { readonly source: string; readonly base: SharedBase } | undefined {
  const opened = IndexReader.open(candidate);
  if ('problem' in opened) return undefined;
  const { index } = opened;
  const { contents } = index;
  const shared = contents.about?.shared;
  const isUsable = !index.mismatch(settings) && !index.damage && contents.fileCount > 0;
  // Late vectors would be written into the base.
  const isWhole = contents.segments.every(({ missing }) => !missing);
  index.dispose();
  if (!isUsable || !isWhole) return undefined;
  if (shared) return { source: sharedFile(candidate, shared), base: shared };
  const { end, sequence, header, lastHeader } = contents;
  const base = { file: '', generation: header.generation, end, sequence, lastHeader: crcIn(lastHeader) };
  return { source: candidate, base };
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    linkSync(from, to);
  } catch {
    // Another disk, or one without hard links.
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}

// Why an index must be rebuilt, in words.

export interface RebuildReason {
  readonly reason: Mismatch;
  /** One sentence. */
  readonly message: string;
}

function explainRebuild(index: IndexReader, settings: IndexSettings): RebuildReason | undefined {
  const reason = index.mismatch(settings);
  switch (reason) {
    case undefined:
      return undefined;
    case 'model':
      return {
        reason,
        message: `the index was made with the model ${index.contents.about?.model}; the model is now ${settings.model}, so the index is rebuilt`,
      };
    case 'dimensions':
      return {
        reason,
        message: `the index has vectors of ${index.header.dimensions} dimensions; they now have ${settings.dimensions}, so the index is rebuilt`,
      };
    case 'chunker':
      return { reason, message: 'files are chunked differently than when the index was made, so the index is rebuilt' };
    case 'version':
      return { reason, message: 'the index has another version of the format, so it is rebuilt' };
  }
}
