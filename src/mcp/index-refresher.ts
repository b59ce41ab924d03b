/**
 * Keeps the index up to date, if the user asked for it: refreshes it at the start, and before an answer if the last refresh is too old.
 * An answer waits a moment for the refresh, then continues with the index as it is and says so. The index keeps the settings it was
 * made with. If another program writes the index, that program keeps it up to date.
 */
import { IndexReader } from '../index/file/index-reader';
import { stampedOptions } from '../index/index-settings';
import { IndexProblem } from '../index-service/indexer/index-problem';
import type { IndexProgress } from '../index-service/indexer/index-result';
import { type IndexOptions, indexFolder } from '../index-service/indexer/indexer';
import { errorMessage } from '../shared/error-message';
import { loadBuiltInModel } from '../tools/load-built-in';
import { defaultLimits } from '../workspace/read-file';
import type { ServeOptions } from './serve-options';

/** How long an answer waits for a refresh. */
const maxWaitMs = 5_000;

export class IndexRefresher {
  private running: Promise<void> | undefined;
  private finished = Number.NEGATIVE_INFINITY;
  private progress: IndexProgress | undefined;
  private problem: string | undefined;
  /** Told once, with the next answer. */
  private repaired: string | undefined;
  private readonly stop = new AbortController();

  constructor(
    private readonly options: ServeOptions & { readonly indexFile: string },
    private readonly everySeconds: number,
    private readonly log: (message: string) => void,
  ) {
    this.start();
  }

  /** Waits for a running or due refresh. Returns a notice for the answer if the refresh is not done yet, or failed. */
  async waitForRefresh(signal?: AbortSignal): Promise<string | undefined> {
    if (!this.running && performance.now() - this.finished >= this.everySeconds * 1000) this.start();
    if (this.running) await within(this.running, maxWaitMs, signal);
    if (!this.running) {
      const { problem, repaired } = this;
      this.repaired = undefined;
      return problem ?? repaired;
    }
    const { done, total } = this.progress ?? { done: 0, total: 0 };
    return total > 0
      ? `the index is being refreshed: ${done} of ${total} changed files are done; later answers may have more`
      : 'the index is being refreshed; later answers may have more';
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
      this.finished = performance.now();
    });
  }

  private async refresh(): Promise<void> {
    const { root, indexFile, include, exclude } = this.options;
    try {
      const settings = await this.settingsOf(indexFile);
      const report = await indexFolder(root, {
        indexFile,
        include,
        exclude,
        ...settings,
        signal: this.stop.signal,
        onMessage: this.log,
        onProgress: (progress) => {
          this.progress = progress;
        },
      });
      this.problem = undefined;
      if (report.repaired !== undefined) this.repaired = 'the index was damaged; it was repaired before this answer';
      const { added, changed, removed } = report;
      if (added + changed + removed > 0)
        this.log(`index refreshed: ${added} files added, ${changed} changed, ${removed} removed`);
    } catch (error) {
      const reason = error instanceof IndexProblem ? error.problem.reason : 'failed';
      const message = errorMessage(error);
      this.log(message);
      // The program that has the lock keeps the index up to date.
      this.problem = reason === 'locked' ? undefined : `the index could not be refreshed: ${message}`;
    }
  }

  /** @throws if the index was made with a model on a server that is not configured */
  private async settingsOf(file: string): Promise<Pick<IndexOptions, 'chunk' | 'limits' | 'embedder' | 'dimensions'>> {
    const { embedder } = this.options;
    const opened = IndexReader.open(file);
    if ('problem' in opened) return { embedder };
    const { about } = opened.index.contents;
    opened.index.dispose();
    const { maxBytes, force, ...chunk } = stampedOptions(about?.chunker ?? '');
    if (chunk.customStrategy !== undefined)
      throw new Error('it was made with a custom strategy; run: codegrain index --custom-strategy FILE');
    const limits = { maxBytes: maxBytes ?? defaultLimits.maxBytes, force: force ?? defaultLimits.force };
    if (embedder) return { chunk, limits, embedder };
    const model = await loadBuiltInModel(about?.model ?? '');
    if (!model) throw new Error(`it was made with the model ${about?.model}; set --provider, --endpoint and --model`);
    return { chunk, limits, dimensions: model.dimensions };
  }
}

async function within(promise: Promise<void>, ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  await Promise.race([
    promise,
    new Promise<void>((done) => {
      timer = setTimeout(done, ms);
      onAbort = done;
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
  ]);
  clearTimeout(timer);
  if (onAbort) signal?.removeEventListener('abort', onAbort);
  signal?.throwIfAborted();
}
