/** The prompt hook in the settings of agents: what is written runs in a shell, and is taken out without a trace. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { agents } from '../../../../src/surfaces/agents/agent-table';
import { runCommandSync } from '../cli/runner/run-command';

const mine = '{\n  // mine\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] },\n}\n';

describe('the prompt hook of an agent', function () {
  this.timeout(60_000);
  let base: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'prompt hook '));
    mkdirSync(join(base, 'home'));
  });
  afterEach(() => rmSync(base, { recursive: true }));
  const run = (...args: readonly string[]) =>
    runCommandSync(['agents', ...args, '--dir', base], { env: { ...process.env, HOME: join(base, 'home') } });

  for (const { id, title, hook } of agents) {
    const place = hook?.project;
    const path = place?.files[0]?.path;
    if (!place || path === undefined) continue;

    it(`${title}: is off unless asked for`, () => {
      assert.equal(run('add', id).status, 0);
      const file = join(base, path);
      assert.ok(!existsSync(file) || !readFileSync(file, 'utf8').includes(' hook'));
    });

    it(`${title}: is beside the hooks of the user, runs in a shell, and goes without a trace`, () => {
      const file = join(base, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, mine);
      assert.equal(run('add', id, '--hook').status, 0);
      const text = readFileSync(file, 'utf8');
      assert.match(text, /\/\/ mine/);
      const [, command = ''] = /"command": "((?:[^"\\]|\\.)* hook)"/.exec(text) ?? [];
      const { status, stderr } = spawnSync(JSON.parse(`"${command}"`), { shell: true, input: '{}', encoding: 'utf8' });
      assert.deepEqual([status, stderr], [0, '']);
      assert.equal(run('add', id, '--hook').status, 0);
      assert.equal(readFileSync(file, 'utf8'), text);
      assert.equal(run('remove', id).status, 0);
      assert.equal(readFileSync(file, 'utf8'), mine);
    });
  }
});
