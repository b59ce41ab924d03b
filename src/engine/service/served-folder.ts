/**
 * One folder and its index. Jobs run one at a time; files that wait for a long one are drafts meanwhile. The folder is stale while known
 * changes are not indexed, because work was paused, stopped, or failed. If another process has the lock, this one reads what that one writes, checks every few seconds whether it has
 * ended, and then takes over with a refresh of the whole folder.
 */
import { lstatSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IndexFileProblem, indexProblemOf } from '../../index/file/index-error';
import { errorMessage } from '../../shared/error-message';
import { AskedWords } from '../indexer/file-batches';
import { IndexProblem } from '../indexer/index-problem';
import { emptyReport, type IndexProgress, type IndexReport } from '../indexer/index-result';
import type { IndexOptions } from '../indexer/indexer';
import type { FolderSetup, FolderStatus } from '../service-protocol';
import type { ChunkingPool } from '../workers/chunking-pool';
import { DraftSegments, missingFileGraceMs } from './draft-segments';
import { FolderIndex } from './folder-index';
import { type PaceLimiter, pacedPool } from './indexing-pace';
import { type FolderJob, JobList, type WaitingJob } from './job-list';
import type { ServiceEmbedders } from './service-embedders';

/** Limits how often `work` runs: the first call runs at once, and the last one is never lost. */
class Throttle {
  private last = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly everyMs: number,
    private readonly work: () => void,
  ) {}

  call(): void {
    if (this.timer) return;
    const wait = this.last + this.everyMs - performance.now();
    if (wait <= 0) this.run();
    else this.timer = setTimeout(() => this.run(), wait);
  }

  /** Runs without waiting. */
  callNow(): void {
    this.dispose();
    this.run();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private run(): void {
    this.timer = undefined;
    this.last = performance.now();
    this.work();
  }
}

/** What all folders share. */
export interface FolderResources {
  readonly pool: ChunkingPool;
  readonly pace: PaceLimiter;
  readonly embedders: ServiceEmbedders;
  onStatus(status: FolderStatus): void;
  log(level: 'info' | 'warn' | 'error', message: string): void;
}

const statusIntervalMs = 200;
const lockRetryMs = 3000;
/** A file that changed while another job runs is searched as it is, before the index has it, unless it is its turn within this time. */
const earlyAfterMs = 100;
/** More files at once are a branch switch or the like: they are left to the index. */
const maxEarlyFiles = 20;

export class ServedFolder {
  readonly index: FolderIndex;
  readonly drafts: DraftSegments;
  readonly asked = new AskedWords();
  private readonly jobs = new JobList<IndexReport>();
  private running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  private progress: IndexProgress | undefined;
  private problem: IndexFileProblem | undefined;
  private report: IndexReport | undefined;
  private isStale = false;
  /** The message of the last status. */
  private toldDamage: string | undefined;
  /** Of the last comparison that was stopped; undefined after one that was not. */
  private folderFiles: number | undefined;
  private isReader = false;
  private isClosed = false;
  /** The index was opened for writing, and not yet compared with the folder. */
  private needsFullScan = false;
  private isWorking = false;
  private lockTimer: NodeJS.Timeout | undefined;
  private readonly statusThrottle: Throttle;

  constructor(
    readonly setup: FolderSetup,
    private readonly resources: FolderResources,
  ) {
    this.drafts = new DraftSegments(setup, resources.pool);
    this.index = new FolderIndex(setup.root, setup.indexFile, (view) => {
      this.drafts
        .setView(view)
        .catch((error) => resources.log('warn', `drafts of ${setup.root}: ${errorMessage(error)}`));
    });
    this.statusThrottle = new Throttle(statusIntervalMs, () => resources.onStatus(this.status()));
    this.problem = this.index.reload();
  }

  get root(): string {
    return this.setup.root;
  }

  /** A question may have met damage that nobody knew of. Its caller learns of it before the answer. */
  tellDamage(): void {
    if (this.index.view?.problem?.message !== this.toldDamage) this.statusThrottle.callNow();
  }

