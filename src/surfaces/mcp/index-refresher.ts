/**
 * Makes the index and keeps it up to date: refreshes it at the start, and before an answer if the last refresh is too old. An answer
 * waits a moment for the refresh, then continues with the index as it is and says so. The index keeps the settings it was made with.
 * If another program writes the index, that program keeps it up to date; once it is done, the next answer refreshes again.
 */

import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Embedder } from '../../embedding/embedder';
import { loadBuiltInModel } from '../../engine/answers/kept-model';
import { IndexProblem } from '../../engine/indexer/index-problem';
import type { IndexProgress } from '../../engine/indexer/index-result';
import { type IndexOptions, indexFolder } from '../../engine/indexer/indexer';
import { nextSuffix } from '../../index/file/index-files';
import type { IndexGlobs } from '../../index/file/index-globs';
import { lockStateOf } from '../../index/file/index-lock';
import { IndexReader } from '../../index/file/index-reader';
import { stampedOptions } from '../../index/index-settings';
import { attempt } from '../../shared/attempt';
import { errorMessage } from '../../shared/error-message';
import { pathInside } from '../../shared/inside-folder';
import { defaultLimits } from '../../workspace/read-file';

// When a server must not make an index by itself, and how it sees that another program does.

/** How long after its last write an index counts as growing. */
const growingMs = 3_000;

/**
 * Why a folder is not indexed without being asked: agents are also started in the home folder, or in `/`, by accident.
 * @param root without symbolic links
 */
function tooWideReason(root: string): string | undefined {
  if (pathInside(root, realHome()) === undefined) return undefined;
  return `${root} ${root === realHome() ? 'is' : 'contains'} your home folder, which is not indexed unless you ask for it. Start the server in a project folder (codegrain mcp FOLDER), or run \`codegrain index ${root}\` once`;
}

function realHome(): string {
  const home = homedir();
  return attempt(() => realpathSync.native(home)) ?? home;
}

/** True if the index, or the one that will replace it, was written a moment ago. */
function isGrowing(indexFile: string): boolean {
  return [indexFile, indexFile + nextSuffix].some((file) => {
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    return written !== undefined && Math.abs(Date.now() - written) < growingMs;
  });
}

/** How long an answer waits for a refresh. */
const maxWaitMs = 5_000;
/** How often the lock of another program is looked at, while there is nothing to answer from. */
const lockPauseMs = 100;

/** In a folder of a million files a comparison takes many seconds, and must not take place before each answer. */
const pausePerDuration = 5;
const longMs = 2_000;

interface RefreshTarget {
  readonly root: string;
  readonly indexFile: string;
  readonly embedder: Embedder | undefined;
  readonly maxIndexBytes?: number | undefined;
  globs(): IndexGlobs;
}

export class IndexRefresher {
  private running: Promise<void> | undefined;
  private finished = Number.NEGATIVE_INFINITY;
  /** How long the last comparison took that found nothing to chunk. */
  private comparedMs = 0;
  private progress: IndexProgress | undefined;
  /** Told with each answer. */
  private notice: string | undefined;
  /** There is an index with files in it. */
  private hasFiles = false;
  /** Told once, with the next answer. */
  private repaired: string | undefined;
  private readonly stop = new AbortController();

  constructor(
    private readonly target: RefreshTarget,
    private readonly everySeconds: number,
    private readonly log: (message: string) => void,
  ) {}

  /** Refreshes before anyone asks. */
  begin(): void {
    if (!this.running && this.finished === Number.NEGATIVE_INFINITY) this.start();
  }

  /** Waits for a running or due refresh. Returns a notice for the answer if the refresh is not done yet, or failed. */
  async waitForRefresh(signal?: AbortSignal): Promise<string | undefined> {
    const pauseMs = Math.max(
      this.everySeconds * 1000,
      this.comparedMs < longMs ? 0 : pausePerDuration * this.comparedMs,
    );
    if (!this.running && performance.now() - this.finished >= pauseMs) this.start();
    if (this.running) await within(this.running, maxWaitMs, signal);
    if (!this.running) {
      const { notice, repaired } = this;
      this.repaired = undefined;
      return notice ?? repaired;
    }
    const { done, total } = this.progress ?? { done: 0, total: 0 };
    const doing = this.hasFiles ? 'refreshed' : 'made';
    return total > 0
      ? `the index is being ${doing}: ${done} of ${total} changed files are done; later answers may have more`
      : `the index is being ${doing}; later answers may have more`;
  }

