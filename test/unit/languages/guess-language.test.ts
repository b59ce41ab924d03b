import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelOperations } from '@vscode/vscode-languagedetection';
import { chunkText } from '../../../src/engine/workers/chunker';
import { WorkerPool } from '../../../src/engine/workers/worker-pool';
import { canGuessLanguage, detectLanguage, languageIdByName } from '../../../src/languages/detect-language';
import { guessLanguages } from '../../../src/languages/guess-language';
import { LanguageModel } from '../../../src/languages/language-model';
import { proseFormatNames } from '../../../src/prose/prose-format-names';

const root = join(__dirname, '..', '..', '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const sample = (path: string): string => read('grammars', 'samples', path).replace(/^#!.*\n/, '');

describe('guessLanguages', function () {
  this.timeout(60_000);

  it('recognises common languages by their text', async () => {
    for (const [language, text] of [
      ['typescript', read('src', 'code', 'records', 'records-by-strategy.ts')],
      ['css', read('src', 'vscode', 'compare', 'page', 'compare-page.css')],
      ['go', sample('go/cache.go')],
      ['markdown', sample('markdown/guide.md')],
    ] as const)
      assert.equal((await guessLanguages(text))[0], language);
  });

  it('knows the languages by the names that the model has for them, and none that are not supported', () => {
    const known =
      'c clj cmake cpp cs css dart dockerfile erl ex f90 go groovy hs html java jl js json kt lisp lua makefile matlab ml mm php pm ' +
      'ps1 py r rb rs scala sh sql swift toml ts xml yaml';
    const ids = known.split(' ').map(languageIdByName);
    assert.equal(new Set(ids.filter((id) => id !== undefined)).size, ids.length);
    assert.deepEqual(['mm', 'ml', 'pm', 'lisp', 'ts'].map(languageIdByName), [
      ...['objective-c', 'ocaml', 'perl', 'commonlisp', 'typescript'],
    ]);
    for (const other of 'asm bat cbl coffee csv dm ini pas prolog v vba'.split(' '))
      assert.equal(languageIdByName(other), undefined, other);
    for (const id of ['markdown', 'latex']) assert.ok(proseFormatNames.some((format) => format.id === id));
  });

  it('returns none for short, blank and unclear texts', async () => {
    for (const text of ['', 'x = 1\n', ' \n'.repeat(1000), 'one\ntwo\nthree\nfour\nfive\nsix\n'])
      assert.deepEqual(await guessLanguages(text), []);
  });

  it('adds similar languages only if the text has their marks', async () => {
    assert.deepEqual(await guessLanguages(sample('tsx/board.tsx')), ['typescript', 'typescriptreact']);
    assert.deepEqual(await guessLanguages(read('src', 'code', 'records', 'records-by-strategy.ts')), ['typescript']);
  });

  it('returns none for a text that lacks the words of the guessed language', async () => {
    // The model is sure that this is C++.
    const device = (i: number): string => `&uart${i} {\n\tcompatible = "acme,uart";\n\treg = <0x4000 0x1000>;\n};\n`;
    const tree = `/dts-v1/;\n#include "soc.dtsi"\n${Array.from({ length: 30 }, (_, i) => device(i)).join('\n')}`;
    assert.deepEqual(await guessLanguages(tree), []);
  });
});

describe('LanguageModel', function () {
  this.timeout(60_000);
  const folder = join(root, 'node_modules', '@vscode', 'vscode-languagedetection', 'model');
  const description: unknown = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'));
  const weights = readFileSync(join(folder, 'group1-shard1of1.bin'));
  const model = new LanguageModel(description, weights);

  it('gives the answers of the package that the weights come from', async () => {
    const reference = new ModelOperations({
      modelJsonLoaderFunc: async () => JSON.parse(JSON.stringify(description)),
      weightsLoaderFunc: async () => new Uint8Array(weights).buffer,
    });
    for (const path of ['c/ring.c', 'zig/arena.zig', 'tsx/board.tsx', 'sql/schema.sql', 'markdown/guide.md']) {
      const text = sample(path).replace(/[^\0-\x7f]/g, '?');
      const [best] = await reference.runModel(text.slice(0, 10_000));
      const guess = model.guess(Buffer.from(text.slice(0, 10_000)));
      assert.equal(guess.name, best?.languageId, path);
      assert.ok(Math.abs(guess.confidence - (best?.confidence ?? 0)) < 1e-4, path);
    }
  });

  it('reads texts in other scripts byte by byte', () => {
    const text =
      '# はじめに\n\nこの章では、設定の読み込みと検証について説明します。\n\n* 最初に読む\n* 次に検証する\n\n';
    assert.equal(model.guess(Buffer.from(text.repeat(8))).name, 'md');
  });

  it('refuses weights that do not fit their description', () => {
    assert.throws(() => new LanguageModel(description, weights.subarray(0, -1)), /damaged/);
    assert.throws(() => new LanguageModel({ weightsManifest: [] }, new Uint8Array()), /has no head/);
  });
});

describe('a file without any sign of its language', function () {
  this.timeout(60_000);

  it('is guessed only if the name, the first lines and the editor give no language', () => {
    assert.ok(canGuessLanguage('bin/tool', 'x'));
    assert.ok(canGuessLanguage('notes.unheardof', 'x'));
    assert.ok(canGuessLanguage('Untitled-1', 'x', 'plaintext'));
    // The command line does not have the mode of an editor, so one that we do not know changes nothing.
    assert.ok(canGuessLanguage('theme.less', 'x', 'less'));
    for (const path of [
      ...['a.csv', 'a.log', 'de.po', 'fix.diff', 'a.tcl', 'setup.cfg', 'app.conf.example', '.gitignore'],
      ...['IntrinsicsARM.td', 'vmlinux.lds', 'Kconfig', 'Kconfig.debug', 'imx_v6_v7_defconfig', 'expr.y'],
    ])
      assert.ok(!canGuessLanguage(path, 'x'), path);
    assert.ok(!canGuessLanguage('tool', '#!/usr/bin/tclsh\nputs 1\n'));
    assert.ok(!canGuessLanguage('tool', '# vim: ft=tcl\n'));
    assert.ok(!canGuessLanguage('tool', 'x', 'python'));
  });

  it('is chunked with the guessed grammar', async () => {
    const text = sample('python/telemetry.py');
    assert.equal(detectLanguage('tool', text), undefined);
    const file = await chunkText({ path: 'tool', text });
    assert.equal(file.language, 'python');
    assert.equal(file.fallback, undefined);
    assert.ok(file.chunks.some(({ kind }) => kind === 'function' || kind === 'class'));
  });

  it('gets a similar language if it parses as that language', async () => {
    const text = sample('tsx/board.tsx');
    assert.equal((await guessLanguages(text))[0], 'typescript');
    assert.equal((await chunkText({ path: 'tool', text })).language, 'typescriptreact');
  });

  it('is cut by lines if it does not parse as the guessed language', async () => {
    const text = sample('zig/arena.zig');
    assert.equal((await guessLanguages(text))[0], 'rust');
    const file = await chunkText({ path: 'tool', text });
    assert.equal(file.language, 'plaintext');
    assert.equal(file.fallback, 'lines');
    assert.equal(file.warnings, undefined);
  });

  it('is not guessed if the strategy is lines', async () => {
    const file = await chunkText({ path: 'tool', text: sample('python/telemetry.py') }, { strategy: ['lines'] });
    assert.equal(file.language, 'plaintext');
  });
});

describe('the shipped language model', function () {
  this.timeout(60_000);
  const files = ['parse-worker.js', 'web-tree-sitter.wasm', 'o200k_base.tokens', 'language-model'];
  let folder: string;
  let pool: WorkerPool;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-guess-'));
    for (const file of files) cpSync(join(root, 'dist', file), join(folder, 'dist', file), { recursive: true });
    for (const file of [
      'package.json',
      ...['manifest.json', 'python.wasm', 'powershell.wasm'].map((name) => `grammars/${name}`),
    ])
      cpSync(join(root, file), join(folder, file));
    pool = new WorkerPool({ script: join(folder, 'dist', 'parse-worker.js') });
  });
  afterEach(() => {
    pool.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('works without node_modules, and sends guessed PowerShell to the worker without the optimising compiler', async () => {
    assert.ok(!existsSync(join(folder, 'node_modules')));
    for (const [language, path] of [
      ['python', 'python/telemetry.py'],
      ['powershell', 'powershell/Backup.ps1'],
    ] as const) {
      const reply = await pool.chunk({ path: 'tool', text: sample(path) });
      assert.equal(reply.is === 'chunked' && reply.file.language, language);
    }
  });

  it('causes a warning if it is missing, and the file is only cut without syntax', async () => {
    rmSync(join(folder, 'dist', 'language-model', 'model.json'));
    const reply = await pool.chunk({ path: 'tool', text: sample('python/telemetry.py') });
    assert.ok(reply.is === 'chunked');
    assert.equal(reply.file.fallback, 'lines');
    assert.match(
      reply.file.warnings?.join() ?? '',
      /^the model that guesses languages could not be used: .*model\.json/,
    );
  });

  it('comes without the library that it was published with', () => {
    assert.deepEqual(readdirSync(join(root, 'dist', 'language-model')).sort(), [
      'LICENSE',
      'group1-shard1of1.bin',
      'model.json',
    ]);
    for (const bundle of ['parse-worker.js', 'extension.js', 'cli.js'])
      assert.ok(!read('dist', bundle).includes('MathBackendCPU'), bundle);
  });
});
