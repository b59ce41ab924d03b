/**
 * Supervises one parse worker process: starts it on first use, and replaces it when it crashes, hangs, grows too large or reports that
 * it is broken. It works on one request at a time, so that a crash has one cause; the caller learns how the process died and may ask
 * again. A process that keeps dying is restarted after a growing pause.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { type AnswerKnownVectors, noKnownVectors } from './chunking-pool';
import { heapFlags, mallocSettings } from './process-memory';
import { WorkerDeadline } from './worker-deadline';
import {
  giveWayNotification,
  knownVectorsRequest,
  sentenceVectorsRequest,
  type WorkerReply,
  workerArgument,
} from './worker-protocol';

type WorkerDeath = 'crashed' | 'timed-out';

/** Why a request got no reply. */
class WorkerDied extends Error {
  constructor(readonly how: WorkerDeath | 'cancelled') {
    super(how === 'timed-out' ? 'the parse worker did not answer in time' : 'the parse worker ended unexpectedly');
  }
}

/** How the worker died. @throws any other error, and the signal's reason if it is aborted */
export function deathOf(error: unknown, signal: AbortSignal | undefined): WorkerDeath {
  signal?.throwIfAborted();
  if (error instanceof WorkerDied && error.how !== 'cancelled') return error.how;
  throw error;
}

export interface WorkerSettings {
  /** The script of the process. */
  readonly script: string;
  /** Further arguments of the process. */
  readonly args?: readonly string[];
  /** Run without V8's optimising WebAssembly compiler: slower, but safe for every grammar. */
  readonly liftoffOnly: boolean;
  readonly timeoutMs: number;
  /** Resident bytes above which the process is replaced after its reply. */
  readonly memoryLimit: number;
  /** The same, once the process has answered `repliesBeforeReplacement` requests. */
  readonly softMemoryLimit: number;
  /** The process ends after being idle for this long. Left out: it stays. */
  readonly idleMs?: number | undefined;
  /** How long a cancelled request may keep the process busy. After that, starting a new one costs less. */
  readonly cancelMs: number;
  /** Called on every unexpected end; `times` counts the ends in a row without a reply in between. */
  readonly onDeath?: ((how: WorkerDeath, times: number) => void) | undefined;
}

export interface WorkerRequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Answers the worker's requests for known vectors while it makes a segment. */
  readonly knownVectors?: AnswerKnownVectors | undefined;
  /** Answers its requests for vectors of sentences. Meanwhile its time limit does not run: a server may be slow. */
  readonly embed?: ((texts: readonly string[]) => Promise<Float32Array[]>) | undefined;
}

/**
 * V8 needs 3 s to optimise the code of a new process. A process that grew because it knows many grammars would grow again at once, so it
 * is used for a while.
 */
export const repliesBeforeReplacement = 24;

/** Resident bytes of a process after its first requests. Most processes grow later. */
export const usualMemory = 130_000_000;

/** The pause before the third start in a row, doubled for each one after it. */
const firstPauseMs = 100;
const maxPauseMs = 10_000;

export class WorkerProcess {
  private process: ChildProcess | undefined;
  private connection: MessageConnection | undefined;
  /** In a row, without a reply in between. */
  private deaths = 0;
  /** Resident bytes of the process after its last reply, before the first one a guess; 0 if there is no process. */
  memory = 0;
  /** Of the current process. */
  private replies = 0;
  private knownVectors: WorkerRequestOptions['knownVectors'];
  private embed: WorkerRequestOptions['embed'];
  private deadline: WorkerDeadline | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private hasEnded = false;
  private rejectRequest: ((reason: WorkerDied) => void) | undefined;

  constructor(private readonly settings: WorkerSettings) {}