  /** Cancels a running refresh. What it has written stays. */
  async close(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private start(): void {
    this.running = this.refresh().finally(() => {
      this.running = undefined;
      this.progress = undefined;
    });
  }

  private async refresh(): Promise<void> {
    for (;;) {
      // Without an index there is nothing to answer from, so the end of the other program is worth waiting for.
      while (lockStateOf(this.target.indexFile) === 'held') {
        if (this.lookForFiles() || this.stop.signal.aborted) return this.follow();
        await pause(lockPauseMs);
      }
      try {
        await this.refreshNow();
        this.finished = performance.now();
        return;
      } catch (error) {
        if (!(error instanceof IndexProblem && error.problem.reason === 'locked')) return this.fail(error);
        // Another program was faster.
        if (this.lookForFiles()) return this.follow();
        await pause(lockPauseMs);
      }
    }
  }

  private fail(error: unknown): void {
    this.finished = performance.now();
    const message = errorMessage(error);
    this.log(message);
    this.notice = `the index could not be refreshed: ${message}${remedyFor(error)}`;
  }

  private async refreshNow(): Promise<void> {
    const { root, indexFile, maxIndexBytes } = this.target;
    const settings = await this.settings();
    const tooWide = this.hasFiles ? undefined : tooWideReason(root);
    if (tooWide !== undefined) throw new Error(tooWide);
    const report = await indexFolder(root, {
      indexFile,
      ...this.target.globs(),
      ...settings,
      maxIndexBytes,
      signal: this.stop.signal,
      onMessage: this.log,
      onProgress: (progress) => {
        this.progress = progress;
      },
    });
    this.notice = undefined;
    if (report.chunks === 0) this.comparedMs = report.seconds * 1000;
    if (report.repaired !== undefined) this.repaired = 'the index was damaged; it was repaired before this answer';
    const { added, changed, removed } = report;
    if (added + changed + removed > 0)
      this.log(`index refreshed: ${added} files added, ${changed} changed, ${removed} removed`);
  }

  /** The program that has the lock keeps the index up to date. The next answer looks again. */
  private follow(): void {
    this.finished = Number.NEGATIVE_INFINITY;
    this.notice = isGrowing(this.target.indexFile)
      ? 'another program is updating the index; later answers may have more'
      : undefined;
  }

  private lookForFiles(): boolean {
    if (this.hasFiles) return true;
    const opened = IndexReader.open(this.target.indexFile);
    if ('problem' in opened) return false;
    this.hasFiles = hasFiles(opened.index);
    opened.index.dispose();
    return this.hasFiles;
  }

  /** @throws if the index was made with a model on a server that is not configured */
  private async settings(): Promise<Pick<IndexOptions, 'chunk' | 'limits' | 'embedder' | 'dimensions'>> {
    const { embedder, indexFile } = this.target;
    const opened = IndexReader.open(indexFile);
    if ('problem' in opened) return { embedder };
    const { about } = opened.index.contents;
    this.hasFiles = hasFiles(opened.index);
    opened.index.dispose();
    // What `force` let in is decided by the user of this run, never by a file.
    const { maxBytes, force: _, ...chunk } = stampedOptions(about?.chunker ?? '');
    if (chunk.customStrategy !== undefined)
      throw new Error('it was made with a custom strategy; run: codegrain index --custom-strategy FILE');
    const limits = { ...defaultLimits, ...(maxBytes !== undefined && { maxBytes }) };
    if (embedder) return { chunk, limits, embedder };
    const model = await loadBuiltInModel(about?.model ?? '');
    if (!model) throw new Error(`it was made with the model ${about?.model}; set --provider, --endpoint and --model`);
    return { chunk, limits, dimensions: model.dimensions };
  }
}

function remedyFor(error: unknown): string {
  if (!(error instanceof IndexProblem) || error.problem.reason !== 'read-only') return '';
  return '; start the server with --index FILE, a file in a folder that can be written to';
}

function hasFiles(index: IndexReader): boolean {
  return index.files().next().done !== true;
}

async function within(promise: Promise<void>, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const end = new AbortController();
  const either = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
  await Promise.race([promise, pause(ms, undefined, { signal: either }).catch(() => undefined)]);
  end.abort();
  signal?.throwIfAborted();
}
