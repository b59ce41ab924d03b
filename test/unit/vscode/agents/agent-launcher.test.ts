/** The script that agents start when `codegrain` is not on the path. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refreshLauncher, writeLauncher } from '../../../../src/vscode/agents/agent-launcher';

describe('the launcher for agents', () => {
  let storage: string;
  let script: string;
  beforeEach(() => {
    storage = mkdtempSync(join(tmpdir(), "it's storage "));
    script = join(storage, "it's the 1.0.0 script.js");
    writeFileSync(script, 'console.log("first", ...process.argv.slice(2));');
  });
  afterEach(() => rmSync(storage, { recursive: true }));
  const setup = () => ({ storage, script, version: '1.0.0' });
  const run = ({ command, args }: { command: string; args: readonly string[] }) =>
    spawnSync(command, [...args, 'mcp', 'a folder'], { encoding: 'utf8' });

  it('hands its arguments to the command line of the extension', () => {
    const { stdout, stderr } = run(writeLauncher(setup()));
    assert.deepEqual([stdout, stderr], ['first mcp a folder\n', '']);
  });

  it('leads to the new extension after an update, under the same name', () => {
    const program = writeLauncher(setup());
    const updated = join(storage, '1.1.0.js');
    writeFileSync(updated, 'console.log("second");');
    refreshLauncher({ ...setup(), script: updated });
    assert.equal(run(program).stdout, 'second\n');
  });

  it('is not made by an update alone', () => {
    refreshLauncher(setup());
    assert.ok(!existsSync(join(storage, 'bin')));
  });

  it('says what to do when the extension is gone', function () {
    if (process.platform === 'win32') this.skip();
    const program = writeLauncher(setup());
    rmSync(script);
    const { status, stderr } = run(program);
    assert.equal(status, 1);
    assert.match(stderr, /connect the agent again/);
  });

  it('is a module for Node on Windows, where programs without a shell cannot be scripts', () => {
    const { command, args, env } = writeLauncher({ ...setup(), platform: 'win32' });
    assert.deepEqual(env, { ELECTRON_RUN_AS_NODE: '1' });
    assert.equal(spawnSync(command, [...args, 'x'], { encoding: 'utf8' }).stdout, 'first x\n');
  });
});
