/**
 * Keeps an index service process running. The process starts with the first request. If it ends unexpectedly it is started again, after
 * a pause that grows with each end in a row. Questions are then asked again, once. Other pending requests are rejected: the index on
 * disk is intact, and a refresh continues where it stopped.
 */

import { type ChildProcess, fork } from 'node:child_process';
import {
  type CancellationToken,
  CancellationTokenSource,
  createMessageConnection,
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
  ResponseError,
} from 'vscode-jsonrpc/node';
import type { IndexFileProblem } from '../../index/file/index-error';
import { IndexProblem } from '../indexer/index-problem';
import { databaseCode, problemCode } from '../service-protocol';
import { DatabaseProblem, databaseReasons } from '../stored-code';
import { mallocSettings, youngHeapFlags } from '../workers/process-memory';

interface SupervisorOptions {
  /** The script of the process. */
  readonly script: string;
  /** The pause before the second start in a row, doubled for each one after it. */
  readonly firstPauseMs: number;
  /** Registers handlers, before the connection listens. */
  readonly onLaunch: (connection: MessageConnection) => void;
  /** Sends a new process everything it has to know; requests wait for that. */
  readonly initialise: (connection: MessageConnection) => Promise<void>;
  /** A process that ended is started again at once, not with the next request. */
  readonly isNeeded: () => boolean;
  /** The process was started again, and is initialised. */
  readonly onRestart: () => void;
  readonly onError: (message: string) => void;
}

interface RunningService extends IndexServiceProcess {
  /** Resolves when the process is initialised. */
  readonly ready: Promise<void>;
}

const maxPauseMs = 30_000;
/** A process that lived this long did not die because of its start. */
const healthyMs = 60_000;

export class ServiceSupervisor {
  private running: RunningService | undefined;
  private starting: Promise<RunningService> | undefined;
  /** In a row, without a long life in between. */
  private deaths = 0;
  private isDisposed = false;

  constructor(private readonly options: SupervisorOptions) {}

  get pid(): number | undefined {
    return this.running?.child.pid;
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  get isStarted(): boolean {
    return this.isRunning || this.starting !== undefined;
  }

  /** Rejects with `IndexServiceDied`, `IndexProblem`, or the signal's reason. */
  async request<Result>(
    send: (connection: MessageConnection, token: CancellationToken) => Promise<Result>,
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
      // When the process ends its connection is disposed, which rejects pending requests.
      const result = await send(connection, cancel.token);
      // The answer may have been on its way when the caller cancelled.
      signal?.throwIfAborted();
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      throw translated(error);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      cancel.dispose();
    }
  }

  /** A request that changes nothing. If the process ends before it answers, the next one is asked. */
  async ask<Result>(
    send: (connection: MessageConnection, token: CancellationToken) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    try {
      return await this.request(send, signal);
    } catch (error) {
      if (!(error instanceof IndexServiceDied) || this.isDisposed) throw error;
      await this.gone();
      return this.request(send, signal);
    }
  }

  /** Resolves when no process is there that has lost its connection: that is noticed before its end. */
  private async gone(): Promise<void> {
    const { child } = this.running ?? {};
    if (!child || child.connected) return;
    await new Promise((resolve) => child.once('exit', resolve));
  }

  /** The process ends by itself when it is disconnected: it completes what it is writing, and releases the lock. */
  dispose(): void {
    this.isDisposed = true;
    this.running?.connection.dispose();
    if (this.running?.child.connected) this.running.child.disconnect();
    this.running = undefined;
  }

  private start(): Promise<RunningService> {
    if (this.isDisposed) return Promise.reject(new IndexServiceDied());
    this.starting ??= this.launch();
    return this.starting;
  }

  private async launch(): Promise<RunningService> {
    if (this.deaths > 0) await this.pause();
    if (this.isDisposed) throw new IndexServiceDied();
    const isRestart = this.deaths > 0;
    const started = performance.now();
    const { script, onLaunch, initialise, onRestart, onError } = this.options;
    const launched = launchIndexService(script, {
      onError,
      onEnd: () => this.ended(launched, started),
    });
    const { connection } = launched;
    onLaunch(connection);
    connection.listen();
    const ready = initialise(connection);
    ready.catch(() => undefined);
    const running = { ...launched, ready };
    this.running = running;
    if (isRestart) ready.then(onRestart).catch(() => undefined);
    return running;
  }

  private ended({ child }: IndexServiceProcess, started: number): void {
    if (this.running?.child !== child) return;
    this.running.connection.dispose();
    this.running = undefined;
    this.starting = undefined;
    if (this.isDisposed) return;
    this.deaths = performance.now() - started > healthyMs ? 1 : this.deaths + 1;
    this.options.onError(`${new IndexServiceDied().message}; it is started again`);
    if (this.options.isNeeded()) this.start().catch(() => undefined);
  }

  private pause(): Promise<void> {
    const pauseMs = Math.min(maxPauseMs, this.options.firstPauseMs * 2 ** (this.deaths - 1));
    return new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
  }
}

function translated(error: unknown): unknown {
  if (error instanceof ResponseError && error.code === problemCode && isProblem(error.data))
    return new IndexProblem(error.data);
  if (error instanceof ResponseError && error.code === databaseCode)
    return new DatabaseProblem(
      error.message,
      databaseReasons.find((reason) => reason === error.data),
    );
  // The connection may be closed before the end of the process is noticed.
  const isAnswer = error instanceof ResponseError && error.code !== ErrorCodes.PendingResponseRejected;
  return isAnswer ? error : new IndexServiceDied();
}

function isProblem(data: unknown): data is IndexFileProblem {
  return typeof data === 'object' && data !== null && 'reason' in data && 'message' in data;
}

// One index service process and the connection to it.

/** The process ended before it answered. */
export class IndexServiceDied extends Error {
  constructor() {
    super('the index service ended unexpectedly');
  }
}

interface IndexServiceProcess {
  readonly child: ChildProcess;
  /** Not listening yet. */
  readonly connection: MessageConnection;
}

interface IndexServiceEvents {
  /** What the process writes to standard error. */
  readonly onError: (text: string) => void;
  /** Called once. */
  readonly onEnd: () => void;
}

function launchIndexService(script: string, { onError, onEnd }: IndexServiceEvents): IndexServiceProcess {
  const child = fork(script, [], {
    // Without the caller's flags: two processes cannot wait for a debugger on the same port.
    execArgv: youngHeapFlags,
    env: { ...mallocSettings, ...process.env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  child.stderr?.on('data', (data) => onError(String(data).trimEnd()));
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  connection.onError(() => {});
  let hasEnded = false;
  const end = (): void => {
    if (!hasEnded) onEnd();
    hasEnded = true;
  };
  child.once('exit', end);
  child.once('error', end);
  return { child, connection };
}
