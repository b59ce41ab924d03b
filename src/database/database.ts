/**
 * One connection to a database, made again when it is lost. Work is done in transactions that are written so that running one twice
 * is the same as running it once: where the connection breaks, even while a commit is under way, the whole transaction is run again
 * on a new one. Only the first connection is not tried again: a wrong address shall be told at once.
 */
import { Client, type QueryResultRow } from 'pg';
import { pauseAfter, sleep } from '../embedding/server/retry';
import type { Address } from './database-address';
import { mayPass, problemOf } from './database-error';

/** With pauses that double, about two minutes in all. */
const mostAttempts = 9;

/** Held by no dead connection for longer than this: another push waits no longer for it. */
const session = `
  set idle_in_transaction_session_timeout = '60s';
  set lock_timeout = '180s';
  set client_min_messages = 'warning'`;

export interface Queries {
  rows<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

interface DatabaseOptions {
  readonly signal?: AbortSignal | undefined;
  /** The connection was lost and is made again. */
  readonly onLost?: ((message: string) => void) | undefined;
}

export class Database implements Queries {
  /** How often the connection was made again. */
  reconnects = 0;
  private client: Client | undefined;
  /** Said to each connection. */
  private readonly settings: string[] = [];

  private constructor(
    readonly address: Address,
    private readonly options: DatabaseOptions,
  ) {}

  /** @throws `DatabaseProblem` */
  static async open(address: Address, options: DatabaseOptions = {}): Promise<Database> {
    const database = new Database(address, options);
    try {
      await database.connected();
      return database;
    } catch (error) {
      await database.close();
      throw problemOf(error, address);
    }
  }

  /** A `set` for this connection and those after it. */
  async configure(setting: string): Promise<void> {
    await this.rows(setting);
    this.settings.push(setting);
  }

  /** One statement, which may be run twice. */
  async rows<Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.again(async (client) => (await client.query<Row>(sql, [...values])).rows);
  }

  /** All of it or nothing; run again where the connection is lost. */
  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.again(async (client) => {
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

  async close(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => {});
  }

  private async again<T>(work: (client: Client) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work(await this.connected());
      } catch (error) {
        if (attempt + 1 >= mostAttempts || !mayPass(error)) throw problemOf(error, this.address);
        this.options.onLost?.(problemOf(error, this.address).message);
        this.drop();
        this.reconnects++;
        await sleep(pauseAfter(attempt, undefined), this.options.signal ?? new AbortController().signal);
      }
    }
  }

  private async connected(): Promise<Client> {
    if (this.client) return this.client;
    this.options.signal?.throwIfAborted();
    const client = new Client(this.address.config);
    // An error between two statements; the next one meets it too.
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
