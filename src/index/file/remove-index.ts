/** Deletes an index with everything beside it, so that the next one begins from nothing: also one that cannot be read. */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type IndexFileProblem, indexProblemOf } from './index-error';
import { removeLeftovers, removeOthers } from './index-files';
import { IndexLock, type LockOptions } from './index-lock';

export async function removeIndex(
  path: string,
  options: LockOptions = {},
): Promise<{ readonly removed: boolean } | { readonly problem: IndexFileProblem }> {
  const folder = dirname(path);
  if (!existsSync(folder)) return { removed: false };
  let lock: IndexLock | { readonly problem: IndexFileProblem } | undefined;
  try {
    lock = await IndexLock.acquire(path, options);
    if ('problem' in lock) return lock;
    const removed = existsSync(path) || existsSync(`${path}.next`);
    rmSync(path, { force: true });
    removeOthers(path);
    removeLeftovers(path);
    lock.release();
    removeOwnFolder(folder);
    return { removed };
  } catch (error) {
    if (lock && !('problem' in lock)) lock.release();
    return { problem: indexProblemOf(error, `the index ${path} cannot be deleted`) };
  }
}

/** The folder that was made for the index, where nothing else is in it. */
function removeOwnFolder(folder: string): void {
  if (basename(folder) !== '.codegrain') return;
  const left = readdirSync(folder);
  if (left.some((name) => name !== '.gitignore')) return;
  rmSync(join(folder, '.gitignore'), { force: true });
  rmdirSync(folder);
}
