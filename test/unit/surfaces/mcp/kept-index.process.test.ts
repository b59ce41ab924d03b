/** A server makes the index of its folder and keeps it up to date, also when other programs share it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Indexer, indexFolder } from '../../../../src/engine/indexer/indexer';
import { lockStateOf } from '../../../../src/index/file/index-lock';
import { indexFileOf } from '../../../../src/index/index-settings';
import { makeReadOnly } from '../../../read-only';
import { makeWorkspace, type TestWorkspace } from '../../search/search-workspace';
import { connect, connectWith, hitsIn, type TestClient } from './mcp-client';

const quaternion = 'export function quaternionProduct(a: number[]) { return a; }\n';

describe('the index that a server keeps', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let servers: TestClient[];
  beforeEach(async () => {
    workspace = await makeWorkspace();
    servers = [];
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()));
    workspace.dispose();
  });

  async function serve(...args: readonly string[]): Promise<TestClient> {
    const server = await connect(workspace.root, '--structured', ...args);
    servers.push(server);
    return server;
  }

  function removeIndex(): void {
    rmSync(dirname(indexFileOf(workspace.root)), { recursive: true });
  }

  async function keywordHits(server: TestClient, query: string): Promise<string[]> {
    return hitsIn(await server.call('search_code', { query, mode: 'keyword' })).map(({ path }) => path);
  }

  it('the first answer has results in a small folder that was never indexed', async () => {
    removeIndex();
    const server = await serve();
    assert.ok(hitsIn(await server.call('search_code', { query: 'router' })).length > 0);
  });

  it('an answer has what changed since the last update', async () => {
    removeIndex();
    const server = await serve('--refresh', '0');
    assert.deepEqual(await keywordHits(server, 'quaternion'), []);
    workspace.write('src/quaternion.ts', quaternion);
    assert.deepEqual(await keywordHits(server, 'quaternion'), ['src/quaternion.ts']);
  });

  it('git sees nothing of it', async () => {
    removeIndex();
    const git = (...args: readonly string[]): string =>
      execFileSync('git', args, { cwd: workspace.root, encoding: 'utf8' });
    git('init', '--quiet');
    const before = git('status', '--porcelain', '--untracked-files=all');
    await (await serve()).call('search_code', { query: 'router' });
    assert.ok(existsSync(indexFileOf(workspace.root)));
    assert.equal(git('status', '--porcelain', '--untracked-files=all'), before);
  });

  it('is not written with --read-only', async () => {
    removeIndex();
    const server = await serve('--read-only');
    await server.call('search_code', { query: 'router' });
    await server.call('index_status');
    await server.close();
    assert.ok(!existsSync(dirname(indexFileOf(workspace.root))));
  });

  it('several servers that start at once in a new folder all answer with results', async () => {
    removeIndex();
    for (let i = 0; i < 60; i++) workspace.write(`src/part${i}.ts`, `export function part${i}() { return ${i}; }\n`);
    await Promise.all([1, 2, 3, 4].map(() => serve()));
    const answers = await Promise.all(servers.map((server) => server.call('search_code', { query: 'router' })));
    for (const answer of answers) assert.ok(hitsIn(answer).length > 0);
    const { structured } = await settled(servers[0]);
    assert.deepEqual(structured.pending, { added: 0, changed: 0, removed: 0 });
  });

  it('another program that has the index open keeps it fresh; when it ends, the server takes over', async () => {
    const other = await Indexer.open(workspace.root);
    const server = await serve();
    assert.ok((await keywordHits(server, 'router')).length > 0);
    workspace.write('src/quaternion.ts', quaternion);
    assert.deepEqual(await keywordHits(server, 'quaternion'), []);
    await other.update(['src/quaternion.ts']);
    assert.deepEqual(await keywordHits(server, 'quaternion'), ['src/quaternion.ts']);
    workspace.write('src/octonion.ts', quaternion.replaceAll('quaternion', 'octonion'));
    await other.close();
    assert.deepEqual(await keywordHits(server, 'octonion'), ['src/octonion.ts']);
  });

  it('a server takes over from one that was killed while it made the index', async () => {
    removeIndex();
    for (let i = 0; i < 400; i++) workspace.write(`src/part${i}.ts`, `export function part${i}() { return ${i}; }\n`);
    const first = await serve();
    while (lockStateOf(indexFileOf(workspace.root)) !== 'held') await pause(5);
    process.kill(first.pid, 'SIGKILL');
    const second = await serve();
    assert.ok(hitsIn(await second.call('search_code', { query: 'router' })).length > 0);
    assert.deepEqual((await settled(second)).structured.pending, { added: 0, changed: 0, removed: 0 });
  });

  it('keeps the options and the globs that the index was made with', async () => {
    removeIndex();
    await indexFolder(workspace.root, { chunk: { maxTokens: 77 }, exclude: ['src/handler.ts'] });
    workspace.write('src/quaternion.ts', quaternion);
    const server = await serve();
    assert.deepEqual(await keywordHits(server, 'quaternion'), ['src/quaternion.ts']);
    assert.ok(!(await keywordHits(server, 'withErrorPage')).includes('src/handler.ts'));
    const { structured, text } = await server.call('index_status');
    assert.deepEqual(structured.pending, { added: 0, changed: 0, removed: 0 }, text);
    await server.close();
    const report = await indexFolder(workspace.root, { chunk: { maxTokens: 77 }, exclude: ['src/handler.ts'] });
    assert.equal(report.rebuilt, undefined);
    assert.equal(report.added + report.changed + report.removed, 0);
  });

  describe('of a home folder', () => {
    const home = () => ({ HOME: workspace.root, USERPROFILE: workspace.root });

    it('is not made, and the answer says what to do', async () => {
      removeIndex();
      for (const folder of [workspace.root, dirname(workspace.root)]) {
        const server = await connectWith(home(), folder, '--structured');
        servers.push(server);
        const { text, isError } = await server.call('search_code', { query: 'router' });
        assert.ok(isError);
        assert.match(text, /your home folder.+codegrain mcp FOLDER.+codegrain index/);
        assert.ok(!existsSync(dirname(indexFileOf(folder))));
      }
    });

    it('is kept fresh if the user made it', async () => {
      workspace.write('src/quaternion.ts', quaternion);
      const server = await connectWith(home(), workspace.root, '--structured');
      servers.push(server);
      assert.deepEqual(await keywordHits(server, 'quaternion'), ['src/quaternion.ts']);
    });

    it('is made for a folder in it', async () => {
      mkdirSync(join(workspace.root, 'project'));
      workspace.write('project/quaternion.ts', quaternion);
      const server = await connectWith(home(), join(workspace.root, 'project'), '--structured');
      servers.push(server);
      assert.deepEqual(await keywordHits(server, 'quaternion'), ['quaternion.ts']);
    });
  });

  it('a folder that cannot be written to: the answer names the flag for another place', async function () {
    removeIndex();
    const undo = makeReadOnly(workspace.root);
    if (!undo) return this.skip();
    try {
      const { text, isError } = await (await serve()).call('search_code', { query: 'router' });
      assert.ok(isError);
      assert.match(text, /cannot be.+--index FILE/);
    } finally {
      undo();
    }
  });

  /** The status once no other program updates the index. */
  async function settled(server: TestClient | undefined): Promise<Awaited<ReturnType<TestClient['call']>>> {
    assert.ok(server);
    while (lockStateOf(indexFileOf(workspace.root)) === 'held') await pause(20);
    return server.call('index_status');
  }
});
