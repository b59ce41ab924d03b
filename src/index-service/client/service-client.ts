/**
 * The editor's side of the keeper. The process starts with the first request and is started again when it ends unasked, after a pause
 * that grows; it then gets what it has to know (folders, pace, drafts) again. What was under way is rejected: the index is good, and
 * a refresh goes on where it was.
 */
import {
  type CancellationToken,
  CancellationTokenSource,
  Emitter,
  ErrorCodes,
  type Event,
  type MessageConnection,
  ResponseError,
} from 'vscode-jsonrpc/node';
import type { Side } from '../../embedding/embedder';
import type { Problem } from '../../index/file/index-error';
import type { Answer } from '../../search/searcher';
import { productFile } from '../../shared/product';
import type { FolderStats } from '../indexer/folder-stats';
import { IndexProblem } from '../indexer/index-problem';
import type { IndexReport } from '../indexer/index-result';
import {
  clearRequest,
  compactRequest,
  draftRequest,
  embedRequest,
  estimateRequest,
  type FolderSetup,
  type FolderStatus,
  foldersRequest,
  type IndexEstimate,
  logNotification,
  type Pace,
  paceRequest,
  problemCode,
  refreshRequest,
  type ServiceSearchOptions,
  searchRequest,
  similarRequest,
  statsRequest,
  statusNotification,
  stopRequest,
  updateRequest,
} from '../service-protocol';
import { IndexServiceDied, type IndexServiceProcess, launchIndexService } from './service-process';

interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}

export interface IndexServiceClientOptions {
  /** The script of the keeper process. */
  readonly script?: string;
  /** Embeds for models that live in the editor. */
  readonly embed?: (
    model: string,
    texts: readonly string[],
    side: Side,
    signal: AbortSignal,
  ) => Promise<Float32Array[]>;
  /** The pause before the second start in a row, doubled for each one after it. */
  readonly firstPauseMs?: number;
}

interface DraftText {
  readonly root: string;
  readonly path: string;
  readonly text: string;
  readonly languageHint?: string;
}

interface Running extends IndexServiceProcess {
  /** It knows the folders and drafts. */
  readonly ready: Promise<void>;
}

const longestPauseMs = 30_000;
/** A process that lived so long did not die of its start. */
const healthyMs = 60_000;

export class IndexServiceClient {
  private readonly statusEmitter = new Emitter<FolderStatus>();
  private readonly logEmitter = new Emitter<LogLine>();
  private readonly restartEmitter = new Emitter<void>();
  /** Of one folder; also after the process was started again. */
  readonly onStatus: Event<FolderStatus> = this.statusEmitter.event;
  readonly onLog: Event<LogLine> = this.logEmitter.event;
  /** The process was started again, and knows its folders: what was under way may be asked for anew. */
  readonly onRestart: Event<void> = this.restartEmitter.event;

  private setups: readonly FolderSetup[] = [];
  private pace: Pace = 'full';
  private readonly drafts = new Map<string, DraftText>();
  private running: Running | undefined;
  private starting: Promise<Running> | undefined;
  private deaths = 0;
  private isDisposed = false;

  constructor(private readonly options: IndexServiceClientOptions = {}) {}

  /** The process, for those who watch over it. */
  get pid(): number | undefined {
    return this.running?.child.pid;
  }

  async setFolders(setups: readonly FolderSetup[]): Promise<readonly FolderStatus[]> {
    this.setups = setups;
    const roots = new Set(setups.map(({ root }) => root));
    for (const [key, { root }] of this.drafts) if (!roots.has(root)) this.drafts.delete(key);
    // Nothing to keep: no process is needed for that.
    if (setups.length === 0 && !this.running && !this.starting) return [];
    return this.ask((to, token) => to.sendRequest(foldersRequest, setups, token));
  }

  refresh(root: string, rebuild = false): Promise<IndexReport> {
    return this.ask((to, token) => to.sendRequest(refreshRequest, { root, rebuild }, token));
  }

  update(root: string, paths: readonly string[]): Promise<IndexReport> {
    return this.ask((to, token) => to.sendRequest(updateRequest, { root, paths }, token));
  }

  stop(root: string): Promise<void> {
    return this.ask((to, token) => to.sendRequest(stopRequest, { root }, token));
  }

  compact(root: string): Promise<void> {
    return this.ask((to, token) => to.sendRequest(compactRequest, { root }, token));
  }

  clear(root: string): Promise<void> {
    return this.ask((to, token) => to.sendRequest(clearRequest, { root }, token));
  }

  async setPace(pace: Pace): Promise<void> {
    this.pace = pace;
    if (this.running) await this.ask((to, token) => to.sendRequest(paceRequest, pace, token));
  }

  /** Without a text: the file is on disk again what it is in the editor. */
  async setDraft(root: string, path: string, text?: string, languageHint?: string): Promise<void> {
    const key = `${root}\n${path}`;
    const hint = languageHint !== undefined && { languageHint };
    if (text === undefined && !this.drafts.delete(key)) return;
    if (text !== undefined) this.drafts.set(key, { root, path, text, ...hint });
    await this.ask((to, token) =>
      to.sendRequest(draftRequest, { root, path, ...(text !== undefined && { text }), ...hint }, token),
    );
  }

