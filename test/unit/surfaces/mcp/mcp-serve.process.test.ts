/** The life of an MCP server: without an index, with a growing index, with several clients, and at its end. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { indexFileOf } from '../../../../src/index/index-settings';
import { makeWorkspace, type TestWorkspace } from '../../search/search-workspace';
import { cli } from '../cli/runner/run-command';
import { connect, hitsIn } from './mcp-client';

describe('the life of an MCP server', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  beforeEach(async () => {
    workspace = await makeWorkspace();
  });
  afterEach(() => workspace.dispose());

  it('starts without an index, says what to run, and finds the index once it exists', async () => {
    rmSync(indexFileOf(workspace.root));
    const server = await connect(workspace.root, '--structured', '--read-only');
    try {
      const missing = await server.call('search_code', { query: 'router' });
      assert.ok(missing.isError);
      assert.match(missing.text, /not indexed yet: run `codegrain index .+`/);
      const status = await server.call('index_status');
      assert.equal(status.structured.indexed, false);
      assert.match(status.text, /codegrain index/);
      assert.deepEqual((await server.client.listResources()).resources, []);
      const outline = await server.call('outline_file', { path: 'src/router.ts' });
      assert.match(outline.text, /matchRoute/);
      const chunk = await server.call('get_chunk', { path: 'src/router.ts', line: 13 });
      assert.match(chunk.text, /longest route/);
      await workspace.refresh();
      assert.ok(hitsIn(await server.call('search_code', { query: 'router' })).length > 0);
    } finally {
      await server.close();
    }
  });

  it('follows an index that grows, and one that is rebuilt, for several clients at once', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => connect(workspace.root, '--structured', '--read-only')));
    const find = (query: string) =>
      Promise.all(servers.map(async (server) => hitsIn(await server.call('search_code', { query, mode: 'keyword' }))));
    try {
      for (const hits of await find('quaternion')) assert.deepEqual(hits, []);
      workspace.write(
        'src/quaternion.ts',
        'export function quaternionProduct(a: number[], b: number[]) { return [a, b]; }\n',
      );
      await workspace.refresh();
      for (const hits of await find('quaternion')) assert.equal(hits[0]?.path, 'src/quaternion.ts');
      rmSync(indexFileOf(workspace.root));
      workspace.write(
        'src/octonion.ts',
        'export function octonionProduct(a: number[], b: number[]) { return [a, b]; }\n',
      );
      await workspace.refresh();
      for (const hits of await find('octonion')) assert.equal(hits[0]?.path, 'src/octonion.ts');
      const many = servers.flatMap((server) =>
        Array.from({ length: 20 }, (_, i) =>
          i % 2 === 0
            ? server.call('search_code', { query: `route ${i}` })
            : server.call('outline_file', { path: 'src/router.ts' }),
        ),
      );
      for (const { isError, text } of await Promise.all(many)) assert.ok(!isError, text);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  });

  it('drops a cancelled request and answers the next', async () => {
    const server = await connect(workspace.root, '--structured');
    try {
      const stop = new AbortController();
      const requests = ['index_status', 'search_code', 'outline_file'].map((name) =>
        server.call(name, { query: 'router', path: 'src/router.ts' }, stop.signal),
      );
      stop.abort();
      for (const each of await Promise.allSettled(requests)) assert.equal(each.status, 'rejected');
      assert.ok(hitsIn(await server.call('search_code', { query: 'router' })).length > 0);
    } finally {
      await server.close();
    }
  });

  it('ends with its client, and so do the processes it started', async () => {
    const server = await connect(workspace.root, '--structured');
    await server.call('outline_file', { path: 'src/router.ts' });
    const workers = childrenOf(server.pid);
    await server.close();
    for (const pid of [server.pid, ...workers]) await gone(pid);
  });

  for (const [how, end] of [
    ['the end of its input', (server: ReturnType<typeof start>) => server.stdin.end()],
    ['SIGTERM', (server: ReturnType<typeof start>) => server.kill('SIGTERM')],
    ['SIGINT', (server: ReturnType<typeof start>) => server.kill('SIGINT')],
  ] as const) {
    it(`ends at ${how} with status 0, and has written only protocol messages`, async () => {
      const server = start(workspace.root);
      let output = '';
      server.stdout.on('data', (data) => {
        output += data;
      });
      const say = (message: object): boolean =>
        server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      server.stdin.write('this is no message\n');
      const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
      say({ id: 1, method: 'initialize', params: client });
      say({ method: 'notifications/initialized' });
      say({ id: 2, method: 'tools/call', params: { name: 'search_code', arguments: { query: 'router' } } });
      while (!output.includes('"id":2')) await pause(20);
      end(server);
      const [status] = await once(server, 'exit');
      assert.equal(status, 0);
      for (const line of output.trimEnd().split('\n')) assert.equal(JSON.parse(line).jsonrpc, '2.0');
    });
  }

  it('does not start with wrong arguments: one line, status 2', () => {
    for (const [args, words] of [
      [['/no/such/folder'], /no folder/],
      [['a', 'b'], /one folder/],
      [['.', '--refresh', 'x'], /whole number/],
      [['.', '--nope'], /nope/],
    ] as const) {
      const { status, stderr, stdout } = spawnSync(process.execPath, [cli, 'mcp', ...args], {
        encoding: 'utf8',
        input: '',
      });
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assert.match(stderr, words);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
    }
  });
});

function start(root: string) {
  return spawn(process.execPath, [cli, 'mcp', root], { stdio: ['pipe', 'pipe', 'ignore'] });
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter(Boolean).map(Number);
}

async function gone(pid: number): Promise<void> {
  for (let left = 200; left > 0; left--) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await pause(50);
  }
  assert.fail(`the process ${pid} did not end`);
}
