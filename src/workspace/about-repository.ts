/**
 * What is known about the repository of a folder: what tells that two folders are copies of one (an address, or a first commit, that
 * both have), what it is called in a database, and which of its files the last commits changed.
 */

import { realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathInside } from '../shared/inside-folder';
import { plainText } from '../shared/plain-file';
import { configEntries } from './git-config';
import { headOf, type Repository, repositoryAround } from './repository';
import { runGit } from './run-git';

/** In a repository with a million commits, git takes seconds to find the first one. */
const firstCommitLimits = { maxMs: 2000, maxBytes: 10_000_000 };

/** The addresses that a repository is fetched from, the same for every way to write them. Quicker to find than its first commits. */
export async function remoteIds({ commonDir }: Repository): Promise<string[]> {
  const config = plainText(join(commonDir, 'config')) ?? '';
  const urls = [...configEntries(config)].filter(({ key, name, value }) => key === 'remote.url' && name && value);
  return [...new Set(urls.map(({ value }) => remoteId(value)))];
}

/** The commits without parents that HEAD goes back to. None if git is not installed, or takes too long. */
export async function firstCommits(repository: Repository): Promise<string[]> {
  const output = await runGit(repository, ['rev-list', '--max-parents=0', 'HEAD'], firstCommitLimits).catch(() => '');
  return output
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

/** `git@host:owner/name.git`, `https://user:key@host/owner/name` and `ssh://git@host:22/owner/name/` are one repository. */
export function remoteId(url: string): string {
  const short = /^(?:[^@/:]+@)?([^/:]+):(?!\/\/)(.+)$/.exec(url);
  const long = /^[a-z][a-z+.-]*:\/\/(?:[^@/]*@)?([^/:]*)(?::\d+)?\/(.*)$/i.exec(url);
  // A letter before a colon is a drive of Windows.
  const [host, path] = long ? [long[1], long[2]] : short && short[1]?.length !== 1 ? [short[1], short[2]] : ['', url];
  return `${host?.toLowerCase()}/${path?.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')}`;
}

/** What a folder is called in a database: by default its own name, and the branch that is checked out. */

export interface PushNames {
  readonly repository: string;
  readonly branch: string;
  readonly commit: string | undefined;
}

/** Used if no branch is checked out. */
const defaultBranch = 'main';

export async function defaultPushNames(folder: string): Promise<PushNames> {
  const around = repositoryAround(folder);
  const head = around && (await headOf(around));
  return {
    repository: basename(resolve(folder)) || 'root',
    branch: head?.branch ?? head?.commit?.slice(0, 12) ?? defaultBranch,
    commit: head?.commit,
  };
}

/**
 * All names that the repository of a folder may have in a database, each once: first the one that a push from it gives, then those that
 * a push from CI or of another copy may give, by its remotes: `team/web` and `web` of `https://example.com/team/web.git`.
 */
export async function repositoryNamesOf(folder: string): Promise<string[]> {
  const around = repositoryAround(folder);
  const remotes = around && resolve(folder) === around.top ? await remoteIds(around) : [];
  const paths = remotes.map((id) => id.slice(id.indexOf('/') + 1)).filter((path) => path !== '');
  const lastParts = paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  return [...new Set([basename(resolve(folder)) || 'root', ...paths, ...lastParts])];
}

/** The files of a folder that the last commits changed. */

const commits = 200;
/** Finding them must not delay what it is for. */
const recentLimits = { maxMs: 3000, maxBytes: 10_000_000 };

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
  const output = await runGit(repository, ['log', '-n', String(commits), ...format, 'HEAD'], recentLimits);
  return output
    .toString()
    .split('\0')
    .map((name) => name.replace(/^\n+/, ''));
}
