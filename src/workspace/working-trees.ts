/** The working trees of a repository: the main one, and those of `git worktree add`. Found without running git. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { plainText } from '../shared/plain-file';
import type { Repository } from './repository';

/** Their tops; they may be gone. */
export async function workingTrees({ commonDir }: Pick<Repository, 'commonDir'>): Promise<string[]> {
  const main = basename(commonDir) === '.git' ? [dirname(commonDir)] : [];
  const folder = join(commonDir, 'worktrees');
  const names = await readdir(folder).catch(() => []);
  const linked = names.map((name) => topOf(join(folder, name)));
  return [...main, ...linked.filter((top) => top !== undefined)];
}

/** `gitdir` names the `.git` file of the working tree, since git 2.48 perhaps relative to the folder that it is in. */
function topOf(folder: string): string | undefined {
  const text = plainText(join(folder, 'gitdir'));
  const file = text?.replace(/[\r\n]+$/, '');
  return file ? dirname(resolve(folder, file)) : undefined;
}
