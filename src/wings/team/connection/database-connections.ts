/**
 * The connections of a reader: opened when something is asked, shared by what is asked one after the other, closed when nothing was
 * asked for a while. What is asked has a time limit and can be aborted; the server is then told to stop.
 */

import { DatabaseProblem } from '../../../engine/stored-code';
import { unlessAborted } from '../../../engine/workers/chunking-pool';
import { Database } from '../database';
import type { DatabaseAddress } from '../database-address';

interface ConnectionLimits {
  /** A search and the reading of a file at the same time; more wait. */
  readonly connections: number;
  readonly connectMs: number;
  /** The server cancels a statement that takes longer. */
  readonly statementMs: number;
  /** All statements of one question together, also if the server does not respond any more. */
  readonly questionMs: number;
  /** After this time without a question, a connection is closed. */
  readonly idleMs: number;
  /** How long a cancelled statement may take to end before its connection is given up. */
  readonly cancelMs: number;
}

const readerLimits: ConnectionLimits = {
  connections: 2,
  connectMs: 5000,
  statementMs: 20_000,
  questionMs: 30_000,
  idleMs: 60_000,
  cancelMs: 2000,
};

/** A connection broke: it is made once more, and if that fails, the question fails. */
const attempts = 2;

export interface OpenConnection<Kept> {
  readonly database: Database;
  /** What its user remembers while it is open. */
  readonly kept: Kept;
}

export class DatabaseConnections<Kept> {
  private readonly idle: { readonly connection: OpenConnection<Kept>; readonly timer: NodeJS.Timeout }[] = [];
  private readonly busy = new Set<OpenConnection<Kept>>();
  private opening = 0;
  private readonly waiting: (() => void)[] = [];
  private isClosed = false;
  private readonly limits: ConnectionLimits;

  constructor(
    private readonly address: DatabaseAddress,
    private readonly remember: () => Kept,
    limits: Partial<ConnectionLimits> = {},
  ) {
    this.limits = { ...readerLimits, ...limits };
  }

  /** Rejects with `DatabaseProblem`, or with the reason of the signal. */
  async use<T>(signal: AbortSignal | undefined, work: (connection: OpenConnection<Kept>) => Promise<T>): Promise<T> {
    const deadline = AbortSignal.timeout(this.limits.questionMs);
    const stop = AbortSignal.any(signal ? [signal, deadline] : [deadline]);
    try {
      const connection = await until(this.take(), stop, (late) => this.give(late));
      return await this.during(connection, stop, work);
    } catch (error) {
      signal?.throwIfAborted();
      if (!deadline.aborted) throw error;
      throw new DatabaseProblem(`${this.address.shown} took too long to answer`, 'slow');
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const { timer } of this.idle) clearTimeout(timer);
    const open = [...this.idle.map(({ connection }) => connection), ...this.busy];
    this.idle.length = 0;
    for (const go of this.waiting.splice(0)) go();
    await Promise.all(open.map(({ database }) => database.close()));
  }

  /** Number of open connections. */
  get size(): number {
    return this.idle.length + this.busy.size;
  }

  private async during<T>(
    connection: OpenConnection<Kept>,
    stop: AbortSignal,
    work: (connection: OpenConnection<Kept>) => Promise<T>,
  ): Promise<T> {
    const { database } = connection;
    let giveUp: NodeJS.Timeout | undefined;
    let cancelled: Promise<void> | undefined;
    const onStop = (): void => {
      giveUp = setTimeout(() => void database.close(), this.limits.cancelMs);
      cancelled = database.cancel();
    };
    stop.addEventListener('abort', onStop, { once: true });
    const done = work(connection).finally(async () => {
      clearTimeout(giveUp);
      stop.removeEventListener('abort', onStop);
      // A request to cancel that arrives late would cancel the next statement.
      await cancelled;
      this.give(connection);
    });
    return until(done, stop, () => undefined);
  }

  private async take(): Promise<OpenConnection<Kept>> {
    while (!this.isClosed) {
      // The one used last: it knows the most.
      const last = this.idle.pop();
      if (last) {
        clearTimeout(last.timer);
        this.busy.add(last.connection);
        return last.connection;
      }
      if (this.busy.size + this.opening < this.limits.connections) return this.open();
      await new Promise<void>((go) => this.waiting.push(go));
    }
    throw new DatabaseProblem(`the connection to ${this.address.shown} is closed`);
  }

  private async open(): Promise<OpenConnection<Kept>> {
    this.opening++;
    try {
      const { config } = this.address;
      const connectionTimeoutMillis = Math.min(config.connectionTimeoutMillis ?? 0, this.limits.connectMs);
      const address = { ...this.address, config: { ...config, connectionTimeoutMillis } };
      const connection = { database: await Database.open(address, { attempts }), kept: this.remember() };
      connection.database.configure('statement_timeout', String(this.limits.statementMs));
      this.busy.add(connection);
      return connection;
    } finally {
      this.opening--;
      this.next();
    }
  }

  private give(connection: OpenConnection<Kept>): void {
    this.busy.delete(connection);
    if (connection.database.isClosed || this.isClosed) void connection.database.close();
    else {
      const timer = setTimeout(() => this.drop(connection), this.limits.idleMs).unref();
      this.idle.push({ connection, timer });
    }
    this.next();
  }

  private drop(connection: OpenConnection<Kept>): void {
    const at = this.idle.findIndex((each) => each.connection === connection);
    if (at >= 0) this.idle.splice(at, 1);
    void connection.database.close();
  }

  private next(): void {
    this.waiting.shift()?.();
  }
}

/** The result, or the reason of the signal as soon as it is aborted. @param onLate gets a result that nobody waits for any more. */
async function until<T>(work: Promise<T>, signal: AbortSignal, onLate: (late: T) => void): Promise<T> {
  try {
    return await unlessAborted(work, signal);
  } catch (error) {
    if (signal.aborted) work.then(onLate, () => undefined);
    throw error;
  }
}
