/**
 * One engine process and its supervision: started on first use, replaced when it crashes, hangs, grows too large or says it is
 * broken. One request at a time, so that a crash has one culprit: the caller learns how the process died and may ask again.
 * A process that dies again and again is started again after a growing pause.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { type KnownVectors, knownVectorsRequest, type WorkerReply } from './worker-protocol';

export type WorkerDeath = 'crashed' | 'timed-out';

/** Why a request got no answer. */
export class WorkerDied extends Error {
  constructor(readonly how: WorkerDeath | 'cancelled') {
    super(how === 'timed-out' ? 'the engine process did not answer in time' : 'the engine process ended unexpectedly');
  }
}

export interface WorkerSettings {
  /** The script of the engine process. */
  readonly script: string;
  /** Without V8's optimiser for WebAssembly: slower, and safe for every grammar. */
  readonly careful: boolean;
  readonly timeoutMs: number;
  /** Resident bytes above which the process is replaced after the answer. */
  readonly memoryLimit: number;
  /** How long a cancelled request may still keep the process; after that it costs less to start a new one. */
  readonly cancelMs: number;
  /** Told of every end that was not asked for; `times` in a row without an answer in between. */
  readonly onDeath?: ((how: WorkerDeath, times: number) => void) | undefined;
}

export interface WorkerRequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Answers what the engine asks while it makes a segment. */
  readonly known?: ((hashes: Uint8Array) => KnownVectors) | undefined;
}

const nothingKnown = (): KnownVectors => {
  return { found: new Uint8Array(0), vectors: new Uint8Array(0), scales: new Uint8Array(0) };
};

/** The pause before the second start in a row, doubled for each one after it. */
const firstPauseMs = 100;
const longestPauseMs = 10_000;

export class WorkerProcess {
  private process: ChildProcess | undefined;
  private connection: MessageConnection | undefined;
  /** In a row, without an answer in between. */
  private deaths = 0;
  private known: WorkerRequestOptions['known'];
  private hasEnded = false;
  private giveUp: ((why: WorkerDied) => void) | undefined;

  constructor(private readonly settings: WorkerSettings) {}

  /** @param send the one request that this process then works on. */
  async ask<Reply>(
    send: (connection: MessageConnection) => Promise<WorkerReply<Reply>>,
    { signal, timeoutMs = this.settings.timeoutMs, known }: WorkerRequestOptions = {},
  ): Promise<Reply> {
    this.known = known;
    if (this.deaths > 1) await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** (this.deaths - 2)));
    signal?.throwIfAborted();
    if (this.hasEnded) throw new WorkerDied('cancelled');
    const connection = this.start();
    const engine = this.process;
    const timers: NodeJS.Timeout[] = [];
    let onExit: (() => void) | undefined;
    let onAbort: (() => void) | undefined;
    try {
      const died = new Promise<never>((_, reject) => {
        this.giveUp = reject;
        onExit = () => reject(new WorkerDied('crashed'));
        engine?.once('exit', onExit);
        engine?.once('error', onExit);
        timers.push(setTimeout(() => reject(new WorkerDied('timed-out')), timeoutMs));
        onAbort = () => timers.push(setTimeout(() => reject(new WorkerDied('cancelled')), this.settings.cancelMs));
        signal?.addEventListener('abort', onAbort);
      });
      const { reply, memory, broken } = await Promise.race([send(connection), died]);
      this.deaths = 0;
      if (broken || memory > this.settings.memoryLimit) this.stop();
      return reply;
    } catch (error) {
      const death = error instanceof WorkerDied ? error : new WorkerDied('crashed');
      // A process that ended by itself has told already.
      if (death.how === 'timed-out') this.died(death.how);
      this.stop();
      throw death;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      if (onExit) engine?.off('exit', onExit).off('error', onExit);
      if (onAbort) signal?.removeEventListener('abort', onAbort);
    }
  }

  /** For good: what is under way is given up, and nothing is begun. */
  end(): void {
    this.hasEnded = true;
    this.giveUp?.(new WorkerDied('cancelled'));
    this.stop();
  }

  stop(): void {
    this.connection?.dispose();
    this.process?.removeAllListeners('exit');
    this.process?.kill('SIGKILL');
    this.connection = undefined;
    this.process = undefined;
  }

  private start(): MessageConnection {
    if (this.connection && this.process?.connected) return this.connection;
    this.stop();
    const execArgv = this.settings.careful ? ['--liftoff-only'] : [];
    const child = fork(this.settings.script, [], {
      execArgv,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    connection.onError(() => {});
    connection.onRequest(knownVectorsRequest, ({ hashes }) => (this.known ?? nothingKnown)(hashes));
    child.on('error', () => {});
    child.once('exit', () => this.died('crashed'));
    connection.listen();
    this.process = child;
    this.connection = connection;
    return connection;
  }

  private died(how: WorkerDeath): void {
    this.deaths++;
    this.settings.onDeath?.(how, this.deaths);
  }
}
