/** The package is complete: the command line in the `.vsix` embeds, chunks, exports and serves without the repository. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { copyForPackage } from '../../../scripts/vscode/package-files';
import { productRoot } from '../../../src/shared/product';

const sentences = [
  'Heat the oil in a large pan and fry the onions until they are soft.',
  'Add the garlic and the chopped tomatoes to the pan.',
  'Let the sauce simmer for twenty minutes.',
  'A mutex protects shared state from concurrent access by several threads.',
  'Threads that want it wait until the owner releases the lock.',
  'Deadlocks happen when two threads block each other forever.',
];

describe('the package', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'codegrain-packed-'));
  const installed = join(folder, 'installed');
  let packed: readonly string[] = [];
  before(async () => {
    const copy = join(folder, 'copy');
    mkdirSync(copy);
    copyForPackage(productRoot(), copy);
    packed = await listFiles({ cwd: copy, packageManager: PackageManager.None });
    for (const file of packed) {
      mkdirSync(dirname(join(installed, file)), { recursive: true });
      cpSync(join(copy, file), join(installed, file));
    }
    writeFileSync(join(folder, 'two-topics.md'), `${sentences.join(' ')}\n`);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (args: readonly string[], input = ''): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [join(installed, 'dist/cli.js'), ...args], { cwd: folder, encoding: 'utf8', input });
  const embed = ['embed', '--similar', '--query', 'read a file', 'open(path).read()', 'sleep(5)'];
  const chunk = ['chunk', '--strategy', 'semantic', '--max-tokens', '60', 'two-topics.md'];
  const begins = (stdout: string): string[] =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ role }) => role !== 'parent')
      .map(({ text }) => text);

  it('contains the programs, the grammars and the model, but no sources and source maps', () => {
    for (const file of [
      'models/built-in.cgm',
      'dist/cli.js',
      'dist/commands.js',
      'dist/extension.js',
      'dist/index-service.js',
      'dist/parse-worker.js',
      'dist/links.wasm',
      'dist/pool.wasm',
      'dist/stored.js',
      'dist/strings.wasm',
      'package.json',
    ])
      assert.ok(packed.includes(file), file);
    assert.deepEqual(
      packed.filter((file) => /\.(?:ts|map|vsix)$/.test(file)),
      [],
    );
  });

  it('exports from the installed folder', () => {
    const { status, stderr } = run([
      'export',
      '.',
      '--include',
      '/two-topics.md',
      '--embeddings',
      '--out',
      'x.parquet',
    ]);
    assert.equal(status, 0, stderr);
    assert.equal(readFileSync(join(folder, 'x.parquet'), 'latin1').slice(0, 4), 'PAR1');
  });

  it('loads the bundles of single commands from the installed folder', () => {
    for (const command of ['agents', 'mcp', 'push', 'measure'])
      assert.equal(run([command, '--help']).status, 0, command);
  });

  it('embeds from the installed folder', () => {
    const { status, stdout, stderr } = run(embed);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^0\.\d{4} {2}open\(path\)\.read\(\)\n-?0\.\d{4} {2}sleep\(5\)\n$/);
  });

  it('chunks by meaning from the installed folder', () => {
    const { status, stdout, stderr } = run(chunk);
    assert.deepEqual([status, stderr], [0, '']);
    assert.ok(
      begins(stdout).some((text) => text.startsWith('A mutex protects')),
      stdout,
    );
  });

  it('reports a missing model, and then chunks by shared words', () => {
    rmSync(join(installed, 'models'), { recursive: true });
    const embedded = run(embed);
    assert.deepEqual([embedded.status, embedded.stdout], [2, '']);
    assert.match(embedded.stderr, /^codegrain: [^\n]*built-in\.cgm is missing\n$/);
    const { status, stdout, stderr } = run(chunk);
    assert.equal(status, 0);
    assert.match(stderr, /compared by the words they share.*built-in\.cgm is missing/);
    assert.equal(begins(stdout).join(''), `${sentences.join(' ')}\n`);
  });

  it('serves agents over MCP', () => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'outline_file', arguments: { path: 'two-topics.md' } },
    };
    const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const input = [{ jsonrpc: '2.0', id: 0, method: 'initialize', params: client }, message].map(
      (each) => `${JSON.stringify(each)}\n`,
    );
    const { status, stdout, stderr } = run(['mcp', folder], input.join(''));
    assert.equal(status, 0, stderr);
    assert.match(stdout, /"serverInfo"/);
    assert.match(stdout, /two-topics\.md \(markdown/);
  });
});
