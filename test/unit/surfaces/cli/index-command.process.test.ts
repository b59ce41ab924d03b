/** `codegrain index`, `stats`, `compact` and `clear` as a user runs them: the built command line on real folders. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Indexer } from '../../../../src/engine/indexer/indexer';
import { makeReadOnly } from '../../../read-only';
import { asOpenAi, startServer } from '../../embedding/server/embedding-server';
import { contentOf, read } from '../../engine/indexer/indexed-content';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { type CliResult, cli, runCommand, runCommandSync } from './runner/run-command';

describe('codegrain index', function () {
  this.timeout(120_000);
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(removeTemporaryFolders);

  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const run = (...args: string[]): CliResult => runCommandSync(args, { cwd: folder });
  const file = (): string => join(folder, '.codegrain', 'index.cgx');
  const oneLine = ({ stderr, status }: CliResult): string => {
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^codegrain: [^\n]+\n$/);
    return stderr;
  };

  it('builds an index, updates it, and reports what it did', () => {
    put('src/a.py', 'def a():\n    return 1\n');
    put('b.ts', 'export const b = 1;\n');
    const first = run('index');
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stdout, /^2 files added, 0 changed in /);
    assert.match(first.stdout, /\nwalking [\d.]+ s, chunking [\d.]+ s(, compacting [\d.]+ s)?\n/);
    assert.match(first.stdout, /in the index: 2 files \(42 bytes\), 2 chunks/);
    assert.equal(first.stderr, '');
    put('b.ts', 'export const b = 2;\n');
    const report = JSON.parse(run('index', '.', '--json').stdout);
    assert.deepEqual([report.added, report.changed, report.chunks, report.index.files], [0, 1, 1, 2]);
    const { walking, chunking } = report.phases;
    assert.ok(walking > 0 && chunking > 0 && walking + chunking <= report.seconds);
    assert.match(run('index').stdout, /^no changes, 2 unchanged/);
  });

  it('says how many files were decoded from an older encoding', () => {
    put('a.py', 'a = 1\n');
    writeFileSync(join(folder, 'b.py'), Buffer.from('# Größe für Gäste\nb = 1\n', 'latin1'));
    const { stdout, stderr } = run('index');
    assert.match(stdout, /^decoded: 1 file from windows-1252$/m, stderr);
    assert.deepEqual(JSON.parse(run('index', '--rebuild', '--json').stdout).encodings, { 'windows-1252': 1 });
  });

  it('names the rule that ignores a whole folder, and the line that takes it back', () => {
    put('.gitignore', '# only the package\n\n/*\n!/.gitignore\n');
    for (const name of ['a.py', 'b.py', 'sub/c.py', 'other/d.py', 'more/e.py']) put(name, 'x = 1\n');
    const found = run('index');
    assert.match(
      found.stdout,
      /^\d+ of \d+ ignored files and folders are ignored by \.gitignore:3 \/\*; to index them, put the line !\/\* into \.codegrainignore$/m,
    );
    assert.match(run('stats').stdout, /ignored by \.gitignore:3 \/\*;/);
    const { skipped } = JSON.parse(run('index', '--json').stdout).folder;
    const [rule] = skipped.find(({ reason }: { reason: string }) => reason === 'ignored').rules;
    assert.deepEqual({ ...rule, count: 0 }, { file: '.gitignore', line: 3, pattern: '/*', count: 0 });
    assert.ok(rule.count >= 5);
    put('.codegrainignore', '!/*\n');
    assert.match(run('index').stdout, /^in the index: 7 files /m);
  });

  it('says nothing about ignore rules that ignore less than is indexed', () => {
    put('.gitignore', '*.log\n');
    for (const name of ['a.py', 'b.py', 'c.log', 'd.log', 'e.log']) put(name, 'x = 1\n');
    assert.ok(!run('index').stdout.includes('ignored by'));
  });

  it('continues after kill -9, with the same result as an undisturbed run', async () => {
    for (let i = 0; i < 200; i++) {
      const body = Array.from({ length: 120 }, (_, line) => `    total += f${i}_step(${line})`).join('\n');
      put(`d${i % 7}/f${i}.py`, `def f${i}(total):\n${body}\n    return total\n`);
    }
    const child = spawn(process.execPath, [cli, 'index', '--jobs', '1'], { cwd: folder, stdio: 'ignore' });
    const ended = once(child, 'exit');
    while (!existsSync(file()) || statSync(file()).size < 50_000) {
      assert.equal(child.exitCode, null, 'it ended before it was killed');
      await sleep(5);
    }
    child.kill('SIGKILL');
    await ended;
    const before = read(file()).stats().files;
    assert.ok(before > 0 && before < 200, `${before} of 200 files`);
    const report = JSON.parse(run('index', '--json').stdout);
    assert.equal(report.added, 200 - before);
    const fresh = join(temporaryFolder(), 'fresh.cgx');
    assert.equal(run('index', '--index', fresh).status, 0);
    assert.equal(contentOf(read(file())), contentOf(read(fresh)));
  });

  it('takes globs and chunk options, and says why an index is rebuilt', () => {
    put('a.py', 'def a():\n    return 1\n');
    put('b.ts', 'export const b = 1;\n');
    put('gen/c.py', 'c = 1\n');
    assert.match(run('index', '--include', '*.py', '--exclude', 'gen').stdout, /in the index: 1 file /);
    const again = run('index', '--max-tokens', '100');
    assert.match(again.stderr, /^codegrain: files are chunked differently .*rebuilt\n$/);
    assert.match(again.stdout, /in the index: 3 files/);
    assert.match(run('index', '--max-tokens', '100', '--rebuild').stdout, /^3 files added/);
  });

  it('embeds texts and queries with a server', async () => {
    put('a.py', 'def a():\n    return 1\n');
    const server = await startServer(asOpenAi);
    const ask = async (...args: string[]): Promise<{ status: unknown; stderr: string }> => {
      const model = ['--provider', 'openai', '--endpoint', server.url.href, '--model', 'm', '--dimensions', '4'];
      const { status, stderr } = await runCommand([...args, ...model], { cwd: folder });
      return { status, stderr };
    };
    try {
      assert.deepEqual(await ask('index'), { status: 0, stderr: '' });
      assert.ok(server.requests.some(({ body }) => body.input[0]?.includes('def a()')));
      assert.deepEqual([read(file()).stats().missingVectors, read(file()).header.dimensions], [0, 32]);
      assert.deepEqual(await ask('search', 'what gives one', '--mode', 'semantic'), { status: 0, stderr: '' });
      assert.ok(server.requests.some(({ body }) => body.input[0]?.includes('what gives one')));
    } finally {
      await server.close();
    }
  });

  it('describes an index, compacts it, and deletes it', () => {
    put('a.py', 'def a():\n    return 1\n');
    put('b.png', 'x');
    assert.equal(run('stats').status, 1);
    assert.match(run('stats').stderr, /^codegrain: there is no index at .*; run: codegrain index\n$/);
    run('index');
    put('new.py', 'x = 1\n');
    const text = run('stats').stdout;
    assert.match(text, /^found {7}4 files\nindexed {5}1 file, 22 bytes\npending {5}1 added/);
    assert.match(text, /1 {2}media\n +b\.png is an image/);
    assert.match(text, /covered +100 %/);
    const stats = JSON.parse(run('stats', '--json').stdout);
    assert.deepEqual(stats.languages, [{ language: 'python', files: 1, bytes: 22, chunks: 1 }]);
    assert.deepEqual(stats.pending, { added: 1, changed: 0, removed: 0 });
    assert.equal(stats.index.bytes, statSync(file()).size);
    const before = contentOf(read(file()));
    assert.equal(run('compact').status, 0);
    assert.equal(contentOf(read(file())), before);
    assert.equal(read(file()).stats().appended, 0);
    assert.equal(run('clear').status, 0);
    assert.equal(existsSync(dirname(file())), false);
    assert.deepEqual([run('clear').status, run('compact').status], [1, 1]);
  });

  it('tells the mean overlap of prose', () => {
    const sentences = Array.from({ length: 60 }, (_, i) => `The apple has a property number ${i} that matters.`);
    put('a.md', `# Apples\n\n${sentences.join(' ')}\n`);
    put('a.py', 'def a():\n    return 1\n');
    run('index', '--overlap-tokens', '50');
    const { chunks, repeating, meanTokens, share } = JSON.parse(run('stats', '--json').stdout).overlap;
    assert.deepEqual([chunks > 1, repeating], [true, chunks - 1]);
    assert.ok(meanTokens > 20 && meanTokens <= 50 && share > 0.05 && share < 0.15, `${meanTokens} ${share}`);
    assert.match(
      run('stats').stdout,
      /^overlap {5}\d+ of \d+ chunks of prose repeat .*; [\d.]+ tokens \([\d.]+ %\) in the mean$/m,
    );
    assert.match(
      oneLine(run('index', '--overlap-tokens', '300')),
      /an overlap of 300 tokens is more than half of a chunk/,
    );
  });

  it('exits with 1 if there is nothing to index', () => {
    assert.equal(run('index').status, 1);
    put('b.png', 'x');
    assert.equal(run('index').status, 1);
  });

  it('reports an error in one line', async () => {
    put('a.py', 'a = 1\n');
    assert.match(oneLine(run('index', 'nowhere')), /there is no folder .*nowhere/);
    assert.match(oneLine(run('index', 'a.py')), /there is no folder .*a\.py/);
    assert.match(oneLine(run('index', 'a', 'b')), /index takes one folder/);
    assert.match(oneLine(run('index', '--jobs', '0')), /--jobs must be a whole number/);
    assert.match(oneLine(run('index', '--dimensions', '7')), /must be 64, 128 or 256 for the built-in model, not 7/);
    assert.match(oneLine(run('index', '--index', join('a.py', 'index.cgx'))), /index.cgx cannot be written/);
    assert.match(oneLine(run('stats', 'a', 'b')), /stats takes one folder/);
    const holder = await Indexer.open(folder);
    try {
      assert.match(oneLine(run('index')), /another process|is being written|locked/);
      assert.match(oneLine(run('clear')), /another process|is being written|locked/);
    } finally {
      await holder.close();
    }
  });

  it('reports a read-only folder', function () {
    put('a.py', 'a = 1\n');
    const undo = makeReadOnly(folder);
    if (!undo) this.skip();
    try {
      assert.match(oneLine(run('index')), /permission denied/);
    } finally {
      undo();
    }
  });
});