  /** @param send sends the one request that the process then works on */
  async ask<Reply>(
    send: (connection: MessageConnection) => Promise<WorkerReply<Reply>>,
    { signal, timeoutMs = this.settings.timeoutMs, knownVectors, embed }: WorkerRequestOptions = {},
  ): Promise<Reply> {
    clearTimeout(this.idleTimer);
    this.knownVectors = knownVectors;
    this.embed = embed;
    if (this.deaths > 1) await pause(Math.min(maxPauseMs, firstPauseMs * 2 ** (this.deaths - 2)));
    signal?.throwIfAborted();
    if (this.hasEnded) throw new WorkerDied('cancelled');
    const connection = this.start();
    const worker = this.process;
    keepAlive(worker, true);
    const timers: NodeJS.Timeout[] = [];
    let onExit: (() => void) | undefined;
    let onAbort: (() => void) | undefined;
    try {
      const died = new Promise<never>((_, reject) => {
        this.rejectRequest = reject;
        onExit = () => reject(new WorkerDied('crashed'));
        worker?.once('exit', onExit);
        worker?.once('error', onExit);
        this.deadline = new WorkerDeadline(worker?.pid, timeoutMs, () => reject(new WorkerDied('timed-out')));
        onAbort = () => timers.push(setTimeout(() => reject(new WorkerDied('cancelled')), this.settings.cancelMs));
        signal?.addEventListener('abort', onAbort);
      });
      const { reply, memory, broken } = await Promise.race([send(connection), died]);
      this.deaths = 0;
      this.replies++;
      this.memory = memory;
      if (broken || memory > this.memoryLimit) this.stop();
      return reply;
    } catch (error) {
      const death = error instanceof WorkerDied ? error : new WorkerDied('crashed');
      // A crash was already counted when the process ended.
      if (death.how === 'timed-out') this.died(death.how);
      this.stop();
      throw death;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      this.deadline?.stop();
      keepAlive(worker, false);
      const { idleMs } = this.settings;
      if (idleMs !== undefined) this.idleTimer = setTimeout(() => this.stop(), idleMs).unref();
      if (onExit) worker?.off('exit', onExit).off('error', onExit);
      if (onAbort) signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Resident bytes above which the process is replaced after its next reply. */
  get memoryLimit(): number {
    const { memoryLimit, softMemoryLimit } = this.settings;
    return this.replies < repliesBeforeReplacement ? memoryLimit : softMemoryLimit;
  }

  /** Asks a busy process to leave the rest of its batch to a later request. */
  giveWay(): void {
    if (this.process?.connected) this.connection?.sendNotification(giveWayNotification).catch(() => {});
  }

  /** Ends the worker for good: rejects the current request and every later one. */
  end(): void {
    this.hasEnded = true;
    this.rejectRequest?.(new WorkerDied('cancelled'));
    this.stop();
  }

  stop(): void {
    clearTimeout(this.idleTimer);
    this.connection?.dispose();
    this.process?.removeAllListeners('exit');
    this.process?.kill('SIGKILL');
    this.connection = undefined;
    this.process = undefined;
    this.memory = 0;
  }

  private start(): MessageConnection {
    if (this.connection && this.process?.connected) return this.connection;
    this.stop();
    const execArgv = this.settings.liftoffOnly ? [...heapFlags, '--liftoff-only'] : heapFlags;
    const child = fork(this.settings.script, [workerArgument, ...(this.settings.args ?? [])], {
      execArgv,
      env: { ...mallocSettings, ...process.env },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    connection.onError(() => {});
    connection.onRequest(knownVectorsRequest, ({ hashes }) => (this.knownVectors ?? noKnownVectors)(hashes));
    connection.onRequest(sentenceVectorsRequest, ({ texts }) => this.embedSentences(texts));
    child.on('error', () => {});
    child.once('exit', () => {
      this.memory = 0;
      this.died('crashed');
    });
    connection.listen();
    this.process = child;
    this.connection = connection;
    this.replies = 0;
    this.memory = usualMemory;
    return connection;
  }

  private async embedSentences(texts: readonly string[]): Promise<Float32Array[]> {
    if (!this.embed) throw new Error('there is no other model');
    const { deadline } = this;
    deadline?.pause();
    try {
      return await this.embed(texts);
    } finally {
      deadline?.resume();
    }
  }

  private died(how: WorkerDeath): void {
    this.deaths++;
    this.settings.onDeath?.(how, this.deaths);
  }
}

/** A worker with a request keeps this process alive, an idle one does not. */
function keepAlive(worker: ChildProcess | undefined, isBusy: boolean): void {
  if (isBusy) {
    worker?.ref();
    worker?.channel?.ref();
  } else {
    worker?.unref();
    worker?.channel?.unref();
  }
}