  status(): FolderStatus {
    const { progress, folderFiles, problem, report, isReader } = this;
    const damage = this.index.view?.problem;
    this.toldDamage = damage?.message;
    const hasWork = this.running !== undefined || !this.jobs.isEmpty;
    const isPaused = this.resources.pace.pace === 'paused';
    return {
      root: this.root,
      is: this.condition(hasWork, isPaused),
      isStale: this.isStale || (isPaused && hasWork),
      isReader,
      ...(this.isWorking && progress && { progress }),
      ...(folderFiles !== undefined && { folderFiles }),
      ...(problem && { problem }),
      ...(damage && { damage }),
      ...this.index.counts(),
      ...(report && { report }),
    };
  }

  /** Reports the status soon, since it may have changed. */
  statusChanged(): void {
    if (!this.isClosed) this.statusThrottle.call();
  }

  async do(job: FolderJob): Promise<IndexReport> {
    if (this.isClosed) throw closedError(this.root);
    return new Promise((resolve, reject) => {
      this.jobs.add(job, { resolve, reject });
      this.startNext();
      if (job.is === 'update' && !this.jobs.isEmpty && job.paths.size <= maxEarlyFiles) void this.showEarly(job.paths);
    });
  }

  private async showEarly(paths: ReadonlySet<string>): Promise<void> {
    await sleep(earlyAfterMs, undefined, { ref: false });
    const waiting = [...paths].filter((path) => this.jobs.covers(path));
    if (this.isClosed || this.resources.pace.pace === 'paused') return;
    await this.drafts
      .showEarly(waiting)
      .catch((error) => this.resources.log('warn', `changes in ${this.root}: ${errorMessage(error)}`));
  }

