/**
 * One connection to a database that reconnects when it is lost. All work is done in idempotent transactions: if the connection breaks,
 * even during a commit, the whole transaction runs again on a new connection. Only the first connection is not retried, so that a
 * wrong address is reported at once.
 *
 * Settings are made in each transaction and never for the session, and statements have no names: between this process and the server
 * there may be a pooler, which gives each transaction another connection of the server.
 */

import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Client, ClientConfig, QueryResultRow } from 'pg';
import { pauseAfter, sleep } from '../../embedding/server/post-json';
import { DatabaseProblem } from '../../engine/stored-code';
import type { DatabaseAddress } from './database-address';
import { databaseProblem, isTransientDatabaseError } from './database-error';

// Cancels the statement that a connection is running. PostgreSQL wants that on a connection of its own, with the key that it gave when
// the other one was made; the answer is the end of the connection. The client of the package would send the key unencrypted.

/** Codes of the two messages, in the place where other connections have the version of the protocol. */
const cancelCode = 80877102;
const tlsCode = 80877103;
const maxMs = 2000;

/** Resolves when the server was asked, or cannot be asked. Whether the statement ends is seen on its own connection. */
async function cancelStatement(client: Client, config: ClientConfig): Promise<void> {
  if (!('processID' in client && 'secretKey' in client)) return;
  const { processID, secretKey } = client;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return;
  const { host = 'localhost', port = 5432, ssl } = config;
  // Some providers choose the server by this name. An address is no name.
  const name = isIP(host) === 0 ? { servername: host } : {};
  await new Promise<void>((done) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      done();
    };
    const timer = setTimeout(end, maxMs);
    const send = (to: Socket): void => {
      to.on('error', end);
      to.once('close', end);
      to.end(message(cancelCode, processID, secretKey));
    };
    socket.on('error', end);
    socket.once('close', end);
    socket.once('connect', () => {
      if (!ssl) return send(socket);
      socket.write(message(tlsCode));
      socket.once('data', (answer) => {
        if (answer.toString('latin1') !== 'S') return end();
        const secure = connectTls({ ...(ssl === true ? {} : ssl), ...name, socket, host }, () => send(secure));
        secure.on('error', end);
      });
    });
  });
}

function message(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * numbers.length);
  bytes.writeInt32BE(bytes.length, 0);
  for (const [i, number] of numbers.entries()) bytes.writeInt32BE(number, 4 + 4 * i);
  return bytes;
}

/** With pauses that double, about two minutes in total. */
const maxAttempts = 9;

/** Limits how long a dead connection can hold a lock, and so how long another push waits for it. */
const defaults: readonly (readonly [name: string, value: string])[] = [
  ['idle_in_transaction_session_timeout', `'60s'`],
  ['lock_timeout', `'180s'`],
  ['client_min_messages', `'warning'`],
];

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
  /** What each transaction begins with. */
  private readonly settings = new Map(defaults);

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

  /** Makes a setting in all later transactions. @param value as in SQL. */
  configure(name: string, value: string): void {
    this.settings.set(name, value);
  }

  /** Runs one statement, which must be idempotent. */
  async rows<Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.transaction((queries) => queries.rows<Row>(sql, values));
  }

  /** Runs all of the work or nothing, again if the connection is lost. */
  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.inTransaction('begin', work);
  }

  /** Statements that see the same state and write nothing, so that a replica can answer them. */
  async reading<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.inTransaction('begin isolation level repeatable read, read only', work);
  }

  private async inTransaction<T>(begin: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.withRetry(async (client) => {
      const queries: Queries = {
        rows: async <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
          (await client.query<Row>(sql, [...values])).rows,
      };
      const settings = Array.from(this.settings, ([name, value]) => `set local ${name} = ${value}`);
      await client.query([begin, ...settings].join(';'));
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
    // Loaded here: it would slow the start of every command, most of which have no database.
    const pg = await import('pg');
    const client = new pg.Client(this.address.config);
    // An error between two statements; the next statement will fail with it too.
    client.on('error', () => {
      if (this.client === client) this.drop();
    });
    try {
      await client.connect();
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
