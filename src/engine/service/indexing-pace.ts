/** Limits how much of the machine indexing uses: work takes a turn before each piece, and waits while none is free. */
import { availableParallelism } from 'node:os';
import type { Pace } from '../service-protocol';
import { type ChunkingPool, unlessAborted } from '../workers/chunking-pool';

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

  private async nextChange(signal: AbortSignal | undefined): Promise<void> {
    let done = (): void => undefined;
    const change = new Promise<void>((resolve) => {
      done = resolve;
      this.waiting.add(done);
    });
    await (signal ? unlessAborted(change, signal) : change).finally(() => this.waiting.delete(done));
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
