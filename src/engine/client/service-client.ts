/**
 * The editor's side of the index service. It remembers what the process has to know (folders, pace, drafts) and sends it again after a
 * restart.
 */
import { CancellationToken, Emitter, type Event, type MessageConnection } from 'vscode-jsonrpc/node';
import type { EmbeddingSide } from '../../embedding/embedder';
import { productFile } from '../../shared/product';
import type { IndexReport } from '../indexer/index-result';
import {
  type Answer,
  type Asked,
  embedRequest,
  type FolderSetup,
  type FolderStatus,
  type IndexPlace,
  logNotification,
  type Pace,
  type QuestionName,
  type RequestName,
  sendRequest,
  statusNotification,
} from '../service-protocol';
import type { DatabaseSetup } from '../stored-code';
import { ServiceSupervisor } from './service-supervisor';

type LogLine = { readonly level: 'info' | 'warn' | 'error'; readonly message: string };

export interface IndexServiceClientOptions {
  /** The script of the process. */
  readonly script?: string;
  /** Embeds texts with models that only the editor can reach. */
  readonly embed?: (
    model: string,
    texts: readonly string[],
    side: EmbeddingSide,
    signal: AbortSignal,
  ) => Promise<Float32Array[]>;
  /** The pause before the second start in a row, doubled for each one after it. */
  readonly firstPauseMs?: number;
}

export class IndexServiceClient {
  private readonly statusEmitter = new Emitter<FolderStatus>();
  private readonly logEmitter = new Emitter<LogLine>();
  private readonly restartEmitter = new Emitter<void>();
  /** Fires for one folder at a time, also after the process was started again. */
  readonly onStatus: Event<FolderStatus> = this.statusEmitter.event;
  readonly onLog: Event<LogLine> = this.logEmitter.event;
  /** The process was started again and knows its folders: interrupted requests may be sent again. */
  readonly onRestart: Event<void> = this.restartEmitter.event;

  private setups: readonly FolderSetup[] = [];
  private pace: Pace = 'full';
  private database: DatabaseSetup | null = null;
  private readonly drafts = new Map<string, Asked<'draft'>>();
  private readonly process: ServiceSupervisor;
  private isDisposed = false;

  constructor(private readonly options: IndexServiceClientOptions = {}) {
    this.process = new ServiceSupervisor({
      script: options.script ?? productFile('dist', 'index-service.js'),
      firstPauseMs: options.firstPauseMs ?? 250,
      onLaunch: (connection) => this.listen(connection),
      initialise: (connection) => this.initialise(connection),
      isNeeded: () => this.setups.length > 0,
      onRestart: () => this.restartEmitter.fire(),
      onError: (message) => this.logError(message),
    });
  }

  /** Of the process, for tests and supervision. */
  get pid(): number | undefined {
    return this.process.pid;
  }

  async setFolders(setups: readonly FolderSetup[]): Promise<readonly FolderStatus[]> {
    this.forgetAllBut(setups);
    // Without folders no process is needed.
    if (setups.length === 0 && !this.process.isStarted) return [];
    return this.send('folders', setups);
  }

  refresh(root: string, rebuild = false, first: readonly string[] = []): Promise<IndexReport> {
    return this.send('refresh', { root, rebuild, first });
  }

  update(root: string, paths: readonly string[]): Promise<IndexReport> {
    return this.send('update', { root, paths });
  }

  stop(root: string): Promise<void> {
    return this.send('stop', { root });
  }

  clear({ root, indexFile }: IndexPlace): Promise<void> {
    this.forgetAllBut(this.setups.filter((setup) => setup.root !== root));
    return this.send('clear', { root, ...(indexFile !== undefined && { indexFile }) });
  }

  async setPace(pace: Pace): Promise<void> {
    this.pace = pace;
    if (this.process.isRunning) await this.send('pace', pace);
  }

  /** Leave out the text when the editor and the file on disk are the same again. */
  async setDraft(root: string, path: string, text?: string, languageHint?: string): Promise<void> {
    const key = `${root}\n${path}`;
    const draft = {
      root,
      path,
      ...(text !== undefined && { text }),
      ...(languageHint !== undefined && { languageHint }),
    };
    if (text !== undefined) this.drafts.set(key, draft);
    else if (!this.drafts.delete(key)) return;
    await this.send('draft', draft);
  }

  ask<Name extends QuestionName>(name: Name, asked: Asked<Name>, signal?: AbortSignal): Promise<Answer<Name>> {
    return this.process.ask((to, token) => sendRequest(to, name, asked, token), signal);
  }

  /** Null: none. Does not connect, and starts no process. */
  async setDatabase(setup: DatabaseSetup | null): Promise<void> {
    this.database = setup;
    if (this.process.isRunning) await this.send('database', setup);
  }

  /** Sends a request that not every index service answers: the one in a web worker has more than the process. */
  request<Result>(
    send: (to: MessageConnection, token: CancellationToken) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.process.request(send, signal);
  }

  dispose(): void {
    this.isDisposed = true;
    this.process.dispose();
    for (const emitter of [this.statusEmitter, this.logEmitter, this.restartEmitter]) emitter.dispose();
  }

  private forgetAllBut(setups: readonly FolderSetup[]): void {
    this.setups = setups;
    const roots = new Set(setups.map(({ root }) => root));
    for (const [key, { root }] of this.drafts) if (!roots.has(root)) this.drafts.delete(key);
  }

  private listen(connection: MessageConnection): void {
    connection.onNotification(statusNotification, (status) => this.statusEmitter.fire(status));
    connection.onNotification(logNotification, (line) => this.logEmitter.fire(line));
    connection.onRequest(embedRequest, async ({ model, texts, side }, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      if (!this.options.embed) throw new Error(`there is no model ${model}`);
      return this.options.embed(model, texts, side, abort.signal);
    });
  }

  /** Sends a new process everything that an earlier one knew. */
  private async initialise(connection: MessageConnection): Promise<void> {
    const send = <Name extends RequestName>(name: Name, asked: Asked<Name>) =>
      sendRequest(connection, name, asked, CancellationToken.None);
    if (this.pace !== 'full') await send('pace', this.pace);
    if (this.database) await send('database', this.database);
    if (this.setups.length === 0) return;
    for (const status of await send('folders', this.setups)) this.statusEmitter.fire(status);
    for (const draft of this.drafts.values()) send('draft', draft).catch(() => undefined);
  }

  private send<Name extends RequestName>(name: Name, asked: Asked<Name>): Promise<Answer<Name>> {
    return this.process.request((to, token) => sendRequest(to, name, asked, token));
  }

  private logError(message: string): void {
    if (!this.isDisposed && message !== '') this.logEmitter.fire({ level: 'error', message });
  }
}
