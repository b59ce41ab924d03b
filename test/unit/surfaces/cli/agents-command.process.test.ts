/** `codegrain agents` as a process, with a home of its own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productFile } from '../../../../src/shared/product';
import { AgentFolders } from '../agents/agent-folders';
import { runCommandSync } from './runner/run-command';

describe('codegrain agents', function () {
  this.timeout(60_000);
  let folders: AgentFolders;
  beforeEach(() => {
    folders = new AgentFolders();
  });
  afterEach(() => folders.dispose());

  const run = (args: readonly string[], PATH = '/nowhere') => {
    const { home } = folders.environment;
    const env = { CODEGRAIN_CACHE: '', HOME: home, USERPROFILE: home, APPDATA: join(home, 'Roaming'), PATH };
    return runCommandSync(['agents', ...args], { cwd: folders.folder, env });
  };

  it('lists, connects, shows the difference and disconnects', () => {
    mkdirSync(join(folders.folder, '.claude'));
    const before = folders.snapshot();
    assert.match(run([]).stdout, /^claude-code {2}folder {2}not connected {2}\.mcp\.json\n/);

    const dry = run(['add', '--all', '--dry-run']);
    assert.equal(dry.status, 0);
    assert.match(dry.stdout, /^--- \/dev\/null\n\+\+\+ \.mcp\.json\n@@ -0,0 \+1,9 @@\n\+\{\n/);
    assert.deepEqual(folders.snapshot(), before);

    const added = run(['add', 'claude-code', 'codex']);
    assert.equal(added.status, 0);
    assert.deepEqual(added.stdout.split('\n').slice(0, 2), [
      'claude-code  server        added  .mcp.json',
      'claude-code  instructions  added  .claude/rules/codegrain.md',
    ]);
    assert.match(added.stderr, /work on this machine only/);
    assert.match(run(['list']).stdout, /claude-code +folder +connected +\.mcp\.json/);

    const { command, args } = JSON.parse(folders.read('.mcp.json')).mcpServers.codegrain;
    const version = spawnSync(command, [args[0], '--version'], { encoding: 'utf8' });
    assert.equal(version.status, 0);

    assert.equal(run(['remove', '--all']).status, 0);
    assert.deepEqual(folders.snapshot(), before);
    assert.equal(run(['remove', '--all']).stdout, 'Nothing to remove.\n');
  });

  it('writes an entry that works everywhere if codegrain is on the path in this version', function () {
    if (process.platform === 'win32') return this.skip();
    const programs = join(folders.root, 'bin');
    mkdirSync(programs);
    const { version } = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
    const script = join(programs, 'codegrain');
    for (const [number, command] of [
      [version, 'codegrain'],
      ['0.0.0', process.execPath],
    ]) {
      writeFileSync(script, `#!/bin/sh\necho ${number}\n`);
      chmodSync(script, 0o755);
      assert.equal(run(['add', 'claude-code'], `${programs}:/usr/bin:/bin`).status, 0);
      assert.equal(JSON.parse(folders.read('.mcp.json')).mcpServers.codegrain.command, command);
    }
  });

  it('writes into the files of the user with --user', () => {
    assert.equal(run(['add', 'claude-code', '--user', '--no-instructions']).status, 0);
    assert.ok(existsSync(join(folders.environment.home, '.claude.json')));
    assert.ok(!existsSync(join(folders.folder, '.mcp.json')));
    assert.ok(!existsSync(join(folders.environment.home, '.claude')));
    assert.match(run([]).stdout, /claude-code +machine +connected +.*\.claude\.json \(user\)/);
  });

  it('exits with 1 and says what to add by hand if a file is broken', () => {
    folders.write('.mcp.json', '{ "mcpServers": ');
    const { status, stdout, stderr } = run(['add', 'claude-code', 'gemini-cli', '--no-instructions']);
    assert.equal(status, 1);
    assert.equal(stdout, 'gemini-cli  server  added  .gemini/settings.json\n');
    assert.match(
      stderr,
      /^codegrain: claude-code: \.mcp\.json is not valid JSON: value expected \(line 1, column 17\)\nAdd this by hand:\n {2}\{\n/,
    );
    assert.equal(folders.read('.mcp.json'), '{ "mcpServers": ');
  });

  it('with --all, names the agents it leaves out, and says if none is here', () => {
    const none = run(['add', '--all']);
    assert.deepEqual([none.status, none.stdout], [1, '']);
    assert.match(none.stderr, /no agent was found here/);
    mkdirSync(join(folders.folder, '.zed'));
    mkdirSync(join(folders.folder, '.roo'));
    const { status, stdout, stderr } = run(['add', '--all', '--no-instructions']);
    assert.deepEqual([status, stdout], [0, 'roo  server  added  .roo/mcp.json\n']);
    assert.match(stderr, /add them with --user: zed\n/);
  });

  it('says that no hook is known for an agent', () => {
    const { status, stdout } = run(['add', 'roo', '--hook', '--no-instructions']);
    assert.equal(status, 0);
    assert.match(stdout, /roo {2}hook {4}absent: no hook for Roo Code is known/);
  });

  it('prints JSON', () => {
    const listed: { id: string; connections: object[] }[] = JSON.parse(run(['--json']).stdout);
    assert.ok(listed.some(({ id, connections }) => id === 'zed' && connections.length === 1));
    const steps: object[] = JSON.parse(run(['add', 'zed', '--user', '--json']).stdout);
    assert.equal(steps.length, 1);
  });

  for (const [args, message] of [
    [['add'], 'agents add needs names of agents or --all; try: codegrain agents'],
    [['add', '--all', 'zed'], 'agents add needs names of agents or --all; try: codegrain agents'],
    [['add', 'claude-cod'], 'there is no agent "claude-cod"; did you mean claude-code?'],
    [['connect'], 'agents knows list, add and remove, not "connect"; try: codegrain agents --help'],
    [['list', 'zed'], 'agents list takes no names'],
    [['add', 'zed', '--dir', 'nowhere'], 'there is no folder nowhere'],
  ] as const)
    it(`refuses ${args.join(' ')}`, () => {
      const { status, stdout, stderr } = run(args);
      assert.deepEqual([status, stdout, stderr], [2, '', `codegrain: ${message}\n`]);
    });
});
