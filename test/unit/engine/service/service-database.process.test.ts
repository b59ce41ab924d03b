/** The index service reads the database of a team: its repositories, searches in them, and files. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import type { Asked } from '../../../../src/engine/service-protocol';
import { DatabaseProblem } from '../../../../src/engine/stored-code';
import { Database } from '../../../../src/wings/team/database';
import { readDatabaseAddress } from '../../../../src/wings/team/database-address';
import { pushBranch } from '../../../../src/wings/team/push-branch';
import { openTestDatabase, type TestDatabase, TestProxy } from '../../wings/team/test-database';
import { endAll, folderOf, put, source, startService } from './running-service';

const router = source('router', 40);
const files = { 'src/router.ts': router, 'src/parser.ts': source('parser'), 'docs/guide.md': '# Guide\n\nRoutes.\n' };

describe('the database of a window', function () {
  this.timeout(180_000);
  let server: TestDatabase;
  const push = async (repository: string, branch: string, folder: string): Promise<void> => {
    const database = await Database.open(readDatabaseAddress(server.url, undefined, {}));
    const embedder = await loadBuiltIn();
    await pushBranch(folder, database, { repository, branch, commit: 'c0ffee', embedder, jobs: 1 });
    await database.close();
  };
  before(async () => {
    server = await openTestDatabase();
    await server.reset();
    const folder = folderOf(files);
    await push('it', 'main', folder);
    put(folder, 'src/parser.ts', source('lexer'));
    await push('it', 'next', folder);
    await push('other', 'trunk', folderOf({ 'lib/router.py': 'def router(path):\n    return path\n' }));
  });
  after(async () => {
    await server.reset();
    await server.close();
  });
  afterEach(endAll);

  const problemOf = async (work: Promise<unknown>): Promise<DatabaseProblem> => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof DatabaseProblem, String(error));
    return error;
  };

  it('lists repositories with their branches, the default first', async () => {
    const client = startService();
    await client.setDatabase({ url: server.url });
    const [it, other] = await client.ask('repositories', {});
    assert.deepEqual(
      [it?.repository, it?.branches.map(({ name, commit, isDefault }) => [name, commit, isDefault])],
      [
        'it',
        [
          ['main', 'c0ffee', true],
          ['next', 'c0ffee', false],
        ],
      ],
    );
    assert.ok((it?.chunks ?? 0) >= 3 && !Number.isNaN(Date.parse(it?.branches[0]?.pushedAt ?? '')));
    assert.deepEqual([other?.repository, other?.branches.map(({ name }) => name)], ['other', ['trunk']]);
  });

  it('searches all repositories, chosen ones, or all but some', async () => {
    const client = startService();
    await client.setDatabase({ url: server.url });
    const roots = async (query: string, options: Asked<'searchStored'>['options']) => [
      ...new Set(
        (await client.ask('searchStored', { query, options: { mode: 'keyword', ...options } })).hits.map(
          ({ root }) => root,
        ),
      ),
    ];
    assert.deepEqual((await roots('router', {})).sort(), ['it@main', 'other@trunk']);
    assert.deepEqual(await roots('router', { exclude: [{ repository: 'it' }] }), ['other@trunk']);
    assert.deepEqual(await roots('router', { repositories: [{ repository: 'it' }] }), ['it@main']);
    assert.deepEqual(await roots('lexer', { repositories: [{ repository: 'it', branch: 'next' }] }), ['it@next']);
    const both = [
      { repository: 'it', branch: 'next' },
      { repository: 'it', branch: 'main' },
    ];
    assert.deepEqual((await roots('parser lexer', { repositories: both })).sort(), ['it@main', 'it@next']);
    const all = [{ repository: 'it' }, { repository: 'other' }];
    assert.deepEqual(await roots('router', { exclude: all }), []);
  });

  it('gives a file as it was pushed, with its chunks', async () => {
    const client = startService();
    await client.setDatabase({ url: server.url });
    const stored = await client.ask('storedFile', { repository: 'it', branch: 'main', path: 'src/router.ts' });
    assert.equal(stored?.text, router);
    assert.equal(stored.language, 'typescript');
    for (const { text, start, end } of stored.chunks) assert.equal(stored.text.slice(start, end), text);
    assert.ok(stored.chunks.some(({ role }) => role !== 'parent'));
    assert.equal(await client.ask('storedFile', { repository: 'it', branch: 'main', path: 'src/gone.ts' }), undefined);
    const onBranch = await client.ask('storedFile', { repository: 'it', branch: 'next', path: 'src/parser.ts' });
    assert.equal(onBranch?.text, source('lexer'));
  });

  it('is not known before it is set, nor after it was cleared', async () => {
    const client = startService();
    assert.equal((await problemOf(client.ask('repositories', {}))).reason, 'none');
    await client.setDatabase({ url: server.url });
    assert.equal((await client.ask('repositories', {})).length, 2);
    await client.setDatabase(null);
    assert.equal((await problemOf(client.ask('searchStored', { query: 'router' }))).reason, 'none');
  });

  it('is known to a process that was started again', async () => {
    const client = startService();
    await client.setDatabase({ url: server.url });
    await client.ask('repositories', {});
    process.kill(client.pid ?? 0, 'SIGKILL');
    await client.ask('repositories', {}).catch(() => undefined);
    assert.equal((await client.ask('repositories', {})).length, 2);
  });

  it('is asked on a new connection after one broke', async () => {
    const proxy = new TestProxy(new URL(server.url), () => {});
    const client = startService();
    await client.setDatabase({ url: await proxy.start() });
    await client.ask('repositories', {});
    proxy.cut();
    assert.equal((await client.ask('repositories', {})).length, 2);
    assert.equal(proxy.connections, 2);
    await proxy.stop();
  });

  it('that cannot be reached, does not answer or refuses is a problem with a reason, without the password', async () => {
    const client = startService();
    const password = 'very secret';
    await client.setDatabase({ url: 'postgresql://me@127.0.0.1:1/code', password });
    const refused = await problemOf(client.ask('searchStored', { query: 'router' }));
    assert.deepEqual(
      [refused.reason, refused.message],
      ['unreachable', 'no server is listening at postgresql://127.0.0.1:1/code'],
    );
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await client.setDatabase({ url: `postgresql://me@127.0.0.1:${port}/code`, password });
    const slow = await problemOf(client.ask('searchStored', { query: 'router' }));
    assert.match(slow.message, /does not respond/);
    silent.close();
    await client.setDatabase({ url: 'postgresql://me:very secret@%%', password });
    assert.ok(!(await problemOf(client.ask('repositories', {}))).message.includes('secret'));
    await client.setDatabase({ url: server.url });
    const missing = await problemOf(
      client.ask('searchStored', { query: 'router', options: { repositories: [{ repository: 'nowhere' }] } }),
    );
    assert.deepEqual([missing.reason, /no nowhere; it has it@main/.test(missing.message)], ['no-data', true]);
  });
});
