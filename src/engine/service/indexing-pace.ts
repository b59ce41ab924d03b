/** Limits how much of the machine indexing uses: work takes a turn before each piece, and waits while none is free. */
import { availableParallelism } from 'node:os';
import type { Pace } from '../service-protocol';
import type { ChunkingPool } from '../workers/chunking-pool';

export class PaceLimiter {
  private current: Pace = 'full';
  private turns = 0;
  private readonly waiting = new Set<() => void>();

  get pace(): Pace {
    return this.current;
  }

  set(pace: Pace): void {
    this.current = pace;
    this.wake();
  }

  /** Waits for a turn and runs `work` in it. Rejects with the signal's reason when it is aborted. */
  async turn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    while (this.turns >= this.maxTurns()) await this.nextChange(signal);
    signal?.throwIfAborted();
    this.turns++;
    try {
      return await work();
    } finally {
      this.turns--;
      this.wake();
    }
  }

  /** Waits while indexing is paused. */
  async running(signal?: AbortSignal): Promise<void> {
    while (this.current === 'paused') await this.nextChange(signal);
  }

  private maxTurns(): number {
    return this.current === 'full' ? availableParallelism() : this.current === 'gentle' ? 1 : 0;
  }

  private nextChange(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const done = (): void => {
        signal?.removeEventListener('abort', onAbort);
        this.waiting.delete(done);
        resolve();
      };
      const onAbort = (): void => {
        this.waiting.delete(done);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.waiting.add(done);
    });
  }

  private wake(): void {
    for (const done of [...this.waiting]) done();
  }
}

/** A pool whose workers run only in their turn. */
export function pacedPool(pool: ChunkingPool, pace: PaceLimiter): ChunkingPool {
  return {
    chunk: (request, signal, judge) => pace.turn(() => pool.chunk(request, signal, judge), signal),
    segments: (request, knownVectors, signal, judge) =>
      pace.turn(() => pool.segments(request, knownVectors, signal, judge), signal),
    compact: (job) => pool.compact(job),
  };
}
