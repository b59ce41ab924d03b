/**
 * What is to be done in one folder, one thing after the other. Requests that wait are merged where one run does for several: paths of
 * updates are put together, and a refresh of the whole folder does for every update that waits.
 */
import { ignoreFiles } from '../../workspace/ignore-rules';

export type FolderJob =
  | { readonly is: 'refresh'; readonly rebuild: boolean }
  | { readonly is: 'update'; readonly paths: ReadonlySet<string> }
  | { readonly is: 'compact' }
  | { readonly is: 'clear' };

/** Those who asked. */
export interface JobWaiter<Result> {
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
    const asked = withRules(job);
    for (let i = this.list.length - 1; i >= 0; i--) {
      const other = this.list[i];
      const both = other && merged(other.job, asked);
      if (both) {
        this.list[i] = { job: both, waiters: [...other.waiters, waiter] };
        return;
      }
      // What is asked for after an index is deleted does not happen before it.
      if (other?.job.is === 'clear') break;
    }
    this.list.push({ job: asked, waiters: [waiter] });
  }

  next(): WaitingJob<Result> | undefined {
    return this.list.shift();
  }

  /** Everything that waits, which then waits no more. */
  takeAll(): WaitingJob<Result>[] {
    const all = this.list;
    this.list = [];
    return all;
  }
}

function withRules(job: FolderJob): FolderJob {
  if (job.is !== 'update') return job;
  for (const path of job.paths) {
    if (path === '' || ignoreFiles.has(path.slice(path.lastIndexOf('/') + 1))) return { is: 'refresh', rebuild: false };
  }
  return job;
}

/** One job that does what both would; undefined: there is none. */
function merged(first: FolderJob, second: FolderJob): FolderJob | undefined {
  if (first.is === 'update' && second.is === 'update') {
    return { is: 'update', paths: new Set([...first.paths, ...second.paths]) };
  }
  if (first.is === 'refresh' && second.is === 'refresh') {
    return { is: 'refresh', rebuild: first.rebuild || second.rebuild };
  }
  if (first.is === 'refresh' && second.is === 'update') return first;
  if (first.is === 'update' && second.is === 'refresh') return second;
  return first.is === second.is ? first : undefined;
}
