/**
 * The git repository a folder belongs to, without running git. `.git` is a folder, or (in a worktree or a submodule) a
 * file that names one: `gitdir: PATH`. What all worktrees share (config, info/exclude, branches) is in the common folder,
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
  /** Without `refs/heads/`; undefined if HEAD is detached. */
  readonly branch: string | undefined;
  /** Undefined if there is no commit yet, or git stores its refs in a format that is not supported here (reftable). */
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

/** The repository with this folder as its top. */
export async function repositoryAt(top: string): Promise<Repository | undefined> {
  const marker = join(top, '.git');
  const found = await stat(marker).catch(() => undefined);
  if (!found) return undefined;
  if (found.isDirectory()) return { top, gitDir: marker, commonDir: marker };
  const named = /^gitdir: (.*?)[\r\n]*$/s.exec((await readText(marker)) ?? '')?.[1];
  if (named === undefined) return undefined;
  const gitDir = resolve(top, named);
  const common = (await readText(join(gitDir, 'commondir')))?.replace(/[\r\n]+$/, '');
  return { top, gitDir, commonDir: common ? resolve(gitDir, common) : gitDir };
}

/** The branch and commit that are checked out. */
export async function headOf({ gitDir, commonDir }: Repository): Promise<Head> {
  const head = (await readText(join(gitDir, 'HEAD')))?.trim() ?? '';
  if (!head.startsWith('ref:')) return { branch: undefined, commit: commitIn(head) };
  const ref = head.slice(4).trim();
  // The mark of a repository with reftable.
  if (ref === 'refs/heads/.invalid') return { branch: undefined, commit: undefined };
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : ref;
  return { branch, commit: await commitOf(ref, gitDir, commonDir) };
}

/** A ref has its own file, in the folder of the worktree or the common one, or a line in `packed-refs`. */
async function commitOf(ref: string, gitDir: string, commonDir: string, depth = 0): Promise<string | undefined> {
  const loose = (await readText(join(gitDir, ref))) ?? (await readText(join(commonDir, ref)));
  const text = loose?.trim();
  if (text?.startsWith('ref:')) {
    // Git follows at most five symbolic refs.
    return depth === 5 ? undefined : commitOf(text.slice(4).trim(), gitDir, commonDir, depth + 1);
  }
  if (text) return commitIn(text);
  for (const line of ((await readText(join(commonDir, 'packed-refs'))) ?? '').split('\n')) {
    if (line.slice(line.indexOf(' ') + 1).trimEnd() === ref) return commitIn(line);
  }
  return undefined;
}

/** SHA-1 or SHA-256. */
function commitIn(text: string): string | undefined {
  return /^(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f])/.exec(text)?.[0];
}

function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
