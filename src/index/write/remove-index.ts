/** Deletes an index and all files next to it, even if it cannot be read, so that the next one starts from scratch. */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOwnFile, removeLinks } from '../../shared/own-folder';
import { type IndexFileProblem, indexProblemOf } from '../file/index-error';
import { removeLeftovers, removeOthers } from '../file/index-files';
import { removeIndexGlobs } from '../file/index-globs';
import { IndexLock, type LockOptions } from '../file/index-lock';
import { useFileOf } from '../logs/use-log';

export async function removeIndex(
  path: string,
  options: LockOptions = {},
): Promise<{ readonly removed: boolean } | { readonly problem: IndexFileProblem }> {
  const folder = dirname(path);
  if (!existsSync(folder)) return { removed: false };
  let lock: IndexLock | { readonly problem: IndexFileProblem } | undefined;
  try {
    removeLinks(path);
    lock = await IndexLock.acquire(path, options);
    if ('problem' in lock) return lock;
    const removed = existsSync(path) || existsSync(`${path}.next`);
    rmSync(path, { force: true });
    removeOthers(path);
    rmSync(useFileOf(path), { force: true });
    removeIndexGlobs(path);
    removeLeftovers(path);
    lock.release();
    if (isOwnFile(path)) removeOwnFolder(folder);
    return { removed };
  } catch (error) {
    if (lock && !('problem' in lock)) lock.release();
    return { problem: indexProblemOf(error, `the index ${path} cannot be deleted`) };
  }
}

/** Deletes the folder that was created for the index, if nothing else is in it. */
function removeOwnFolder(folder: string): void {
  if (readdirSync(folder).some((name) => name !== '.gitignore')) return;
  rmSync(join(folder, '.gitignore'), { force: true });
  rmdirSync(folder);
}
