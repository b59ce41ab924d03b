/**
 * What parses for the library: one pool of worker processes and one pool in the thread, each started with its first request. Idle
 * workers do not keep the process alive, and end after a minute.
 */
import { availableParallelism } from 'node:os';
import type { ChunkingPool } from '../../engine/workers/chunking-pool';
import { InThreadPool } from '../../engine/workers/in-thread-pool';
import { isGiven } from '../../engine/workers/strategy-module';
import { WorkerPool } from '../../engine/workers/worker-pool';
import { CodegrainError } from './library-error';
import type { Isolation } from './library-options';

const idleMs = 60_000;

let workers: WorkerPool | undefined;
let thread: InThreadPool | undefined;
/** Counts the calls of `close`. */
let closings = 0;

/** @param allowedStrategy the custom strategy that the caller named. A function cannot leave the thread. */
export function sharedPool(isolation: Isolation, allowedStrategy?: string): ChunkingPool {
  const isHere = isolation === 'none' || (allowedStrategy !== undefined && isGiven(allowedStrategy));
  const pool = isHere ? threadPool() : workerPool();
  const own = allowedStrategy === undefined ? {} : { allowedStrategy };
  return {
    chunk: (request, signal, judge) => unlessClosed(pool.chunk({ ...request, ...own }, signal, judge)),
    segments: (request, known, signal, judge) =>
      unlessClosed(pool.segments({ ...request, ...own }, known, signal, judge)),
    compact: (job) => pool.compact(job),
  };
}

/** How many requests are worth sending at once. */
export function poolWidth(isolation: Isolation): number {
  return isolation === 'none' ? 1 : availableParallelism();
}

/**
 * Ends the processes that the library started, at once. Calls in progress are rejected with `closed`. A later call starts them again.
 * There is no need to call it before a program ends.
 */
export async function close(): Promise<void> {
  closings++;
  workers?.dispose();
  thread?.dispose();
  workers = undefined;
  thread = undefined;
}

function workerPool(): WorkerPool {
  workers ??= new WorkerPool({ jobs: availableParallelism(), idleMs });
  return workers;
}

function threadPool(): InThreadPool {
  thread ??= new InThreadPool();
  return thread;
}

async function unlessClosed<T>(answer: Promise<T>): Promise<T> {
  const before = closings;
  try {
    return await answer;
  } catch (error) {
    if (closings > before) throw new CodegrainError('closed', 'codegrain was closed', { cause: error });
    throw error;
  }
}
