/** Decides by the path alone which file events matter. The ignore rules are applied later, when the folder is walked. */
import { codegrainIgnoreName, gitIgnoreName } from '../../../workspace/ignore/ignore-rules';

export type ChangedPaths = readonly string[] | 'all';

export const quietMs = 300;
export const maxWaitMs = 2_000;
export const maxStormMs = 10_000;
export const maxPaths = 200;

/**
 * Collects changed paths until nothing changes for a moment, so that a save causes one update instead of three, and a branch
 * switch one instead of thousands. A change waits at most `maxWaitMs`, however long the burst lasts. Above `maxPaths` it is cheaper
 * to compare the whole folder than to list its files. Such a storm (a build, an unpacked archive) may last up to `maxStormMs` before
 * it is reported; otherwise the folder would be compared again and again while it changes.
 */
export class ChangeBurst {
  private readonly paths = new Set<string>();
  private isAll = false;
  private since: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onEnd: (changed: ChangedPaths) => void) {}

  add(path: string): void {
    if (!this.isAll) this.paths.add(path);
    if (this.paths.size > maxPaths) this.takeAll();
    this.wait();
  }

  addAll(): void {
    this.takeAll();
    this.wait();
  }

  /** Drops the collected paths without reporting them. */
  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.paths.clear();
    this.isAll = false;
    this.since = undefined;
  }

  private takeAll(): void {
    this.isAll = true;
    this.paths.clear();
  }

  private wait(): void {
    const now = Date.now();
    this.since ??= now;
    const left = this.since + (this.isAll ? maxStormMs : maxWaitMs) - now;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), Math.max(0, Math.min(quietMs, left)));
  }

  private end(): void {
    const changed: ChangedPaths = this.isAll ? 'all' : [...this.paths];
    this.dispose();
    this.onEnd(changed);
  }
}

/** Tools write here constantly, and nothing here is indexed unless an ignore file explicitly includes it. */
const unwatched = new Set(['.git', '.hg', '.svn', '.jj', '.codegrain', 'node_modules']);

/** False for the folders of tools and everything in them. */
export function isWatched(path: string): boolean {
  return !path.split('/').some((part) => unwatched.has(part));
}

/** The file that names the checked-out branch, of the folder's own repository or of one inside the folder. */
export function isGitHead(path: string): boolean {
  const [, before] = /^(.*\/)?\.git\/HEAD$/.exec(path) ?? [undefined, '.git'];
  return isWatched(before ?? '');
}

/** A change of such a file may add or remove a repository: `git init`, `git submodule update`, a moved worktree. */
export function mayChangeRepositories(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === '.git' || name === '.gitmodules';
}

/** A change of such a file may change which files beside and below it are indexed. */
export function isIgnoreFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === gitIgnoreName || name === codegrainIgnoreName;
}
