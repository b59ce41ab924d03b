/**
 * An index inside its folder moves with it. One that is kept elsewhere, in a place named after the folder's path, would be lost when
 * the folder is renamed. So beside it stands `folder.json`: the path, and what stays the same when a folder is renamed or moved on
 * its disk, its inode and its time of birth. A folder without an index looks whether one of the others is its own: the same inode and
 * birth, and nothing at the old path any more. A folder that was copied, or moved to another disk, is a new one; so is every folder
 * on a file system that tells no time of birth, since inodes are given again.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const recordName = 'folder.json';

interface FolderRecord {
  readonly root: string;
  /** Inode and nanoseconds of birth, in decimals: they are larger than numbers are exact. */
  readonly inode: string;
  readonly born: string;
}

/** Says whose index this is. Nothing is lost where that cannot be written. */
export function rememberFolder(indexFile: string, root: string): void {
  const record = recordOf(root);
  if (!record) return;
  const file = join(dirname(indexFile), recordName);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(record)}\n`);
  } catch {
    // A full disk, say: the index itself will tell.
  }
}

/** Brings the index of a folder that had another path to where it is looked for now. True: there was one. */
export function fetchMoved(indexFile: string, root: string): boolean {
  const own = existsSync(indexFile) ? undefined : recordOf(root);
  if (!own) return false;
  const place = dirname(indexFile);
  const others = dirname(place);
  for (const name of namesIn(others)) {
    const other = readRecord(join(others, name, recordName));
    if (other?.inode !== own.inode || other.born !== own.born) continue;
    if (other.root === root || existsSync(other.root)) continue;
    try {
      // Only where nothing is in it, notes about chunks for example.
      if (existsSync(place)) rmdirSync(place);
      renameSync(join(others, name), place);
    } catch {
      return false;
    }
    rememberFolder(indexFile, root);
    return true;
  }
  return false;
}

/** For an index that was deleted: leaves no empty place behind. */
export function forgetFolder(indexFile: string): void {
  const place = dirname(indexFile);
  try {
    rmSync(join(place, recordName), { force: true });
    rmdirSync(place);
  } catch {
    // Something else is kept there.
  }
}

function recordOf(root: string): FolderRecord | undefined {
  const stat = statSync(root, { bigint: true, throwIfNoEntry: false });
  if (!stat || stat.ino === 0n || stat.birthtimeNs <= 0n) return undefined;
  return { root, inode: String(stat.ino), born: String(stat.birthtimeNs) };
}

function readRecord(file: string): FolderRecord | undefined {
  try {
    const { root, inode, born }: Partial<FolderRecord> = JSON.parse(readFileSync(file, 'utf8'));
    return root === undefined || inode === undefined || born === undefined ? undefined : { root, inode, born };
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
