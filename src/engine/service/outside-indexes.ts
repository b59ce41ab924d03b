/**
 * An index inside its folder moves with the folder. An index outside, in a directory named after the folder's path, would be lost when
 * the folder is renamed. So `folder.json` next to it records the path, and what stays the same when a folder is renamed or moved on its
 * disk: its inode and creation time. A folder without an index checks whether one of the others is its own: the same inode and creation
 * time, and nothing at the old path any more. A folder that was copied, or moved to another disk, counts as new. So does every folder on
 * a file system without creation times, since inodes are reused.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeIndex } from '../../index/write/remove-index';
import { attempt } from '../../shared/attempt';
import { readPlainFile } from '../../shared/plain-file';
import { knownIndexes } from '../indexer/sibling-indexes';

const recordName = 'folder.json';

interface FolderRecord {
  readonly root: string;
  /** Inode, and creation time in nanoseconds, as decimal strings: too large for exact numbers. */
  readonly inode: string;
  readonly born: string;
}

/** Records which folder this index belongs to. A failure to write that is harmless. */
export function rememberFolder(indexFile: string, root: string): void {
  const record = recordOf(root);
  if (!record) return;
  const file = join(dirname(indexFile), recordName);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(record)}\n`);
  } catch {
    // A full disk, for example: writing the index will report it.
  }
}

/** Moves the index of a renamed folder to its new directory. Returns true if there was one. */
export function adoptMovedIndex(indexFile: string, root: string): boolean {
  const own = existsSync(indexFile) ? undefined : recordOf(root);
  if (!own) return false;
  const directory = dirname(indexFile);
  const parent = dirname(directory);
  for (const name of namesIn(parent)) {
    const other = readRecord(join(parent, name, recordName));
    if (other?.inode !== own.inode || other.born !== own.born) continue;
    if (other.root === root || existsSync(other.root)) continue;
    try {
      // Fails if something is in it, such as notes about chunks.
      if (existsSync(directory)) rmdirSync(directory);
      renameSync(join(parent, name), directory);
    } catch {
      return false;
    }
    rememberFolder(indexFile, root);
    return true;
  }
  return false;
}

/** Removes the record of a deleted index, and its directory if that is empty. */
export function forgetFolder(indexFile: string): void {
  const directory = dirname(indexFile);
  try {
    rmSync(join(directory, recordName), { force: true });
    rmdirSync(directory);
  } catch {
    // The directory has other files.
  }
}

function recordOf(root: string): FolderRecord | undefined {
  const stat = statSync(root, { bigint: true, throwIfNoEntry: false });
  if (!stat || stat.ino === 0n || stat.birthtimeNs <= 0n) return undefined;
  return { root, inode: String(stat.ino), born: String(stat.birthtimeNs) };
}

function readRecord(file: string): FolderRecord | undefined {
  try {
    const { root, inode, born }: Partial<FolderRecord> = JSON.parse(readPlainFile(file).toString());
    return root === undefined || inode === undefined || born === undefined ? undefined : { root, inode, born };
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  return attempt(() => readdirSync(folder)) ?? [];
}

// Indexes outside of their folders, in the cache of the editor for example, whose folders were deleted.

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
