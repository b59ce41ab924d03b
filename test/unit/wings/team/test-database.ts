/** A database for tests: PGlite behind a real socket, or the server that `CODEGRAIN_TEST_DATABASE_URL` names. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { openPostgres } from '../../../../bench/database/postgres-server';
import { Database } from '../../../../src/wings/team/database';
import { readDatabaseAddress } from '../../../../src/wings/team/database-address';
import { type CliResult, runCommand } from '../../surfaces/cli/runner/run-command';

export interface TestDatabase {
  readonly url: string;
  rows<Row extends Record<string, unknown>>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Restores the state before the first push. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const server = await openPostgres();
  // One connection at a time, so that PGlite is enough.
  const rows = async <Row extends Record<string, unknown>>(
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => {
    const database = await Database.open(readDatabaseAddress(server.url, undefined, {}));
    try {
      return await database.rows<Row>(sql, values);
    } finally {
      await database.close();
    }
  };
  return {
    url: server.url,
    rows,
    reset: async () => {
      await rows('drop schema if exists codegrain cascade');
    },
    close: () => server.close(),
  };
}

/** Runs the built command line, without environment variables that name a database. */
export function runCli(
  args: readonly string[],
  { cwd, env = {}, signal }: { cwd: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<CliResult> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^PG|^CODEGRAIN_DATABASE/.test(name)));
  return runCommand(args, { cwd, env: { ...own, ...env }, ...(signal && { signal }) });
}

/** A proxy between a client and a database that sees every byte the client sends. */
export class TestProxy {
  connections = 0;
  sent = 0;
  /** Batches of files that the client began to list. */
  batches = 0;
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;

  /** @param onBytes called when the client sends something, before it is forwarded. */
  constructor(
    private readonly target: URL,
    private readonly onBytes: (proxy: TestProxy) => void,
  ) {}

  async start(): Promise<string> {
    this.server = createServer((client) => {
      this.connections++;
      const upstream = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [client, upstream]) {
        this.sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          this.sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
      }
      client.on('data', (data) => {
        this.sent += data.length;
        if (data.includes('insert into codegrain.branch_files')) this.batches++;
        this.onBytes(this);
        if (!client.destroyed) upstream.write(data);
      });
      upstream.on('data', (data) => client.write(data));
    });
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    const url = new URL(this.target);
    url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    return url.href;
  }

  /** Cuts all connections, whatever they are doing. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    this.server?.close();
  }
}
