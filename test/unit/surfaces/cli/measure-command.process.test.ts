/** `codegrain measure` as a user runs it, on real repositories. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { functions, TestRepository } from '../../wings/proof/test-repository';
import { type CliResult, cli, runCommandSync } from './runner/run-command';

const words = ['invoice', 'shipment', 'customer', 'warehouse', 'discount', 'currency'];

describe('codegrain measure', function () {
  this.timeout(180_000);
  let temporary: string;
  beforeEach(() => {
    temporary = temporaryFolder();
  });
  afterEach(removeTemporaryFolders);

  const environment = () => ({ ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary });
  const run = (cwd: string, ...args: string[]): CliResult =>
    runCommandSync(['measure', ...args], { cwd, env: environment() });
  const oneLine = ({ stderr, status, stdout }: CliResult): string => {
    assert.deepEqual([status, stdout], [2, ''], stderr);
    assert.match(stderr, /^codegrain: [^\n]+\n$/);
    return stderr;
  };

  /** A file for each word, and then a commit that changes the second function of each. */
  function history(): TestRepository {
    const repository = new TestRepository();
    const texts = words.map((word) => [`src/${word}.ts`, functions(`${word}Total`, `${word}Average`)] as const);
    repository.commit('Begin', Object.fromEntries(texts));
    for (const [at, word] of words.entries()) {
      const text = texts[at]?.[1].replace(
        `${word}Average(value: number): number {\n  const doubled = value * 2`,
        `${word}Average(value: number): number {\n  const doubled = value / 2`,
      );
      repository.commit(`Compute the average of each ${word} by half`, { [`src/${word}.ts`]: text });
    }
    return repository;
  }

  it('measures the last commits, each at the commit before', () => {
    const repository = history();
    const { status, stdout, stderr } = run(repository.folder, '--commits', '4', '--json');
    assert.deepEqual([status, stderr], [0, '']);
    const report = JSON.parse(stdout);
    assert.deepEqual(
      report.measured.map(({ task }: { task: { text: string; places: unknown } }) => [task.text, task.places]),
      words
        .slice(2)
        .map((word) => [
          `Compute the average of each ${word} by half`,
          [{ path: `src/${word}.ts`, name: `${word}Average`, lines: [[7, 7]] }],
        ]),
    );
    // In a repository this small, one call is enough.
    assert.deepEqual(report.methods.pack.lines, [1, 1, 1]);
    assert.ok(report.methods.pack.firstLine.mean < report.limit);
  });

  it('prints a table and writes a page', () => {
    const repository = history();
    const page = join(temporary, 'page.html');
    const { status, stdout, stderr } = run(repository.folder, '--html', page, '--budgets', '500,1000');
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^6 tasks of /);
    assert.match(stdout, /^Codegrain pack +100 %/m);
    assert.match(readFileSync(page, 'utf8'), /<polyline /);
  });

  it('leaves folder, index and repository as they were, and no temporary files', () => {
    const repository = history();
    writeFileSync(join(repository.folder, 'draft.ts'), 'not committed\n');
    const state = () => readdirSync(repository.folder, { recursive: true, encoding: 'utf8' }).sort();
    const before = state();
    assert.equal(run(repository.folder, '--commits', '2').status, 0);
    assert.deepEqual(state(), before);
    assert.equal(repository.git('status', '--porcelain'), '?? draft.ts\n');
    assert.deepEqual(readdirSync(temporary), []);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`removes its temporary files when it is stopped with ${signal}`, async () => {
      const repository = history();
      const child = spawn(process.execPath, [cli, 'measure'], {
        cwd: repository.folder,
        env: environment(),
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      while (readdirSync(temporary).length === 0) await sleep(5);
      child.kill(signal);
      await ended;
      assert.deepEqual(readdirSync(temporary), []);
    });

  it('takes tasks from a file, also without git, at the files as they are', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'src'));
    for (const word of words) writeFileSync(join(folder, 'src', `${word}.ts`), functions(`${word}Total`));
    const tasks = [
      { task: 'invoiceTotal doubles the value', places: [{ path: 'src/invoice.ts', lines: [[2, 3]] }] },
      { task: 'shipmentTotal doubles the value', places: [{ path: 'src/shipment.ts' }] },
      { task: 'this file is gone', places: [{ path: 'src/gone.ts' }] },
    ];
    const file = join(temporary, 'tasks.jsonl');
    writeFileSync(file, tasks.map((task) => JSON.stringify(task)).join('\n'));
    const { status, stdout, stderr } = run(folder, '--tasks', file, '--json');
    assert.equal(status, 0, stderr);
    const report = JSON.parse(stdout);
    assert.deepEqual([report.measured.length, report.methods.pack.places.at(-1)], [2, 1]);
    assert.deepEqual(report.skipped, [['only files that are not indexed', 1]]);
    assert.deepEqual(readdirSync(folder), ['src']);
  });

  it('says in one line what is wrong', () => {
    const repository = new TestRepository();
    const { folder } = repository;
    const file = join(temporary, 'tasks.jsonl');
    writeFileSync(file, '{"task": "a", "places": [{"path": "a.ts"}]}\n{"task": 1}\n');
    assert.match(oneLine(run(folder)), /the repository has no commits yet/);
    assert.match(oneLine(run(temporary)), /is not in a git repository/);
    assert.match(oneLine(run(folder, 'nowhere')), /there is no folder/);
    assert.match(oneLine(run(folder, '--tasks', 'missing.jsonl')), /--tasks: .*missing\.jsonl/);
    assert.match(oneLine(run(folder, '--tasks', file)), /line 2: "task" must be a text/);
    assert.match(oneLine(run(folder, '--tasks', file, '--commits', '3')), /cannot be combined/);
    assert.match(oneLine(run(folder, '--budgets', '2000,many')), /--budgets must be/);
    assert.match(oneLine(run(folder, '--html', join(temporary, 'no', 'page.html'))), /--html: .*no such file/);
    assert.match(oneLine(run(folder, '--html', temporary)), /--html: .* is a folder/);
    repository.commit('Begin', { 'a.ts': 'export const a = 1;\n' });
    writeFileSync(file, '{"task": "a", "commit": "nothing", "places": [{"path": "a.ts"}]}\n');
    assert.match(oneLine(run(folder, '--tasks', file)), /there is no commit nothing/);
  });

  it('exits with 1 if no commit is a task, and says why', () => {
    const repository = new TestRepository();
    repository.commit('Begin with a number', { 'a.ts': 'export const a = 1;\n' });
    repository.commit('fix it', { 'a.ts': 'export const a = 2;\n' });
    const { status, stderr } = run(repository.folder);
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^codegrain: there is no task to measure; left out: 1 messages of less than four words; 1 without a commit before/,
    );
  });
});
