/**
 * One connection to a database that reconnects when it is lost. All work is done in idempotent transactions: if the connection breaks,
 * even during a commit, the whole transaction runs again on a new connection. Only the first connection is not retried, so that a
 * wrong address is reported at once.
 */
import { Client, type QueryResultRow } from 'pg';
import { pauseAfter, sleep } from '../embedding/server/retry';
import { cancelStatement } from './connection/cancel-statement';
import type { DatabaseAddress } from './database-address';
import { DatabaseProblem, databaseProblem, isTransientDatabaseError } from './database-error';

/** With pauses that double, about two minutes in total. */
const maxAttempts = 9;

/** Limits how long a dead connection can hold a lock, and so how long another push waits for it. */
const session = `
  set idle_in_transaction_session_timeout = '60s';
  set lock_timeout = '180s';
  set client_min_messages = 'warning'`;

export interface Queries {
  rows<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

interface DatabaseOptions {
  readonly signal?: AbortSignal | undefined;
  /** The connection was lost; a new one is made. */
  readonly onLost?: ((message: string) => void) | undefined;
  /** How often work is tried whose connection breaks. Default: for about two minutes. */
  readonly attempts?: number | undefined;
}

export class Database implements Queries {
  /** Number of reconnects. */
  reconnects = 0;
  private client: Client | undefined;
  isClosed = false;
  /** Statements to run on each new connection. */
  private readonly settings: string[] = [];

  private constructor(
    readonly address: DatabaseAddress,
    private readonly options: DatabaseOptions,
  ) {}

  /** @throws `DatabaseProblem` */
  static async open(address: DatabaseAddress, options: DatabaseOptions = {}): Promise<Database> {
    const database = new Database(address, options);
    try {
      await database.connected();
      return database;
    } catch (error) {
      await database.close();
      throw databaseProblem(error, address);
    }
  }

  /** Runs a `set` statement on this connection and on all later ones. */
  async configure(setting: string): Promise<void> {
    if (this.settings.includes(setting)) return;
    await this.rows(setting);
    this.settings.push(setting);
  }

  /** Runs one statement, which must be idempotent. */
  async rows<Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.withRetry(async (client) => (await client.query<Row>(sql, [...values])).rows);
  }

  /** Runs all of the work or nothing, again if the connection is lost. */
  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.withRetry(async (client) => {
      const queries: Queries = {
        rows: async <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
          (await client.query<Row>(sql, [...values])).rows,
      };
      await client.query('begin');
      try {
        const result = await work(queries);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => this.drop());
        throw error;
      }
    });
  }

  /** Asks the server to stop the running statement, which then fails. */
  async cancel(): Promise<void> {
    if (this.client) await cancelStatement(this.client, this.address.config);
  }

  async close(): Promise<void> {
    const { client } = this;
    this.isClosed = true;
    this.client = undefined;
    await client?.end().catch(() => {});
  }

  private async withRetry<T>(work: (client: Client) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work(await this.connected());
      } catch (error) {
        if (attempt + 1 >= (this.options.attempts ?? maxAttempts) || !isTransientDatabaseError(error))
          throw databaseProblem(error, this.address);
        this.options.onLost?.(databaseProblem(error, this.address).message);
        this.drop();
        this.reconnects++;
        await sleep(pauseAfter(attempt, undefined), this.options.signal ?? new AbortController().signal);
      }
    }
  }

  private async connected(): Promise<Client> {
    if (this.client) return this.client;
    this.options.signal?.throwIfAborted();
    if (this.isClosed) throw new DatabaseProblem(`the connection to ${this.address.shown} is closed`, 'unreachable');
    const client = new Client(this.address.config);
    // An error between two statements; the next statement will fail with it too.
    client.on('error', () => {
      if (this.client === client) this.drop();
    });
    try {
      await client.connect();
      await client.query(session);
      for (const setting of this.settings) await client.query(setting);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    this.client = client;
    return client;
  }

  private drop(): void {
    const { client } = this;
    this.client = undefined;
    client?.end().catch(() => {});
  }
}