  async stop(): Promise<void> {
    const { running } = this;
    const waiting = this.jobs.next();
    if (waiting || running) this.isStale = true;
    for (const { resolve } of waiting?.waiters ?? []) resolve({ ...emptyReport, cancelled: true });
    running?.stop.abort(new Error('stopped'));
    await running?.ended;
    this.statusChanged();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.lockTimer);
    this.statusThrottle.dispose();
    for (const { reject } of this.jobs.next()?.waiters ?? []) reject(closedError(this.root));
    this.running?.stop.abort(closedError(this.root));
    await this.running?.ended;
    await this.index.close();
  }

  private condition(hasWork: boolean, isPaused: boolean): FolderStatus['is'] {
    if (!hasWork && this.problem) return 'failed';
    if (!this.index.view && !hasWork) return 'absent';
    if (isPaused) return 'paused';
    return this.isWorking ? 'indexing' : this.index.view ? 'ready' : 'absent';
  }

  private startNext(): void {
    const next = this.running ? undefined : this.jobs.next();
    if (!next) return;
    const stop = new AbortController();
    this.running = { stop, ended: this.run(next, stop.signal) };
    this.statusChanged();
  }

  private async run({ job, waiters }: WaitingJob<IndexReport>, signal: AbortSignal): Promise<void> {
    let report: IndexReport = { ...emptyReport, cancelled: true };
    let failure: IndexProblem | undefined;
    try {
      await this.resources.pace.running(signal);
      report = await this.attempt(job, signal, true);
      if (!this.isReader) this.problem = undefined;
      if (report.cancelled) this.isStale = true;
      else if (job.is === 'refresh' && !this.isReader) this.isStale = false;
    } catch (error) {
      if (!signal.aborted) failure = this.failed(error);
    }
    this.drafts.endEarly((path) => this.jobs.covers(path));
    this.drafts.settle();
    if (signal.aborted) this.folderFiles = this.progress?.folderFiles ?? this.folderFiles;
    else if (job.is === 'refresh') this.folderFiles = undefined;
    this.running = undefined;
    this.isWorking = false;
    this.progress = undefined;
    this.startNext();
    // Sent before the answer, so that callers see the status that goes with it.
    if (!this.isClosed) this.statusThrottle.callNow();
    for (const { resolve, reject } of waiters) failure ? reject(failure) : resolve(report);
  }

  private failed(error: unknown): IndexProblem {
    this.problem =
      error instanceof IndexProblem ? error.problem : indexProblemOf(error, `${this.root} cannot be indexed`);
    this.isStale = true;
    this.resources.log('error', this.problem.message);
    return new IndexProblem(this.problem);
  }

  /** @param mayRepeat tries once more if the lock was lost: the folder was moved away and back, or the machine slept. */
  private async attempt(job: FolderJob, signal: AbortSignal, mayRepeat: boolean): Promise<IndexReport> {
    try {
      return await this.perform(job, signal);
    } catch (error) {
      const reason = error instanceof IndexProblem ? error.problem.reason : undefined;
      if (reason === 'locked') return this.waitForLock(job, error);
      if (!mayRepeat || (reason !== 'lock-lost' && reason !== 'gone')) throw error;
      await this.index.endWriting();
      if (reason === 'gone') throw error;
      return this.attempt(job, signal, false);
    }
  }

  private async perform(job: FolderJob, signal: AbortSignal): Promise<IndexReport> {
    if (!statSync(this.root, { throwIfNoEntry: false })?.isDirectory())
      throw new IndexProblem({ reason: 'gone', message: `there is no folder ${this.root}` });
    this.index.reload();
    // Changed files do not create an index. Only a refresh does, on request.
    if (job.is !== 'refresh' && !this.index.view) return emptyReport;
    const { indexer, isNew } = await this.index.openWriter(this.options());
    this.isReader = false;
    this.isWorking = true;
    this.needsFullScan ||= isNew;
    this.statusChanged();
    const isWhole = job.is === 'refresh' || this.needsFullScan;
    if (job.is === 'refresh' && job.rebuild) await indexer.clear();
    this.needsFullScan = false;
    if (!isWhole && [...job.paths].some((path) => this.isMissing(path)))
      await sleep(missingFileGraceMs, undefined, { signal });
    const report = isWhole
      ? await indexer.refresh(signal, job.is === 'refresh' ? job.first : undefined)
      : await indexer.update([...job.paths], signal);
    if (isWhole && !report.cancelled) this.report = report;
    for (const warning of report.warnings) this.resources.log('warn', warning);
    this.index.reload();
    return report;
  }

  private isMissing(path: string): boolean {
    return !lstatSync(join(this.root, path), { throwIfNoEntry: false });
  }

  /** The process with the lock does refreshes and updates for us. A rebuild fails. */
  private waitForLock(job: FolderJob, problem: unknown): IndexReport {
    if (job.is === 'refresh' && job.rebuild) throw problem;
    this.isReader = true;
    this.index.reload();
    clearTimeout(this.lockTimer);
    const takeOver = (): void => {
      if (!this.isClosed && this.isReader) this.do({ is: 'refresh', rebuild: false }).catch(() => undefined);
    };
    this.lockTimer = setTimeout(takeOver, lockRetryMs).unref();
    return { ...emptyReport, warnings: [errorMessage(problem)] };
  }

  private options(): IndexOptions {
    const { root: _, indexFile: _file, model, ...rules } = this.setup;
    const { pool, pace, embedders } = this.resources;
    const embedder = model.is === 'editor' ? embedders.editorEmbedder(model) : undefined;
    return {
      ...rules,
      asked: this.asked,
      ...(model.is === 'built-in' && { dimensions: model.dimensions }),
      ...(embedder && {
        embedder: {
          ...embedder,
          embed: (texts, side, signal) => pace.turn(() => embedder.embed(texts, side, signal), signal),
        },
      }),
      jobs: availableParallelism(),
      pool: pacedPool(pool, pace),
      onProgress: (progress) => {
        this.progress = progress;
        this.statusChanged();
      },
      onMessage: (message) => this.resources.log('info', message),
    };
  }
}

function closedError(root: string): Error {
  return new Error(`the folder ${root} was closed`);
}
