/** The working trees of a repository: the main one, and those of `git worktree add`. Found without running git. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Repository } from './repository';

/** Their tops; they may be gone. */
export async function workingTrees({ commonDir }: Pick<Repository, 'commonDir'>): Promise<string[]> {
  const main = basename(commonDir) === '.git' ? [dirname(commonDir)] : [];
  const folder = join(commonDir, 'worktrees');
  const names = await readdir(folder).catch(() => []);
  const linked = await Promise.all(names.map((name) => topOf(join(folder, name))));
  return [...main, ...linked.filter((top) => top !== undefined)];
}

/** `gitdir` names the `.git` file of the working tree, since git 2.48 perhaps relative to the folder that it is in. */
async function topOf(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'gitdir'), 'utf8').catch(() => undefined);
  const file = text?.replace(/[\r\n]+$/, '');
  return file ? dirname(resolve(folder, file)) : undefined;
}
