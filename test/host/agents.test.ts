/** "Connect Agents…" in a real VS Code: entries that run without `codegrain` on the path, and no trace after they are removed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, Uri } from 'vscode';
import { codegrain } from './codegrain';

interface Step {
  readonly agent: string;
  readonly part: string;
  readonly status: string;
}

describe('Connect Agents', function () {
  this.timeout(60_000);
  const folder = join(tmpdir(), `codegrain-agents-${process.pid}`);
  const connect = async (...ids: readonly string[]): Promise<readonly Step[]> =>
    (await commands.executeCommand<readonly Step[]>('codegrain.connectAgents', Uri.file(folder), ids)) ?? [];
  const servers = (steps: readonly Step[]): string[] =>
    steps.filter(({ part }) => part === 'server').map(({ agent, status }) => `${agent} ${status}`);

  before(() => codegrain());
  beforeEach(() => mkdirSync(folder, { recursive: true }));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('writes an entry that starts the command line of the extension', async () => {
    assert.deepEqual(servers(await connect('claude-code')), ['claude-code added']);
    const { mcpServers } = JSON.parse(readFileSync(join(folder, '.mcp.json'), 'utf8'));
    const { command, args, env = {} } = mcpServers.codegrain;
    assert.deepEqual(args.slice(-2), ['mcp', '.']);
    const { status, stdout, stderr } = spawnSync(command, [...args.slice(0, -2), '--version'], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', ...env },
    });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^\d+\.\d+\.\d+/);
  });

  it('adds and removes the differences, and leaves the files as they were', async () => {
    const own = '{\n  // mine\n  "mcpServers": {}\n}\n';
    mkdirSync(join(folder, '.cursor'));
    writeFileSync(join(folder, '.cursor', 'mcp.json'), own);
    await connect('claude-code', 'cursor');
    assert.deepEqual(servers(await connect('cursor')), ['claude-code removed']);
    assert.ok(!existsSync(join(folder, '.mcp.json')));
    assert.deepEqual(servers(await connect()), ['cursor removed']);
    assert.equal(readFileSync(join(folder, '.cursor', 'mcp.json'), 'utf8'), own);
  });

  it('does nothing if the agents are connected as chosen', async () => {
    await connect('codex');
    assert.deepEqual(await connect('codex'), []);
  });

  it('leaves a file alone that cannot be parsed', async () => {
    writeFileSync(join(folder, '.mcp.json'), '{ broken');
    assert.deepEqual(servers(await connect('claude-code')), ['claude-code failed']);
    assert.equal(readFileSync(join(folder, '.mcp.json'), 'utf8'), '{ broken');
  });
});
