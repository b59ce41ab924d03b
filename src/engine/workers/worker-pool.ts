/**
 * A pool of parse workers. Each slot is an ordinary worker; for grammars that V8 cannot optimise safely, there are workers without V8's
 * optimising compiler, which all slots share: few files need one. A request whose worker died is sent once more, since something
 * else may have killed the process. A file that kills its worker twice, or times out, is quarantined: it is chunked by lines now and in
 * every later request, and other files are not affected.
 */
import { createHash } from 'node:crypto';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { Fallback } from '../../code/chunk';
import type { Embedder } from '../../embedding/embedder';
import type { CompactionJob } from '../../index/compact/compact';
import { productFile } from '../../shared/product';
import { type ChunkingPool, embedBy, failedToChunk, poolFields, unlessAborted } from './chunking-pool';
import { requestSegments } from './segment-requests';
import { deathOf, usualMemory, WorkerProcess, type WorkerRequestOptions, type WorkerSettings } from './worker-process';
import {
  type ChunkReply,
  type ChunkRequest,
  type CompactReply,
  chunkRequest,
  compactFileRequest,
  compactionArgument,
  type SegmentReply,
  type SegmentWork,
} from './worker-protocol';
import { WorkerTurns } from './worker-turns';

export interface PoolSettings extends Omit<WorkerSettings, 'liftoffOnly'> {
  readonly jobs: number;
  /**
   * Resident bytes of an ordinary worker. Where ordinary workers take more, that of a slot ends while one without the optimiser works
   * for it. Workers without the optimiser wait for each other, and end when they are idle, where there is room for one only. A
   * request for a single file does not wait.
   */
  readonly memoryPerSlot: number;
  /** Resident bytes of a worker without the optimiser. */
  readonly liftoffMemory: number;
  /** The custom strategy that the user named with this run: the only one that workers load. */
  readonly allowedStrategy?: string | undefined;
}

export const defaultPoolSettings: PoolSettings = {
  jobs: 1,
  timeoutMs: 30_000,
  memoryLimit: 500_000_000,
  softMemoryLimit: 260_000_000,
  memoryPerSlot: 200_000_000,
  liftoffMemory: usualMemory,
  cancelMs: 2_000,
  script: productFile('dist', 'parse-worker.js'),
};

/** Few files need a worker without the optimiser. It would keep 100 MB while the others index a large folder. */
const seldomIdleMs = 20_000;
/** A compaction that takes this long is stuck: 1.4 million rows take a minute and a half. */
const compactMs = 3_600_000;

export class WorkerPool implements ChunkingPool {
  private readonly slots: WorkerTurns;
  private readonly liftoff: WorkerTurns;
  private readonly quarantine = new Map<string, Fallback>();
  /** Requests that workers are still busy with, by path. */
  private readonly busy = new Map<string, Promise<unknown>>();

  private readonly settings: PoolSettings;
  /** Time limit of the parser, below the one after which the process is killed. */
  private readonly parseMs: number;

  constructor(settings: Partial<PoolSettings> = {}) {
    const all = { ...defaultPoolSettings, ...settings };
    this.settings = all;
    this.parseMs = all.timeoutMs * 0.7;
    const workers = (settings: WorkerSettings): WorkerProcess[] =>
      Array.from({ length: all.jobs }, () => new WorkerProcess(settings));
    this.slots = new WorkerTurns(workers({ ...all, liftoffOnly: false }));
    const idleMs = Math.min(all.idleMs ?? Infinity, seldomIdleMs);
    this.liftoff = new WorkerTurns(
      workers({ ...all, liftoffOnly: true, idleMs }),
      () => this.room() >= all.liftoffMemory,
    );
  }

  async chunk(asked: ChunkRequest, signal?: AbortSignal, judge?: Embedder): Promise<ChunkReply> {
    const request = { ...asked, ...poolFields(judge, this.settings.allowedStrategy) };
    signal?.throwIfAborted();
    // A newer text of a file waits for the worker that is busy with the older one, cancelled or not, and finds it warm.
    for (let older = this.busy.get(request.path); older; older = this.busy.get(request.path))
      await (signal ? unlessAborted(older, signal) : older);
    const slot = await this.slots.take(signal, request);
    // The slot is free when its worker has answered or was stopped, which is later than the caller's cancellation.
    const answer = this.ask(slot, request, { signal, embed: embedBy(judge, signal) }).finally(() => {
      this.tidy();
      this.slots.giveBack(slot);
    });
    const settled = answer.then(
      () => this.busy.delete(request.path),
      () => this.busy.delete(request.path),
    );
    this.busy.set(request.path, settled);
    return signal ? unlessAborted(answer, signal) : answer;
  }

