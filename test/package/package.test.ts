/** The npm package as a stranger uses it: installed from its file, in an empty folder, without network. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { npmPackagePath } from '../../scripts/npm/npm-path';
import { productFile } from '../../src/shared/product';
import { InstalledPackage, nodes, npm } from './installed-package';

const run = promisify(execFile);

const source = 'export function addTax(price: number) {\n  return price * 1.19;\n}\n';

const use = `
  const { chunks, language } = await chunk(${JSON.stringify(source)}, { path: 'tax.ts' });
  const inThread = await chunk(${JSON.stringify(source)}, { path: 'tax.ts', isolation: 'none' });
  const folder = [];
  for await (const { path, chunks = [] } of chunkFolder('project')) folder.push([path, chunks.length]);
  const index = await openIndex('project');
  await index.refresh();
  const { hits } = await index.search('price with tax');
  await index.close();
  const [vector] = await embed(['tax'], { kind: 'query' });
  const error = await chunkFile('missing.ts').catch((error) => [error instanceof CodegrainError, error.code]);
  console.log(JSON.stringify({
    language, names: chunks.map(({ name }) => name), same: inThread.chunks[0].id === chunks[0].id, folder,
    hit: hits[0].path, dimensions: vector.length > 100, tokens: countTokens('hello world'), error,
  }));`;

const expected = {
  language: 'typescript',
  names: ['addTax'],
  same: true,
  folder: [['tax.ts', 1]],
  hit: 'tax.ts',
  dimensions: true,
  tokens: 2,
  error: [true, 'not-found'],
};

const names = 'chunk, chunkFile, chunkFolder, CodegrainError, countTokens, embed, openIndex';

describe('the npm package', function () {
  this.timeout(300_000);
  let installed: InstalledPackage;
  before(async () => {
    installed = await InstalledPackage.install();
    mkdirSync(installed.path('project'));
    installed.write('project/tax.ts', source);
  });
  after(() => installed?.remove());

  it('has the version of the extension, no dependencies and no scripts', () => {
    const manifest = JSON.parse(readFileSync(installed.path('node_modules/codegrain/package.json'), 'utf8'));
    assert.equal(manifest.version, JSON.parse(readFileSync(productFile('package.json'), 'utf8')).version);
    assert.deepEqual([manifest.dependencies, manifest.scripts], [undefined, undefined]);
    assert.deepEqual(
      readdirSync(installed.path('node_modules')).filter((name) => !name.startsWith('.')),
      ['codegrain'],
    );
    const targets = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(targets);
    const missing = [...targets(manifest.exports), ...targets(manifest.typesVersions), ...targets(manifest.bin)].filter(
      (path) => !existsSync(installed.path('node_modules/codegrain', path)),
    );
    assert.deepEqual(missing, []);
  });

  it('is at most 20 MB and has a readme, a licence, a changelog and the notices of its parts', () => {
    assert.ok(statSync(npmPackagePath()).size <= 20_000_000);
    for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md', 'ThirdPartyNotices.txt'])
      assert.ok(existsSync(installed.path('node_modules/codegrain', name)), name);
  });

  for (const node of nodes) {
    it(`works as an ES module in ${node}`, async () => {
      const script = installed.write('user.mjs', `import { ${names} } from 'codegrain';\n${use}`);
      const { stdout, stderr } = await installed.node([script], node);
      assert.deepEqual(JSON.parse(stdout || '{}'), expected, stderr);
    });

    it(`works as CommonJS in ${node}`, async () => {
      const script = installed.write(
        'user.cjs',
        `const { ${names} } = require('codegrain');\n(async () => {${use}\n})();`,
      );
      const { stdout, stderr } = await installed.node([script], node);
      assert.deepEqual(JSON.parse(stdout || '{}'), expected, stderr);
    });
  }

  it('is one library, however it is loaded', async () => {
    const script = installed.write(
      'both.mjs',
      `import { createRequire } from 'node:module';
       import * as imported from 'codegrain';
       const required = createRequire(import.meta.url)('codegrain');
       console.log(imported.CodegrainError === required.CodegrainError, Object.keys(imported).sort().join() === Object.keys(required).sort().join());`,
    );
    assert.equal((await installed.node([script])).stdout, 'true true\n');
  });

  it('runs as `npx codegrain`, with the records of this repository’s command line', async () => {
    const { stdout, status } = await installed.npx('chunk', 'project/tax.ts');
    const own = await run(process.execPath, [productFile('dist', 'cli.js'), 'chunk', 'project/tax.ts'], {
      cwd: installed.folder,
    });
    assert.deepEqual([status, stdout], [0, own.stdout]);
    const version = await installed.npx('--version');
    assert.match(version.stdout, /\d+\.\d+\.\d+/);
  });

  it('runs when it is installed globally', async () => {
    const prefix = mkdtempSync(join(tmpdir(), 'codegrain global '));
    try {
      await npm(installed.folder, 'install', '--global', '--prefix', prefix, npmPackagePath());
      const isWindows = process.platform === 'win32';
      const program = join(prefix, isWindows ? 'codegrain.cmd' : 'bin/codegrain');
      const { stdout } = await run(isWindows ? `"${program}"` : program, ['chunk', 'project/tax.ts'], {
        ...{ cwd: installed.folder, shell: isWindows },
      });
      assert.match(stdout, /"name":"addTax"/);
    } finally {
      rmSync(prefix, { recursive: true, force: true });
    }
  });

  it('says what is wrong, with the exit status of the command line', async () => {
    const { stderr, status } = await installed.npx('chunk', 'missing.ts');
    assert.equal(status, 2);
    assert.match(stderr, /missing\.ts: no such file or folder/);
  });

  for (const node of nodes)
    it(`answers as an MCP server in ${node}`, async () => {
      const client = new Client({ name: 'stranger', version: '1' });
      const args = [installed.path('node_modules/codegrain/dist/cli.js'), 'mcp', installed.path('project')];
      await client.connect(new StdioClientTransport({ command: node, args, cwd: installed.folder, stderr: 'ignore' }));
      try {
        const { tools } = await client.listTools();
        assert.ok(tools.some(({ name }) => name === 'search_code'));
        const answer = await client.callTool({ name: 'search_code', arguments: { query: 'price with tax' } });
        assert.match(JSON.stringify(answer.content), /addTax/);
      } finally {
        await client.close();
      }
    });

  it('parses with every grammar that it has', async () => {
    const script = installed.write(
      'grammars.mjs',
      `import { chunk } from 'codegrain';
       for (const language of ['swift', 'typescript', 'python', 'powershell', 'rust'])
         console.log((await chunk('\\n', { path: 'a', language })).fallback);`,
    );
    assert.deepEqual((await installed.node([script])).stdout.trim().split('\n'), Array(5).fill('undefined'));
    const manifest = JSON.parse(readFileSync(installed.path('node_modules/codegrain/grammars/manifest.json'), 'utf8'));
    const files = Object.values(manifest.grammars as Record<string, { readonly file: string }>).map(({ file }) => file);
    assert.deepEqual(
      readdirSync(installed.path('node_modules/codegrain/grammars'))
        .filter((name) => name !== 'manifest.json')
        .sort(),
      files.map((file) => `${file}.br`).sort(),
    );
  });

  it('copies what a web page needs, with grammars that browsers can load', async () => {
    const script = installed.path('node_modules/codegrain/dist/web/copy-web-files.mjs');
    await installed.node([script, 'public']);
    const grammar = readFileSync(installed.path('public/grammars/typescript.wasm'));
    assert.ok(grammar.equals(readFileSync(productFile('grammars', 'typescript.wasm'))));
    for (const name of [
      'dist/web/web.mjs',
      'dist/web/parse-worker.js',
      'dist/o200k_base.tokens',
      'grammars/manifest.json',
    ])
      assert.ok(existsSync(installed.path('public', name)), name);
    assert.equal((await installed.node([script])).status, 2);
  });
});
