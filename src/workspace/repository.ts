/**
 * The git repository a folder belongs to, without running git. `.git` is a folder, or (in a worktree or a submodule) a
 * file that names one: `gitdir: PATH`. What all worktrees share (config, info/exclude, branches) lies in the common folder,
 * which the file `commondir` names.
 */
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export interface Repository {
  /** The top of the working tree. */
  readonly top: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

interface Head {
  /** Without `refs/heads/`; undefined where HEAD is detached. */
  readonly branch: string | undefined;
  /** Undefined where there is no commit yet, or git keeps its refs in a way that is not known here (reftable). */
  readonly commit: string | undefined;
}

/** The repository whose working tree a folder is in: the folder itself, or the nearest one above. */
export async function repositoryAround(folder: string): Promise<Repository | undefined> {
  for (let top = resolve(folder); ; top = dirname(top)) {
    const found = await repositoryAt(top);
    if (found) return found;
    if (top === dirname(top)) return undefined;
  }
}

/** The repository whose top a folder is. */
export async function repositoryAt(top: string): Promise<Repository | undefined> {
  const marker = join(top, '.git');
  const found = await stat(marker).catch(() => undefined);
  if (!found) return undefined;
  if (found.isDirectory()) return { top, gitDir: marker, commonDir: marker };
  const named = /^gitdir: (.*?)[\r\n]*$/s.exec((await textOf(marker)) ?? '')?.[1];
  if (named === undefined) return undefined;
  const gitDir = resolve(top, named);
  const common = (await textOf(join(gitDir, 'commondir')))?.replace(/[\r\n]+$/, '');
  return { top, gitDir, commonDir: common ? resolve(gitDir, common) : gitDir };
}

/** Branch and commit that are checked out. */
export async function headOf({ gitDir, commonDir }: Repository): Promise<Head> {
  const head = (await textOf(join(gitDir, 'HEAD')))?.trim() ?? '';
  if (!head.startsWith('ref:')) return { branch: undefined, commit: commitIn(head) };
  const ref = head.slice(4).trim();
  // A repository with reftable says so here.
  if (ref === 'refs/heads/.invalid') return { branch: undefined, commit: undefined };
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : ref;
  return { branch, commit: await commitOf(ref, gitDir, commonDir) };
}

/** A ref has a file of its own, in the worktree's folder or the common one, or a line among the packed ones. */
async function commitOf(ref: string, gitDir: string, commonDir: string, depth = 0): Promise<string | undefined> {
  const loose = (await textOf(join(gitDir, ref))) ?? (await textOf(join(commonDir, ref)));
  const text = loose?.trim();
  if (text?.startsWith('ref:')) {
    // Git follows five of them.
    return depth === 5 ? undefined : commitOf(text.slice(4).trim(), gitDir, commonDir, depth + 1);
  }
  if (text) return commitIn(text);
  for (const line of ((await textOf(join(commonDir, 'packed-refs'))) ?? '').split('\n')) {
    if (line.slice(line.indexOf(' ') + 1).trimEnd() === ref) return commitIn(line);
  }
  return undefined;
}

/** SHA-1 or SHA-256. */
function commitIn(text: string): string | undefined {
  return /^(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f])/.exec(text)?.[0];
}

function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
