/**
 * The jobs of one folder, done one at a time. Those that wait are merged into one: updates become one update of all their paths, and a
 * refresh of the whole folder replaces every waiting update.
 */
import { ignoreFiles } from '../../workspace/ignore/ignore-rules';

export type FolderJob =
  | { readonly is: 'refresh'; readonly rebuild: boolean; readonly first?: readonly string[] }
  | { readonly is: 'update'; readonly paths: ReadonlySet<string> };

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
  private waiting: WaitingJob<Result> | undefined;

  get isEmpty(): boolean {
    return !this.waiting;
  }

  add(job: FolderJob, waiter: JobWaiter<Result>): void {
    const added = asRefreshIfRulesChange(job);
    const { waiting } = this;
    this.waiting = waiting
      ? { job: merged(waiting.job, added), waiters: [...waiting.waiters, waiter] }
      : { job: added, waiters: [waiter] };
  }

  /** Whether the waiting job will compare this file. */
  covers(path: string): boolean {
    const job = this.waiting?.job;
    return job !== undefined && (job.is === 'refresh' || job.paths.has(path));
  }

  /** Removes and returns the waiting job. */
  next(): WaitingJob<Result> | undefined {
    const { waiting } = this;
    this.waiting = undefined;
    return waiting;
  }
}

function asRefreshIfRulesChange(job: FolderJob): FolderJob {
  if (job.is !== 'update') return job;
  for (const path of job.paths)
    if (path === '' || ignoreFiles.has(path.slice(path.lastIndexOf('/') + 1))) return { is: 'refresh', rebuild: false };
  return job;
}

/** One job that does the work of both. */
function merged(first: FolderJob, second: FolderJob): FolderJob {
  if (first.is === 'update' && second.is === 'update')
    return { is: 'update', paths: new Set([...first.paths, ...second.paths]) };
  if (first.is === 'refresh' && second.is === 'refresh') {
    // The later one knows which files are open now.
    return { ...first, ...second, rebuild: first.rebuild || second.rebuild };
  }
  return first.is === 'refresh' ? first : second;
}
