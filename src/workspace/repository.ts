/**
 * The git repository a folder belongs to, without running git. `.git` is a folder, or (in a worktree or a submodule) a
 * file that names one: `gitdir: PATH`. What all worktrees share (config, info/exclude, branches) is in the common folder,
 * which the file `commondir` names.
 */
import { type Stats, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from '../shared/attempt';
import { plainText } from '../shared/plain-file';
import { configEntries } from './git-config';

export interface Repository {
  /** The top of the working tree. */
  readonly top: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

interface Head {
  /** Without `refs/heads/`; undefined if HEAD is detached. */
  readonly branch: string | undefined;
  /** Undefined if there is no commit yet, or git stores its refs in a format that is not supported here (reftable). */
  readonly commit: string | undefined;
}

/** The repository whose working tree a folder is in: the folder itself, or the nearest one above. */
export function repositoryAround(folder: string): Repository | undefined {
  for (let top = resolve(folder); ; top = dirname(top)) {
    const found = repositoryAt(top);
    if (found) return found;
    if (top === dirname(top)) return undefined;
  }
}

/** The repository with this folder as its top. */
export function repositoryAt(top: string): Repository | undefined {
  const marker = join(top, '.git');
  const found = statOf(marker);
  if (!found) return undefined;
  if (found.isDirectory()) return { top, gitDir: marker, commonDir: marker };
  const named = /^gitdir: (.*?)[\r\n]*$/s.exec(plainText(marker) ?? '')?.[1];
  if (named === undefined) return undefined;
  const gitDir = resolve(top, named);
  const common = plainText(join(gitDir, 'commondir'))?.replace(/[\r\n]+$/, '');
  return { top, gitDir, commonDir: common ? resolve(gitDir, common) : gitDir };
}

/** The branch and commit that are checked out. */
export async function headOf({ gitDir, commonDir }: Repository): Promise<Head> {
  const head = plainText(join(gitDir, 'HEAD'))?.trim() ?? '';
  if (!head.startsWith('ref:')) return { branch: undefined, commit: commitIn(head) };
  const ref = head.slice(4).trim();
  // The mark of a repository with reftable.
  if (ref === 'refs/heads/.invalid') return { branch: undefined, commit: undefined };
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : ref;
  return { branch, commit: await commitOf(ref, gitDir, commonDir) };
}

/** The commit, or the tag, of a name as git reads it: `main`, `v1.0`, `origin/main`, `refs/heads/main`, `HEAD`. */
export async function idOfName({ gitDir, commonDir }: Repository, name: string): Promise<string | undefined> {
  for (const folder of ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/']) {
    const id = await commitOf(folder + name, gitDir, commonDir);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The commits at which a shallow clone ends, one per line; empty if it is whole. */
export function shallowEnds({ commonDir }: Repository): string {
  return plainText(join(commonDir, 'shallow')) ?? '';
}

/** A ref has its own file, in the folder of the worktree or the common one, or a line in `packed-refs`. */
async function commitOf(ref: string, gitDir: string, commonDir: string, depth = 0): Promise<string | undefined> {
  // No ref of git has two dots in a row: they would lead out of its folder.
  if (ref.includes('..')) return undefined;
  const text = (plainText(join(gitDir, ref)) ?? plainText(join(commonDir, ref)))?.trim();
  if (text?.startsWith('ref:')) {
    // Git follows at most five symbolic refs.
    return depth === 5 ? undefined : commitOf(text.slice(4).trim(), gitDir, commonDir, depth + 1);
  }
  if (text) return commitIn(text);
  for (const line of (plainText(join(commonDir, 'packed-refs')) ?? '').split('\n'))
    if (line.slice(line.indexOf(' ') + 1).trimEnd() === ref) return commitIn(line);
  return undefined;
}

/** SHA-1 or SHA-256. */
function commitIn(text: string): string | undefined {
  return /^(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f])/.exec(text)?.[0];
}

function statOf(file: string): Stats | undefined {
  return attempt(() => statSync(file, { throwIfNoEntry: false }));
}

/** The working trees of a repository: the main one, and those of `git worktree add`. Found without running git. */

/** Their tops; they may be gone. */
export async function workingTrees({ commonDir }: Pick<Repository, 'commonDir'>): Promise<string[]> {
  const main = basename(commonDir) === '.git' ? [dirname(commonDir)] : [];
  const folder = join(commonDir, 'worktrees');
  const linked = (await readdir(folder).catch(() => [])).map((name) => topOf(join(folder, name)));
  return [...main, ...linked.filter((top) => top !== undefined)];
}

/** `gitdir` names the `.git` file of the working tree, since git 2.48 perhaps relative to the folder that it is in. */
function topOf(folder: string): string | undefined {
  const file = plainText(join(folder, 'gitdir'))?.replace(/[\r\n]+$/, '');
  return file ? dirname(resolve(folder, file)) : undefined;
}

/**
 * The submodules that are checked out in a working tree, and their submodules: `.gitmodules` names the folders, and each of them
 * has a `.git` that points to its repository. Git is not run.
 */

/** Links can make submodules contain each other by mistake. */
const maxDepth = 10;

export async function submodulesOf({ top }: Repository, depth = 0): Promise<readonly Repository[]> {
  const text = depth < maxDepth ? (plainText(join(top, '.gitmodules')) ?? '') : '';
  const found: Repository[] = [];
  const entries = [...configEntries(text)].filter(({ key, name }) => key === 'submodule.path' && name);
  // Git accepts no path that leaves the working tree.
  const inside = entries.filter(({ value }) => value !== '' && !value.split(/[/\\]/).includes('..'));
  for (const path of new Set(inside.map(({ value }) => value))) {
    const submodule = repositoryAt(join(top, path));
    if (submodule) found.push(submodule, ...(await submodulesOf(submodule, depth + 1)));
  }
  return found;
}

/**
 * A text that changes when git does something in a working tree: commits, checks out, merges, stages, stashes. It takes the status of two
 * files, whatever the size of the repository; git is not run. Edits that git was not told about do not change it.
 */

/** Undefined outside of a repository. While git is writing, the stamp is the one before. */
export async function gitStamp(folder: string): Promise<string | undefined> {
  const repository = repositoryAround(folder);
  if (!repository) return undefined;
  return ['HEAD', 'index'].map((name) => stampOf(join(repository.gitDir, name))).join(' ');
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs}-${found.ctimeMs}-${found.size}-${found.ino}` : 'none';
}
