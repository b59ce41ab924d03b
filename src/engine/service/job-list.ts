/**
 * The jobs of one folder, done one at a time. Waiting jobs are merged if one run can do several: updates become one update of all their
 * paths, and a refresh of the whole folder replaces every waiting update.
 */
import { ignoreFiles } from '../../workspace/ignore/ignore-rules';

export type FolderJob =
  | { readonly is: 'refresh'; readonly rebuild: boolean; readonly first?: readonly string[] }
  | { readonly is: 'update'; readonly paths: ReadonlySet<string> }
  | { readonly is: 'compact' };

/** A caller that waits for the result. */
interface JobWaiter<Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface WaitingJob<Result> {
  readonly job: FolderJob;
  readonly waiters: readonly JobWaiter<Result>[];
}

export class JobList<Result> {
  private list: WaitingJob<Result>[] = [];

  get isEmpty(): boolean {
    return this.list.length === 0;
  }

  add(job: FolderJob, waiter: JobWaiter<Result>): void {
    const added = asRefreshIfRulesChange(job);
    for (let i = this.list.length - 1; i >= 0; i--) {
      const other = this.list[i];
      const both = other && merged(other.job, added);
      if (both) {
        this.list[i] = { job: both, waiters: [...other.waiters, waiter] };
        return;
      }
    }
    this.list.push({ job: added, waiters: [waiter] });
  }

  /** Whether a waiting job will compare this file. */
  covers(path: string): boolean {
    return this.list.some(({ job }) => job.is === 'refresh' || (job.is === 'update' && job.paths.has(path)));
  }

  next(): WaitingJob<Result> | undefined {
    return this.list.shift();
  }

  /** Removes and returns all waiting jobs. */
  takeAll(): WaitingJob<Result>[] {
    const all = this.list;
    this.list = [];
    return all;
  }
}

function asRefreshIfRulesChange(job: FolderJob): FolderJob {
  if (job.is !== 'update') return job;
  for (const path of job.paths) {
    if (path === '' || ignoreFiles.has(path.slice(path.lastIndexOf('/') + 1))) return { is: 'refresh', rebuild: false };
  }
  return job;
}

/** One job that does the work of both, if there is one. */
function merged(first: FolderJob, second: FolderJob): FolderJob | undefined {
  if (first.is === 'update' && second.is === 'update') {
    return { is: 'update', paths: new Set([...first.paths, ...second.paths]) };
  }
  if (first.is === 'refresh' && second.is === 'refresh') {
    // The later one knows which files are open now.
    return { ...first, ...second, rebuild: first.rebuild || second.rebuild };
  }
  if (first.is === 'refresh' && second.is === 'update') return first;
  if (first.is === 'update' && second.is === 'refresh') return second;
  return first.is === second.is ? first : undefined;
}
