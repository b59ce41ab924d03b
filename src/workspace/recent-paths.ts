/** The files of a folder that the last commits changed. */
import { realpathSync } from 'node:fs';
import { pathInside } from '../shared/inside-folder';
import { repositoryAround } from './repository';
import { runGit } from './run-git';

const commits = 200;
/** Finding them must not delay what it is for. */
const limits = { maxMs: 3000, maxBytes: 10_000_000 };

/** Relative to the folder, with `/`, the last changed first. None if the folder is in no repository, or git is missing or slow. */
export async function recentPaths(root: string): Promise<Set<string>> {
  const names = await changedNames(realpathSync(root)).catch(() => []);
  return new Set(names.filter((name) => name !== ''));
}

/** @throws GitProblem */
async function changedNames(folder: string): Promise<string[]> {
  const repository = repositoryAround(folder);
  if (!repository) return [];
  const prefix = pathInside(repository.top, folder);
  const format = ['--format=', '--name-only', '--no-renames', '-z', ...(prefix ? [`--relative=${prefix}/`] : [])];
  const output = await runGit(repository, ['log', '-n', String(commits), ...format, 'HEAD'], limits);
  return output
    .toString()
    .split('\0')
    .map((name) => name.replace(/^\n+/, ''));
}
