/** Indexes outside of their folders, in the cache of the editor for example, whose folders were deleted. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeIndex } from '../../index/write/remove-index';
import { knownIndexes } from '../indexer/known-indexes';
import { forgetFolder } from './moved-index';

interface OrphanIndex {
  /** The folder that is gone. */
  readonly root: string;
  readonly indexFile: string;
}

/** A folder may come back under another name, and then wants its index (moved-index.ts). */
export const keptOrphanDays = 14;

/** Deletes the indexes of folders that are gone. Returns those that are deleted; a locked one stays. */
export async function removeOrphanIndexes(minDays = 0): Promise<OrphanIndex[]> {
  const removed: OrphanIndex[] = [];
  for (const { root, indexFile } of knownIndexes()) {
    if (!isGone(root) || daysSince(indexFile) < minDays) continue;
    const outcome = await removeIndex(indexFile);
    if ('problem' in outcome || !outcome.removed) continue;
    forgetFolder(indexFile);
    removed.push({ root, indexFile });
  }
  return removed;
}

/** A drive that is not there takes the folder around it along. */
function isGone(root: string): boolean {
  return !existsSync(root) && existsSync(dirname(root));
}

function daysSince(file: string): number {
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return (Date.now() - changed) / 86_400_000;
}
