/**
 * Several engines side by side. Each slot has an ordinary engine and, for grammars that V8 cannot optimise safely, a careful one.
 * A request whose engine ended is asked once more: something else may have killed the process. A file that ends it twice, or
 * that keeps it from answering, is quarantined: it is cut by lines, at once and in every later request, and the rest goes on.
 */
import { createHash } from 'node:crypto';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { Fallback } from '../chunking/chunk';
import { errorMessage } from '../shared/error-message';
import { productFile } from '../shared/product';
import { requestSegments } from './segment-requests';
import {
  type WorkerDeath,
  WorkerDied,
  WorkerProcess,
  type WorkerRequestOptions,
  type WorkerSettings,
} from './worker-process';
import {
  type ChunkReply,
  type ChunkRequest,
  chunkRequest,
  type SegmentReply,
  type SegmentRequest,
} from './worker-protocol';

export interface PoolSettings extends Omit<WorkerSettings, 'careful'> {
  readonly jobs: number;
  /** Engines that had nothing to do for so long end; left out: they stay. */
  readonly idleMs?: number;
}

/** What those who index need of a pool. */
export type ChunkingPool = Pick<WorkerPool, 'chunk' | 'segments'>;

export const defaultPoolSettings: PoolSettings = {
  jobs: 1,
  timeoutMs: 30_000,
  memoryLimit: 700 * 1024 * 1024,
  cancelMs: 2_000,
  script: productFile('dist', 'parse-worker.js'),
};

interface WorkerPair {
  readonly ordinary: WorkerProcess;
  readonly careful: WorkerProcess;
}

export class WorkerPool {
  private readonly idle: WorkerPair[] = [];
  private readonly slots: WorkerPair[] = [];
  private readonly waiting = new Set<(slot: WorkerPair) => void>();
  private readonly quarantine = new Map<string, Fallback>();
  private readonly idleTimers = new Map<WorkerPair, NodeJS.Timeout>();
  /** What engines are still at work on, by path. */
  private readonly busy = new Map<string, Promise<unknown>>();

  private readonly settings: PoolSettings;
  /** The parser gives up by itself before the process is killed. */
  private readonly parseMs: number;

  constructor(settings: Partial<PoolSettings> = {}) {
    const all = { ...defaultPoolSettings, ...settings };
    this.settings = all;
    this.parseMs = all.timeoutMs * 0.7;
    for (let i = 0; i < all.jobs; i++) {
      const slot = {
        ordinary: new WorkerProcess({ ...all, careful: false }),
        careful: new WorkerProcess({ ...all, careful: true }),
      };
      this.slots.push(slot);
      this.idle.push(slot);
    }
  }

  /** Rejects with the signal's reason as soon as it is aborted; only then, every other trouble is a reply. */
  async chunk(request: ChunkRequest, signal?: AbortSignal): Promise<ChunkReply> {
    signal?.throwIfAborted();
    // A newer text of a file waits for the engine that is at work on the older one, cancelled or not, and finds it warm.
    for (let older = this.busy.get(request.path); older; older = this.busy.get(request.path)) {
      await (signal ? unlessAborted(older, signal) : older);
    }
    const slot = await this.take(signal);
    // The slot is free when its engine has answered or was stopped, which is later than the caller's cancellation.
    const answer = this.ask(slot, request, signal).finally(() => this.release(slot));
    const settled = answer.then(
      () => this.busy.delete(request.path),
      () => this.busy.delete(request.path),
    );
    this.busy.set(request.path, settled);
    return signal ? unlessAborted(answer, signal) : answer;
  }