  /** More than one if a worker had to be replaced or gave way, or one without the optimiser was needed. */
  async segments(
    request: SegmentWork,
    knownVectors: WorkerRequestOptions['knownVectors'],
    signal?: AbortSignal,
    judge?: Embedder,
  ): Promise<SegmentReply[]> {
    signal?.throwIfAborted();
    const { timeoutMs, allowedStrategy } = this.settings;
    const limited = { ...request, ...poolFields(judge, allowedStrategy), parseMs: this.parseMs };
    const options = { knownVectors, signal, timeoutMs, embed: embedBy(judge, signal) };
    const answer = this.slots
      .use(
        (slot) =>
          requestSegments(slot, async (work) => this.useLiftoff(await slot(), work, signal, request), limited, options),
        signal,
        request,
      )
      .finally(() => this.tidy());
    return signal ? unlessAborted(answer, signal) : answer;
  }

  /** Rejects running and waiting requests. No worker is started again. */
  dispose(): void {
    this.slots.end();
    this.liftoff.end();
  }

  async compact(job: CompactionJob): Promise<CompactReply | undefined> {
    this.slots.stopIdle();
    this.liftoff.stopIdle();
    const worker = new WorkerProcess({ ...this.settings, args: [compactionArgument], liftoffOnly: false });
    try {
      return await worker.ask((to) => to.sendRequest(compactFileRequest, job), { timeoutMs: compactMs });
    } catch {
      return undefined;
    } finally {
      worker.end();
    }
  }

  /** Resident bytes that the workers may still take together; negative: they take too many. */
  private room(): number {
    const { slots, liftoff } = this;
    const { memoryPerSlot, liftoffMemory } = this.settings;
    return slots.running * memoryPerSlot + liftoffMemory - slots.memory - liftoff.memory;
  }

  /** Makes segments of files that need a worker without the optimiser. */
  private async useLiftoff(
    slot: WorkerProcess,
    work: (nextWorker: () => Promise<WorkerProcess>) => Promise<SegmentReply[]>,
    signal: AbortSignal | undefined,
    { isUrgent }: SegmentWork,
  ): Promise<SegmentReply[]> {
    const { slots, liftoff } = this;
    // The slot's own worker has nothing to do meanwhile.
    if (slots.memory > slots.running * this.settings.memoryPerSlot) slot.stop();
    return liftoff.use(work, signal, { isUrgent });
  }

  private tidy(): void {
    if (this.room() < 0) this.liftoff.stopIdle();
  }

  private async ask(slot: WorkerProcess, request: ChunkRequest, options: WorkerRequestOptions): Promise<ChunkReply> {
    const { signal } = options;
    // Hashing a text takes time, and the quarantine is usually empty.
    const known = this.quarantine.size > 0 ? this.quarantine.get(quarantineKey(request)) : undefined;
    if (known) return this.askByLines(slot, request, known, signal);
    for (let attempt = 1; ; attempt++) {
      try {
        const limited = { ...request, parseMs: this.parseMs };
        const send = (to: MessageConnection) => to.sendRequest(chunkRequest, limited);
        const reply = await slot.ask(send, options);
        if (reply.is !== 'needs-liftoff') return reply;
        // Somebody waits for this file, and a batch of others would take seconds.
        const worker = await this.liftoff.take(signal, { isUrgent: true });
        return await worker.ask(send, options).finally(() => this.liftoff.giveBack(worker));
      } catch (error) {
        const how = deathOf(error, signal);
        if (how === 'crashed' && attempt === 1) continue;
        const fallback: Fallback = how === 'timed-out' ? 'grammar-timeout' : 'grammar-crashed';
        this.quarantine.set(quarantineKey(request), fallback);
        return this.askByLines(slot, request, fallback, signal);
      }
    }
  }

  private async askByLines(
    slot: WorkerProcess,
    request: ChunkRequest,
    quarantined: Fallback,
    signal: AbortSignal | undefined,
  ): Promise<ChunkReply> {
    try {
      return await slot.ask((to) => to.sendRequest(chunkRequest, { ...request, quarantined }), { signal });
    } catch (error) {
      deathOf(error, signal);
      return { is: 'skipped', skipped: failedToChunk(error) };
    }
  }
}

/** An edited document gets a new chance with every text. A file on disk is identified by its path alone. */
function quarantineKey({ path, text }: ChunkRequest): string {
  return text === undefined ? path : `${path}\0${createHash('sha1').update(text).digest('base64')}`;
}
