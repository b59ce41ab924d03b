/** How much of the machine indexing may take: work asks for a turn before each piece, and waits for it while there is none. */
import { availableParallelism } from 'node:os';
import type { ChunkingPool } from '../../parse-worker/worker-pool';
import type { Pace } from '../service-protocol';

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

  /** Waits until there is a turn, which `work` then has. Rejects with the signal's reason when it is aborted. */
  async turn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    while (this.turns >= this.most()) await this.change(signal);
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
    while (this.current === 'paused') await this.change(signal);
  }

  private most(): number {
    return this.current === 'full' ? availableParallelism() : this.current === 'gentle' ? 1 : 0;
  }

  private change(signal: AbortSignal | undefined): Promise<void> {
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

/** Engines that work only when it is their turn. */
export function pacedPool(engines: ChunkingPool, pace: PaceLimiter): ChunkingPool {
  return {
    chunk: (request, signal) => pace.turn(() => engines.chunk(request, signal), signal),
    segments: (request, known, signal) => pace.turn(() => engines.segments(request, known, signal), signal),
  };
}
