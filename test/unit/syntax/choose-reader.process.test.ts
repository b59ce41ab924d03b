/** The plain API gives the same chunks, and is used on request and with another version of web-tree-sitter. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { productFile, productRoot } from '../../../src/shared/product';
import type { PrintedRecords } from './print-records';

const run = promisify(execFile);
const plainRequested = { CODEGRAIN_PLAIN_TREE_SITTER: '1' };

async function runNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, args, {
    cwd: productRoot(),
    env: { ...process.env, CODEGRAIN_PLAIN_TREE_SITTER: '', ...env },
    maxBuffer: 100_000_000,
  });
}

async function printRecords(env?: NodeJS.ProcessEnv): Promise<PrintedRecords> {
  const script = productFile('test', 'unit', 'syntax', 'print-records.ts');
  const { stdout } = await runNode(['--liftoff-only', '--import', 'tsx', script], env);
  return JSON.parse(stdout);
}

describe('trees read through the plain API', () => {
  let fast: PrintedRecords;

  before(async () => {
    fast = await printRecords();
  });

  it('are not used by default', () => {
    equal(fast.kind, 'fast');
    ok(Object.keys(fast.hashes).length > 150);
  });

  it('give the same records, if the environment asks for them', async () => {
    const plain = await printRecords(plainRequested);
    equal(plain.kind, 'plain');
    equal(plain.warning, undefined);
    deepEqual(plain.hashes, fast.hashes);
  });

  it('pass the tests of chunking and of the languages', async () => {
    const folder = join('test', 'unit', 'languages');
    // Guessing the language has no part in parsing, and is slow.
    const files = readdirSync(productFile(folder)).filter((name) => /(?<!guess-language)\.test\.ts$/.test(name));
    const mocha = productFile('node_modules', 'mocha', 'bin', 'mocha.js');
    const { stdout } = await runNode(
      [
        ...['--liftoff-only', '--import', 'tsx', mocha, '--no-config', '--timeout', '120000', '--reporter', 'json'],
        join('test', 'unit', 'code', 'promises.test.ts'),
        ...files.map((name) => join(folder, name)),
      ],
      plainRequested,
    );
    const { stats } = JSON.parse(stdout);
    equal(stats.failures, 0);
    ok(stats.passes > 300, `${stats.passes} tests`);
  });
});

describe('another version of web-tree-sitter', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-version-'));
    for (const file of ['package.json', 'grammars/manifest.json', 'grammars/typescript.wasm'])
      cpSync(productFile(file), join(folder, file));
    for (const file of ['cli.js', 'parse-worker.js', 'web-tree-sitter.wasm', 'o200k_base.tokens'])
      cpSync(productFile('dist', file), join(folder, 'dist', file));
    // A custom section with the name "x": the file is another, and does the same.
    appendFileSync(join(folder, 'dist', 'web-tree-sitter.wasm'), Uint8Array.of(0, 2, 1, 'x'.charCodeAt(0)));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is used through the plain API, with a warning and the same records', async () => {
    const args = ['chunk', 'src/code/identify', '--format', 'jsonl', '--jobs', '1'];
    const known = await runNode([productFile('dist', 'cli.js'), ...args]);
    const unknown = await runNode([join(folder, 'dist', 'cli.js'), ...args]);
    equal(known.stderr.match(/plain API/g), null);
    match(unknown.stderr, /plain API.*web-tree-sitter is not version/);
    ok(known.stdout.length > 10_000);
    equal(unknown.stdout, known.stdout);
  });
});
