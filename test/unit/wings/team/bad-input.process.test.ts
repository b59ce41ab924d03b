/** Problems with a database are reported in one line, with status 2 and without the password. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { openPostgres } from '../../../../bench/database/postgres-server';
import { removeTemporaryFolders } from '../../index/file/index-folders';
import type { CliResult } from '../../surfaces/cli/runner/run-command';
import { smallFolder } from './pushed-folder';
import { openTestDatabase, runCli, type TestDatabase } from './test-database';

const password = 'hunter2-secret';

describe('a command whose database cannot be used', function () {
  this.timeout(120_000);
  let folder: string;
  beforeEach(() => {
    folder = smallFolder();
  });
  afterEach(removeTemporaryFolders);

  const line = ({ status, stdout, stderr }: CliResult): string => {
    assert.equal(status, 2, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, /^codegrain: [^\n]+\n$/);
    assert.ok(!stderr.includes(password), stderr);
    return stderr;
  };
  const push = (url: string, ...args: string[]): Promise<CliResult> =>
    runCli(['push', '--to', url, ...args], { cwd: folder });

  it('rejects an invalid address', async () => {
    assert.match(line(await runCli(['push'], { cwd: folder })), /--to needs the URL of a database/);
    assert.match(line(await push(`mysql://me:${password}@host/db`)), /a database URL must look like postgresql:/);
    assert.match(
      line(await push(`postgresql://me:${password}@host:port/db`)),
      /a database URL must look like postgresql:/,
    );
    assert.match(
      line(await push(`postgresql://me:${password}@localhost/db?ssl_mode=require`)),
      /unknown option "ssl_mode"/,
    );
    assert.match(
      line(await push(`postgresql://me:${password}@localhost/db?sslmode=prefer`)),
      /sslmode must be disable, /,
    );
    assert.match(line(await push(`postgresql://me:${password}@localhost/db`, '--ca', 'nowhere.pem')), /nowhere\.pem/);
  });

  it('reports a server that cannot be reached or does not respond', async () => {
    assert.match(
      line(await push(`postgresql://me:${password}@127.0.0.1:9/db`)),
      /no server is listening at postgresql:\/\/127\.0\.0\.1:9\/db/,
    );
    assert.match(
      line(await push(`postgresql://me:${password}@nowhere.invalid/db`)),
      /host of postgresql:\/\/nowhere\.invalid/,
    );
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const timedOut = await push(`postgresql://me:${password}@127.0.0.1:${port}/db?connect_timeout=1`);
    silent.close();
    assert.match(line(timedOut), /does not respond/);
  });

  it('reports a rejected login', async () => {
    const refuses = await answering('28P01', `password authentication failed for user "me" (${password})`);
    assert.match(line(await push(refuses.url)), /rejected the password of user me/);
    refuses.close();
    const unknown = await answering('3D000', 'database "db" does not exist');
    assert.match(
      line(await runCli(['search', '--from', unknown.url, 'x'], { cwd: folder })),
      /database db does not exist/,
    );
    unknown.close();
  });

  it('reports options that need or exclude each other', async () => {
    const search = (...args: string[]): Promise<CliResult> => runCli(['search', ...args], { cwd: folder });
    assert.match(line(await search('--branch', 'main', 'x')), /need --from/);
    assert.match(
      line(await search('--from', 'postgresql://h/d', '--index', 'f', 'x')),
      /cannot be combined with DIR or --index/,
    );
    assert.match(line(await push('postgresql://h/d', '--repository', ' ')), /--repository must be a name/);
  });
});

/** A server that answers the first message with an error. */
async function answering(code: string, message: string): Promise<{ url: string; close(): void }> {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([head, body])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `postgresql://me:${password}@127.0.0.1:${port}/db`, close: () => server.close() };
}

describe('a command whose database has other contents', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase();
  });
  beforeEach(() => database.reset());
  afterEach(removeTemporaryFolders);
  after(async () => {
    await database.reset();
    await database.close();
  });

  const refused = async (args: readonly string[], url = database.url): Promise<string> => {
    const { status, stderr } = await runCli(args, { cwd: smallFolder(), env: { CODEGRAIN_DATABASE_URL: url } });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^codegrain: [^\n]+\n$/);
    return stderr;
  };

  it('says how to fill an empty database', async () => {
    assert.match(await refused(['search', '--from', '', 'x']), /has no data from Codegrain yet; run: codegrain push/);
  });

  it('writes nothing to a database of a newer version', async () => {
    await database.rows('create schema codegrain');
    await database.rows('create table codegrain.migrations (version integer primary key)');
    await database.rows('insert into codegrain.migrations values (99)');
    for (const args of [['push'], ['search', '--from', '', 'x']])
      assert.match(
        await refused(args),
        /newer version of Codegrain \(schema 99, this version knows 3\); update Codegrain/,
      );
    const tables = await database.rows(`select tablename from pg_tables where schemaname = 'codegrain'`);
    assert.deepEqual(tables, [{ tablename: 'migrations' }]);
  });

  it('lists the branches if there is no such repository or branch', async () => {
    await refusedAfterPush(['--repository', 'other'], /no other; it has it@main/);
    await refusedAfterPush(['--branch', 'other'], /no repository@other; it has it@main/);
  });

  const refusedAfterPush = async (args: readonly string[], expected: RegExp): Promise<void> => {
    const env = { CODEGRAIN_DATABASE_URL: database.url };
    await runCli(['push', '--repository', 'it', '--jobs', '1'], { cwd: smallFolder(), env });
    assert.match(await refused(['search', '--from', '', ...args, 'x']), expected);
  };

  it('can search, but not push to, a read-only database', async function () {
    // PGlite has a single user.
    if (!process.env.CODEGRAIN_TEST_DATABASE_URL) return this.skip();
    const env = { CODEGRAIN_DATABASE_URL: database.url };
    const folder = smallFolder();
    assert.equal((await runCli(['push', '--repository', 'it', '--jobs', '1'], { cwd: folder, env })).status, 0);
    await database.rows(`create role codegrain_reader login password '${password}'`);
    try {
      await database.rows('grant usage on schema codegrain to codegrain_reader');
      await database.rows('grant select on all tables in schema codegrain to codegrain_reader');
      const url = new URL(database.url);
      url.username = 'codegrain_reader';
      url.password = password;
      const stderr = await refused(['push', '--repository', 'new'], url.href);
      assert.match(stderr, /user codegrain_reader lacks permission: permission denied/);
      assert.ok(!stderr.includes(password));
      url.password = 'wrong';
      assert.match(await refused(['push'], url.href), /rejected the password of user codegrain_reader/);
      url.password = password;
      const found = await runCli(['search', '--from', url.href, '--json', 'router'], { cwd: folder });
      assert.equal(found.status, 0, found.stderr);
    } finally {
      await database.rows('drop owned by codegrain_reader');
      await database.rows('drop role codegrain_reader');
    }
  });

  it('reports a server without pgvector', async function () {
    if (process.env.CODEGRAIN_TEST_DATABASE_URL) return this.skip();
    const bare = await openPostgres({ withVector: false });
    try {
      assert.match(await refused(['push'], bare.url), /does not have the pgvector extension; install it on the server/);
    } finally {
      await bare.close();
    }
  });
});
