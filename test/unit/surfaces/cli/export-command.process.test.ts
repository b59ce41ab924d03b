/** `codegrain export` as a user runs it: the built command line on real folders. */
import assert from 'node:assert/strict';
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Ajv from 'ajv/dist/2020';
import type { CommandMessage } from '../../../../src/shared/command-message';
import { productFile } from '../../../../src/shared/product';
import type { ExportedChunk } from '../../../../src/surfaces/export/export-record';
import type { ExportProgress, ExportReport } from '../../../../src/surfaces/export/export-report';
import { asOpenAi, startServer } from '../../embedding/server/embedding-server';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { readCsv, readJsonLines, readMarkdown, readParquet } from '../export/read-back';
import { type CliResult, cli, runCommand, runCommandSync } from './runner/run-command';

describe('codegrain export', function () {
  this.timeout(600_000);
  let folder: string;
  let out: string;
  beforeEach(() => {
    folder = temporaryFolder();
    out = temporaryFolder();
  });
  afterEach(removeTemporaryFolders);

  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const run = (...args: string[]): CliResult => runCommandSync(['export', ...args], { cwd: folder });
  const exported = (name: string, ...args: string[]): Buffer => {
    const { status, stderr } = run('--out', join(out, name), ...args);
    assert.equal(status, 0, stderr);
    assert.equal(stderr, '');
    return readFileSync(join(out, name));
  };
  const refused = (why: RegExp, ...args: string[]): void => {
    const before = [readdirSync(folder), readdirSync(out)];
    const { status, stderr, stdout } = run(...args);
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^codegrain: [^\n]+\n$/);
    assert.match(stderr, why);
    assert.equal(stdout, '');
    assert.deepEqual([readdirSync(folder), readdirSync(out)], before);
  };
  /** Enough files to take a second. */
  const many = 200;
  const putMany = (): void => {
    for (let i = 0; i < many; i++) {
      const body = Array.from({ length: 120 }, (_, line) => `    total += f${i}_step(${line})`).join('\n');
      put(`d${i % 7}/f${i}.py`, `def f${i}(total):\n${body}\n    return total\n`);
    }
  };

  it('loses nothing of our own source and fixtures in any format, and gives the same bytes every time', async () => {
    const ofSource = ['code', 'languages', 'search', 'shared', 'surfaces'].map((name) => join('src', name));
    for (const name of [...ofSource, join('test', 'fixtures')])
      cpSync(productFile(name), join(folder, name), { recursive: true });
    const jsonl = exported('a.jsonl', '--jobs', '1');
    assert.ok(jsonl.equals(exported('b.jsonl', '--jobs', '3')));
    const records = readJsonLines(jsonl);
    const isRecord = new Ajv().compile(
      JSON.parse(readFileSync(productFile('docs', 'chunk-record.schema.json'), 'utf8')),
    );
    for (const record of records) assert.ok(isRecord(record), JSON.stringify([record.path, isRecord.errors]));
    const paths = new Set(records.map(({ path }) => path));
    assert.ok(paths.size > 300, `${paths.size} files`);
    const sources = new Map([...paths].map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
    checkAgainst(sources, records);
    assert.deepEqual(readCsv(exported('a.csv')), records);
    assert.deepEqual(await readParquet(exported('a.parquet')), records);
    const searched = records.filter(({ role, path }) => role !== 'parent' && !path.endsWith('.ipynb'));
    const read = readMarkdown(exported('a.md')).filter(({ path }) => !path.endsWith('.ipynb'));
    assert.deepEqual(
      read,
      searched.map(({ path, id, startLine, endLine, start, end, text }) => {
        return { path, id, startLine, endLine, start, end, text };
      }),
    );
    assert.deepEqual(readdirSync(out).sort(), ['a.csv', 'a.jsonl', 'a.md', 'a.parquet', 'b.jsonl']);
  });

  it('reports what it did, for people and for programs', () => {
    put('a.py', 'def a():\n    return 1\n');
    put('b.ts', 'export const b = 1;\n');
    put('picture.png', 'x');
    const { stdout } = run('-o', join(out, 'a.csv'));
    assert.match(stdout, /^2 files \(42 bytes\), 2 chunks, 0 parents in /);
    assert.match(stdout, /\ncovered: 100 % of 3 non-blank lines are/);
    assert.match(stdout, /\nskipped: 1: 1 media\n/);
    assert.match(stdout, /a\.csv: [^\n]+ csv\n$/);
    const report = JSON.parse(run('--out', join(out, 'a.md'), '--json').stdout);
    assert.deepEqual(
      [report.files, report.chunks, report.coverage, report.sourceBytes, report.format],
      [2, 2, { lines: 3, covered: 3 }, 42, 'markdown'],
    );
    assert.equal(report.bytes, readFileSync(join(out, 'a.md')).length);
  });

  it('writes to standard output, with the summary on standard error', () => {
    put('a.py', 'def a():\n    return 1\n');
    const { stdout, stderr, status } = run('--out', '-');
    assert.equal(status, 0);
    assert.deepEqual(
      readJsonLines(Buffer.from(stdout)).map(({ name }) => name),
      ['a'],
    );
    assert.match(stderr, /^1 file /);
    assert.match(run('--out', '-', '--format', 'csv').stdout, /^id,hash,path,/);
  });

  it('applies globs, languages, sizes and fields', () => {
    put('src/a.py', 'import os\n\n\ndef a():\n    return os.name\n');
    put('src/b.ts', 'export const b = 1;\n');
    put('src/c.vue', '<script>\nexport const c = 1;\n</script>\n');
    put('gen/d.py', 'd = 1\n');
    put('tool', '#!/usr/bin/env python3\nprint(1)\n');
    put('notes.md', '# Notes\n\nWords.\n');
    const paths = (...args: string[]): string[] => readJsonLines(exported('x', ...args)).map(({ path }) => path);
    assert.deepEqual(paths('--include', 'src', '--exclude', '*.ts'), ['src/a.py', 'src/c.vue']);
    assert.deepEqual(paths('--language', 'python'), ['gen/d.py', 'src/a.py', 'tool']);
    assert.deepEqual(paths('--language', 'Markdown', '--language', 'ts'), ['notes.md', 'src/b.ts']);
    const [slim] = readJsonLines(exported('x', '--include', 'src/a.py', '--no-context', '--no-parents'));
    const [full] = readJsonLines(exported('x', '--include', 'src/a.py'));
    assert.ok(slim && full);
    assert.deepEqual([slim.context, slim.imports, slim.hash], [undefined, undefined, full.hash]);
    assert.match(full.context ?? '', /a\.py/);
    const small = readJsonLines(exported('x', '--max-tokens', '16', '--include', 'notes.md'));
    for (const { tokens, role } of small) assert.ok(role === 'parent' || tokens.text <= 16);
  });

  it('makes the same vectors with an index and without', async () => {
    for (const name of ['tokens', 'search']) cpSync(productFile('src', name), join(folder, name), { recursive: true });
    const fresh = exported('a.jsonl', '--embeddings');
    const records = readJsonLines(fresh);
    for (const { role, embedding } of records) {
      if (role === 'parent') assert.equal(embedding, undefined);
      else assert.ok(Math.abs(Math.hypot(...(embedding ?? [])) - 1) < 1e-4);
    }
    const parquet = await readParquet(exported('a.parquet', '--embeddings'));
    assert.deepEqual(
      parquet.map(({ embedding }) => embedding),
      records.map(({ embedding }) => embedding?.map(Math.fround)),
    );
    assert.equal(runCommandSync(['index'], { cwd: folder }).status, 0);
    assert.equal(run('--out', join(out, 'b.jsonl'), '--embeddings').status, 0);
    assert.ok(readFileSync(join(out, 'b.jsonl')).equals(fresh));
    assert.equal(run('--out', join(out, 'c.jsonl'), '--embeddings', '--dimensions', '64').status, 0);
    const cut = readJsonLines(readFileSync(join(out, 'c.jsonl'))).find(({ embedding }) => embedding);
    assert.equal(cut?.embedding?.length, 64);
  });

  it('gets vectors from a server, or from an index that has them, and reports in one line if it cannot', async () => {
    put('a.py', 'def a():\n    return 1\n');
    put('b.py', 'def b():\n    return 2\n');
    const server = await startServer(asOpenAi);
    const model = ['--provider', 'openai', '--endpoint', server.url.href, '--model', 'm'];
    const start = async (...args: string[]): Promise<string> => {
      const { status, stdout } = await runCommand([...args, ...model], { cwd: folder });
      assert.equal(status, 0);
      return stdout;
    };
    await start('export', '--out', join(out, 'a.jsonl'), '--embeddings');
    const records = readJsonLines(readFileSync(join(out, 'a.jsonl')));
    assert.deepEqual(
      records.map(({ embedding }) => embedding?.length),
      [4, 4],
    );
    await start('index');
    const { embedding } = JSON.parse(await start('export', '--out', join(out, 'c.jsonl'), '--embeddings', '--json'));
    assert.deepEqual([embedding.embedded, embedding.reused], [0, 2]);
    assert.ok(readFileSync(join(out, 'c.jsonl')).equals(readFileSync(join(out, 'a.jsonl'))));
    await server.close();
    refused(/./, '--out', join(out, 'b.jsonl'), '--timeout', '1', '--embeddings', ...model);
  });

  it('exports neither its own output file nor the index', () => {
    put('a.py', 'def a():\n    return 1\n');
    assert.equal(run('--out', 'chunks.md').status, 0);
    const first = readFileSync(join(folder, 'chunks.md'), 'utf8');
    assert.equal(run('--out', 'chunks.md').status, 0);
    assert.equal(readFileSync(join(folder, 'chunks.md'), 'utf8'), first);
    assert.ok(!first.includes('tmp'));
  });

  it('exits with 1 and writes an empty file if there is nothing to export', async () => {
    const { status, stdout } = run('--out', join(out, 'a.parquet'));
    assert.equal(status, 1);
    assert.match(stdout, /^0 files /);
    assert.deepEqual(await readParquet(readFileSync(join(out, 'a.parquet'))), []);
  });

  it('reports an error in one line, and writes nothing', () => {
    put('a.py', 'a = 1\n');
    refused(/--out/);
    refused(
      /--format must be auto, jsonl, parquet, csv or markdown, not "xml"/,
      '--out',
      join(out, 'a'),
      '--format',
      'xml',
    );
    refused(/parquet is binary/, '--out', '-', '--format', 'parquet');
    refused(/there is no folder none/, 'none', '--out', join(out, 'a.jsonl'));
    refused(/there is no folder a\.py/, 'a.py', '--out', join(out, 'a.jsonl'));
    refused(/it is a folder/, '--out', out);
    refused(/the folder does not exist/, '--out', join(out, 'none', 'a.jsonl'));
    refused(/there is no language "klingon"/, '--out', join(out, 'a'), '--language', 'klingon');
    refused(/one folder/, '.', '.', '--out', join(out, 'a'));
    refused(/--embeding/, '--out', join(out, 'a'), '--embeding');
    refused(/dimensions/, '--out', join(out, 'a'), '--embeddings', '--dimensions', '4096');
  });

  it('reports a full disk in one line, and keeps the old file', function () {
    if (process.platform === 'win32') this.skip();
    putMany();
    for (const name of ['a.jsonl', 'a.parquet', 'a.csv', 'a.md']) {
      writeFileSync(join(out, name), 'old');
      // Max size of a file, in blocks of 512 or 1,024 bytes: acts like a full disk.
      const command = `ulimit -f 100; exec "$0" "$1" export --out "$2" --jobs 2`;
      const args = ['-c', command, process.execPath, cli, join(out, name)];
      const { status, stderr } = spawnSync('sh', args, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
      assert.equal(status, 2, stderr);
      assert.match(stderr, /^codegrain: cannot write [^\n]+: the file is too large for this disk\n$/);
      assert.equal(readFileSync(join(out, name), 'utf8'), 'old');
    }
    assert.deepEqual(readdirSync(out).sort(), ['a.csv', 'a.jsonl', 'a.md', 'a.parquet']);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`leaves only the old file after ${signal}`, async function () {
      if (process.platform === 'win32') this.skip();
      putMany();
      writeFileSync(join(out, 'a.jsonl'), 'old');
      const child = spawn(process.execPath, [cli, 'export', '--out', join(out, 'a.jsonl')], { cwd: folder });
      const ended = once(child, 'exit');
      while (readdirSync(out).length < 2) await sleep(5);
      await sleep(300);
      child.kill(signal);
      assert.equal((await ended)[0], signal === 'SIGINT' ? 130 : 143);
      assert.deepEqual(readdirSync(out), ['a.jsonl']);
      assert.equal(readFileSync(join(out, 'a.jsonl'), 'utf8'), 'old');
    });

  it('sends progress to the program that started it, and stops when that program disconnects', async () => {
    putMany();
    const start = () =>
      fork(cli, ['export', '--out', join(out, 'a.jsonl')], {
        cwd: folder,
        execArgv: [],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
    const messages: CommandMessage<ExportProgress, ExportReport>[] = [];
    const whole = start();
    whole.on('message', (message) => messages.push(message as CommandMessage<ExportProgress, ExportReport>));
    assert.equal((await once(whole, 'exit'))[0], 0);
    const progress = messages.flatMap((message) => ('progress' in message ? [message.progress] : []));
    assert.ok(progress.length > 1 && progress.every(({ total, done }) => total === many && done <= many));
    const report = messages.flatMap((message) => ('report' in message ? [message.report] : []));
    assert.deepEqual([report.length, report[0]?.files], [1, many]);
    writeFileSync(join(out, 'a.jsonl'), 'old');
    const left = start();
    const ended = once(left, 'exit');
    await once(left, 'message');
    left.disconnect();
    assert.equal((await ended)[0], 130);
    assert.deepEqual(readdirSync(out), ['a.jsonl']);
    assert.equal(readFileSync(join(out, 'a.jsonl'), 'utf8'), 'old');
  });
});

/** Every record is at the place it names, and every non-blank line is in a searched chunk. */
function checkAgainst(sources: ReadonlyMap<string, string>, records: readonly ExportedChunk[]): void {
  for (const [path, source] of sources) {
    const chunks = records.filter((record) => record.path === path);
    // Chunks of a notebook are slices of its decoded text, not of the file.
    if (path.endsWith('.ipynb')) continue;
    const isCovered = new Uint8Array(source.length);
    for (const { start, end, text, startLine, role } of chunks) {
      assert.equal(text, source.slice(start, end), `${path}:${startLine}`);
      assert.equal(source.slice(0, start).split('\n').length, startLine, `${path}:${startLine}`);
      if (role !== 'parent') isCovered.fill(1, start, end);
    }
    for (let i = 0; i < source.length; i++)
      assert.ok(isCovered[i] === 1 || source.charCodeAt(i) <= 32, `${path} at ${i}`);
  }
}