  /** Segments of the index, made of these files: one as a rule, more where an engine had to be replaced or a careful one be asked. */
  async segments(
    request: Omit<SegmentRequest, 'memoryLimit'>,
    known: WorkerRequestOptions['known'],
    signal?: AbortSignal,
  ): Promise<SegmentReply[]> {
    signal?.throwIfAborted();
    const slot = await this.take(signal);
    const { timeoutMs, memoryLimit } = this.settings;
    const limited = { ...request, memoryLimit, parseMs: this.parseMs };
    const answer = requestSegments(slot, limited, { known, signal, timeoutMs }).finally(() => this.release(slot));
    return signal ? unlessAborted(answer, signal) : answer;
  }

  /** What is under way or waits is rejected, and no engine is started again. */
  dispose(): void {
    for (const timer of this.idleTimers.values()) clearTimeout(timer);
    for (const { ordinary, careful } of this.slots) {
      ordinary.end();
      careful.end();
    }
  }

  private async take(signal: AbortSignal | undefined): Promise<WorkerPair> {
    // The one that was used last: the others may end.
    const free = this.idle.pop();
    if (free) {
      clearTimeout(this.idleTimers.get(free));
      return free;
    }
    let waiter: ((slot: WorkerPair) => void) | undefined;
    const turn = new Promise<WorkerPair>((resolve) => {
      waiter = resolve;
      this.waiting.add(resolve);
    });
    if (!signal) return turn;
    try {
      return await unlessAborted(turn, signal);
    } catch (error) {
      if (waiter) this.waiting.delete(waiter);
      throw error;
    }
  }

  private release(slot: WorkerPair): void {
    const [next] = this.waiting;
    if (!next) {
      this.idle.push(slot);
      const { idleMs } = this.settings;
      if (idleMs !== undefined) this.idleTimers.set(slot, setTimeout(() => stop(slot), idleMs).unref());
      return;
    }
    this.waiting.delete(next);
    next(slot);
  }

  private async ask(slot: WorkerPair, request: ChunkRequest, signal: AbortSignal | undefined): Promise<ChunkReply> {
    // Hashing a text takes time, and there is seldom anything to look up.
    const known = this.quarantine.size > 0 ? this.quarantine.get(quarantineKey(request)) : undefined;
    if (known) return this.askByLines(slot, request, known, signal);
    for (let attempt = 1; ; attempt++) {
      try {
        const limited = { ...request, parseMs: this.parseMs };
        const send = (to: MessageConnection) => to.sendRequest(chunkRequest, limited);
        const reply = await slot.ordinary.ask(send, { signal });
        return reply.is === 'needs-careful' ? await slot.careful.ask(send, { signal }) : reply;
      } catch (error) {
        const how = howItDied(error, signal);
        if (how === 'crashed' && attempt === 1) continue;
        const fallback: Fallback = how === 'timed-out' ? 'grammar-timeout' : 'grammar-crashed';
        this.quarantine.set(quarantineKey(request), fallback);
        return this.askByLines(slot, request, fallback, signal);
      }
    }
  }

  private async askByLines(
    slot: WorkerPair,
    request: ChunkRequest,
    quarantined: Fallback,
    signal: AbortSignal | undefined,
  ): Promise<ChunkReply> {
    try {
      return await slot.ordinary.ask((to) => to.sendRequest(chunkRequest, { ...request, quarantined }), { signal });
    } catch (error) {
      howItDied(error, signal);
      const reason = errorMessage(error);
      return { is: 'skipped', skipped: { reason: 'failed', message: `could not be cut: ${reason}` } };
    }
  }
}

function stop({ ordinary, careful }: WorkerPair): void {
  ordinary.stop();
  careful.stop();
}

/** A document that is edited gets a new chance with every text; a file does not change while it is read. */
function quarantineKey({ path, text }: ChunkRequest): string {
  return text === undefined ? path : `${path}\0${createHash('sha1').update(text).digest('base64')}`;
}

function howItDied(error: unknown, signal: AbortSignal | undefined): WorkerDeath {
  signal?.throwIfAborted();
  if (error instanceof WorkerDied && error.how !== 'cancelled') return error.how;
  throw error;
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
