/** `codegrain hook` as agents run it: the prompt as JSON on standard input, the answer as JSON, and never in the way. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { indexFileOf } from '../../../../src/index/index-settings';
import { productFile } from '../../../../src/shared/product';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { makeWorkspace, type TestWorkspace } from '../../search/search-workspace';

const task = 'The router should prefer the longest route that the path begins with, but matchRoute picks a short one';

describe('codegrain hook', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  beforeEach(async () => {
    workspace = await makeWorkspace();
  });
  afterEach(() => workspace.dispose());

  const run = (input: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [productFile('dist', 'cli.js'), 'hook', '--limit', '30000', ...args], {
      encoding: 'utf8',
      input,
    });
  const ask = (prompt: unknown, cwd: unknown = workspace.root, event = 'UserPromptSubmit') =>
    run(JSON.stringify({ session_id: 's', hook_event_name: event, cwd, prompt }), '--debug');

  it('adds the code for a task, within 1,500 tokens, as the agents document it', () => {
    for (const event of ['UserPromptSubmit', 'BeforeAgent']) {
      const { status, stdout, stderr } = ask(task, workspace.root, event);
      assert.deepEqual([status, stderr], [0, '']);
      const { hookSpecificOutput, ...rest } = JSON.parse(stdout);
      assert.deepEqual(rest, {});
      assert.equal(hookSpecificOutput.hookEventName, event);
      assert.match(hookSpecificOutput.additionalContext, /src\/router\.ts:\d+/);
      assert.match(hookSpecificOutput.additionalContext, /matchRoute/);
      assert.ok(tokenCounter('o200k_base').count(hookSpecificOutput.additionalContext) <= 1500);
    }
  });

  it('finds the index from a folder inside', () => {
    assert.match(ask(task, join(workspace.root, 'src')).stdout, /router\.ts/);
  });

  it('adds nothing where the search is not sure', () => {
    const { status, stdout, stderr } = ask(
      'Calibrate the spectrometer of the telescope before the eclipse, then align its mirror segments',
    );
    assert.deepEqual([status, stdout], [0, '']);
    assert.match(stderr, /the search is not sure/);
  });

  it('adds nothing to a prompt that is no task, or without a prompt', () => {
    for (const prompt of ['yes, continue', '/help router', undefined, 7, '']) {
      const { status, stdout } = ask(prompt);
      assert.deepEqual([status, stdout], [0, '']);
    }
  });

  it('adds nothing without an index, and makes none', () => {
    rmSync(dirname(indexFileOf(workspace.root)), { recursive: true });
    const { status, stdout, stderr } = ask(task);
    assert.deepEqual([status, stdout], [0, '']);
    assert.match(stderr, /is not indexed/);
    assert.ok(!existsSync(dirname(indexFileOf(workspace.root))));
  });

  it('is silent with status 0 whatever is wrong', () => {
    writeFileSync(indexFileOf(workspace.root), 'this is no index');
    const prompt = JSON.stringify({ prompt: task, cwd: workspace.root });
    for (const input of ['', 'no JSON', '[]', 'null', '{"prompt":', '"text"', prompt]) {
      const { status, stdout, stderr } = run(input);
      assert.deepEqual([status, stdout, stderr], [0, '', ''], input);
    }
    assert.deepEqual(ask(task, '/no/such/folder').status, 0);
  });

  it('ends at its limit, however busy the process is', () => {
    const busy = join(workspace.root, 'busy.cjs');
    writeFileSync(
      busy,
      `const parse = JSON.parse; JSON.parse = (text, ...rest) => { while (text.includes('ENDLESS')); return parse(text, ...rest); };`,
    );
    const { status, signal, stdout, stderr } = spawnSync(
      process.execPath,
      ['--require', busy, productFile('dist', 'cli.js'), 'hook', '--limit', '1000', '--debug'],
      { encoding: 'utf8', input: JSON.stringify({ prompt: `ENDLESS ${task}`, cwd: workspace.root }), timeout: 30_000 },
    );
    assert.deepEqual([status, signal, stdout], [0, null, '']);
    assert.match(stderr, /not done after 1000 ms/);
  });

  it('ends with status 1 for wrong flags: 2 would stop the prompt', () => {
    const { status, stdout, stderr } = run('{}', '--nope');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /nope/);
  });

  it('shows nothing from outside the folder, also if a file became a link', () => {
    const outside = join(tmpdir(), `outside-${process.pid}`);
    mkdirSync(outside, { recursive: true });
    try {
      writeFileSync(
        join(outside, 'router.ts'),
        'export class Router { matchRoute() { return "SECRET longest route"; } }\n',
      );
      rmSync(join(workspace.root, 'src/router.ts'));
      symlinkSync(join(outside, 'router.ts'), join(workspace.root, 'src/router.ts'));
      const { status, stdout } = ask(task);
      assert.equal(status, 0);
      assert.doesNotMatch(stdout, /SECRET/);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });
});