  estimate(setup: FolderSetup, signal?: AbortSignal): Promise<IndexEstimate> {
    return this.ask((to, token) => to.sendRequest(estimateRequest, setup, token), signal);
  }

  search(query: string, options: ServiceSearchOptions = {}, signal?: AbortSignal): Promise<Answer> {
    return this.ask((to, token) => to.sendRequest(searchRequest, { query, options }, token), signal);
  }

  async similar(
    root: string,
    path: string,
    line: number,
    options: ServiceSearchOptions = {},
    signal?: AbortSignal,
  ): Promise<Answer | undefined> {
    const params = { root, path, line, options };
    // JSON-RPC knows no undefined.
    return (await this.ask((to, token) => to.sendRequest(similarRequest, params, token), signal)) ?? undefined;
  }

  stats(root: string, signal?: AbortSignal): Promise<FolderStats> {
    return this.ask((to, token) => to.sendRequest(statsRequest, { root }, token), signal);
  }

  /** The process ends by itself when nobody listens: what it writes is whole, and the lock is given back. */
  dispose(): void {
    this.isDisposed = true;
    this.running?.connection.dispose();
    if (this.running?.child.connected) this.running.child.disconnect();
    this.running = undefined;
    for (const emitter of [this.statusEmitter, this.logEmitter, this.restartEmitter]) emitter.dispose();
  }

  /** Rejects with `KeeperDied`, `IndexProblem`, or the signal's reason. */
  private async ask<Result>(
    send: (to: MessageConnection, token: CancellationToken) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const { connection, ready } = await this.start();
    await ready;
    const cancel = new CancellationTokenSource();
    const onAbort = (): void => cancel.cancel();
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    try {
      // When the process ends its connection is disposed of, which rejects what is pending.
      const result = await send(connection, cancel.token);
      // The answer may have been on its way: who gave up gets none.
      signal?.throwIfAborted();
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      throw this.translated(error);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      cancel.dispose();
    }
  }

  private translated(error: unknown): unknown {
    if (error instanceof ResponseError && error.code === problemCode && isProblem(error.data))
      return new IndexProblem(error.data);
    // Its connection may be closed before its end is known.
    const isAnswer = error instanceof ResponseError && error.code !== ErrorCodes.PendingResponseRejected;
    return isAnswer ? error : new IndexServiceDied();
  }

  private start(): Promise<Running> {
    if (this.isDisposed) return Promise.reject(new IndexServiceDied());
    this.starting ??= this.launch();
    return this.starting;
  }

  private async launch(): Promise<Running> {
    if (this.deaths > 0) await this.pause();
    if (this.isDisposed) throw new IndexServiceDied();
    const isRestart = this.deaths > 0;
    const started = performance.now();
    const script = this.options.script ?? productFile('dist', 'index-service.js');
    const launched = launchIndexService(script, {
      onError: (text) => this.log('error', text),
      onEnd: () => this.ended(launched, started),
    });
    const { connection } = launched;
    connection.onNotification(statusNotification, (status) => this.statusEmitter.fire(status));
    connection.onNotification(logNotification, (line) => this.logEmitter.fire(line));
    connection.onRequest(embedRequest, async ({ model, texts, side }, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      if (!this.options.embed) throw new Error(`there is no model ${model}`);
      return this.options.embed(model, texts, side, abort.signal);
    });
    connection.listen();
    const ready = this.inform(connection);
    ready.catch(() => undefined);
    const running = { ...launched, ready };
    this.running = running;
    if (isRestart) ready.then(() => this.restartEmitter.fire()).catch(() => undefined);
    return running;
  }

  /** Tells a new process everything that an older one knew. */
  private async inform(connection: MessageConnection): Promise<void> {
    if (this.pace !== 'full') await connection.sendRequest(paceRequest, this.pace);
    if (this.setups.length === 0) return;
    const statuses = await connection.sendRequest(foldersRequest, this.setups);
    for (const status of statuses) this.statusEmitter.fire(status);
    for (const draft of this.drafts.values()) connection.sendRequest(draftRequest, draft).catch(() => undefined);
  }

  private ended({ child }: IndexServiceProcess, started: number): void {
    if (this.running?.child !== child) return;
    this.running.connection.dispose();
    this.running = undefined;
    this.starting = undefined;
    if (this.isDisposed) return;
    this.deaths = performance.now() - started > healthyMs ? 1 : this.deaths + 1;
    this.log('error', `${new IndexServiceDied().message}; it is started again`);
    if (this.setups.length > 0) this.start().catch(() => undefined);
  }

  private pause(): Promise<void> {
    const pauseMs = Math.min(longestPauseMs, (this.options.firstPauseMs ?? 250) * 2 ** (this.deaths - 1));
    return new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
  }

  private log(level: LogLine['level'], message: string): void {
    if (!this.isDisposed && message !== '') this.logEmitter.fire({ level, message });
  }
}

function isProblem(data: unknown): data is Problem {
  return typeof data === 'object' && data !== null && 'reason' in data && 'message' in data;
}
