/** The library as its users call it, except that it is not packaged. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { productFile } from '../../../../src/shared/product';
import {
  CodegrainError,
  type CodegrainErrorCode,
  chunk,
  chunkFile,
  chunkFolder,
  close,
  countTokens,
  embed,
  openIndex,
} from '../../../../src/surfaces/library/library';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';

const run = promisify(execFile);
const source = productFile('src', 'surfaces', 'library', 'shared-pools.ts');

async function recordsOfCommandLine(args: readonly string[], cwd = productFile()): Promise<unknown[]> {
  const { stdout } = await run(process.execPath, [productFile('dist', 'cli.js'), 'chunk', ...args], { cwd });
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

function failure(code: CodegrainErrorCode, message: RegExp): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof CodegrainError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe('the library', function () {
  this.timeout(180_000);
  after(close);
  afterEach(removeTemporaryFolders);

  for (const isolation of ['process', 'none'] as const)
    it(`makes the records of the command line, with the isolation ${isolation}`, async () => {
      const options = { maxTokens: 100, isolation };
      const expected = await recordsOfCommandLine(['--max-tokens', '100', source]);
      const path = 'src/surfaces/library/shared-pools.ts';
      const { chunks, language, warnings } = await chunkFile(source, options);
      assert.deepEqual([language, warnings], ['typescript', []]);
      assert.deepEqual(plain(chunks), expected);
      assert.deepEqual(plain((await chunk(readFileSync(source, 'utf8'), { ...options, path })).chunks), expected);
    });

  it('lists each file of a folder with its chunks or the reason why it has none', async () => {
    const folder = folderWith({
      'a.py': 'def a():\n    return 1\n',
      'ä ö/b.ts': '\uFEFFexport const b = 1;\r\n',
      'empty.ts': '',
      'picture.dat': '\0\0\0\0',
      '.gitignore': 'ignored.ts\n',
      'ignored.ts': 'let a;\n',
    });
    const found: Record<string, unknown> = {};
    for await (const { path, chunks, skipped } of chunkFolder(folder))
      found[path] = skipped ? skipped.reason : chunks.map(({ name }) => name);
    assert.deepEqual(found, {
      '.gitignore': found['.gitignore'],
      'a.py': ['a'],
      'ä ö/b.ts': ['b'],
      'empty.ts': [],
      'picture.dat': 'binary',
    });
    const records = [];
    for await (const { chunks = [] } of chunkFolder(folder)) records.push(...chunks);
    assert.deepEqual(plain(records), await recordsOfCommandLine(['.'], folder));
  });

  it('attaches signatures from other files of a folder', async () => {
    const folder = folderWith({
      'a.ts': 'export function helper(a: number): string {\n  return String(a);\n}\n',
      'b.ts': "import { helper } from './a';\nexport const text = () => helper(1);\n",
    });
    const signatures: unknown[] = [];
    for await (const { path, chunks = [] } of chunkFolder(folder, { context: 'signatures' }))
      if (path === 'b.ts')
        for (const { dependencies } of chunks) signatures.push(dependencies?.map(({ name }) => name));
    assert.deepEqual(signatures, [['helper']]);
  });

  it('stops when the loop is left, and when the signal is aborted', async () => {
    const folder = folderWith(
      Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}.ts`, `let a${i} = 1;\n`])),
    );
    for await (const { path } of chunkFolder(folder)) {
      assert.equal(path, '0.ts');
      break;
    }
    const cancelling = new AbortController();
    const reason = new Error('enough');
    const cancelled = (async () => {
      for await (const _ of chunkFolder(folder, { signal: cancelling.signal })) cancelling.abort(reason);
    })();
    await assert.rejects(cancelled, reason);
    await assert.rejects(chunk('let a', { signal: AbortSignal.abort(reason) }), reason);
  });

  it('counts tokens by tokenizer or model', () => {
    assert.equal(countTokens('hello world'), 2);
    assert.equal(countTokens('hello world', { tokenizer: 'gpt-4' }), 2);
    assert.equal(countTokens('', { tokenizer: 'cl100k_base' }), 0);
    assert.throws(
      () => countTokens('a', { tokenizer: 'nonsense' }),
      failure('invalid-argument', /no tokenizer "nonsense"/),
    );
  });

  it('embeds texts so that similar ones are near', async () => {
    const [query] = await embed(['parse json'], { kind: 'query' });
    const [near, far] = await embed(['function parseJson(text) {}', 'the colour of the sky']);
    const dot = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
      a && b ? a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) : 0;
    assert.ok(dot(query, near) > dot(query, far));
    assert.ok(Math.abs(dot(near, near) - 1) < 1e-5);
    assert.deepEqual(await embed([]), []);
  });

  it('makes, searches, updates and closes an index', async () => {
    const folder = folderWith({
      'src/tax.ts': 'export function addTax(price: number) {\n  return price * 1.19;\n}\n',
      'src/mail.ts': 'export function sendMail(to: string) {\n  return to;\n}\n',
    });
    const index = await openIndex(folder);
    await assert.rejects(index.search('tax'), failure('no-index', /not indexed yet: call refresh/));
    const steps: string[] = [];
    const report = await index.refresh({ onProgress: ({ step }) => steps.push(step) });
    assert.deepEqual([report.added, report.files, report.chunks], [2, 2, 2]);
    assert.ok(steps.includes('chunking'));
    const { hits, confidence } = await index.search('add the value added tax to a price', { limit: 1 });
    assert.deepEqual([hits[0]?.path, hits[0]?.name, hits.length], ['src/tax.ts', 'addTax', 1]);
    assert.ok(confidence);
    const similar = await index.similar({ path: 'src/tax.ts', line: 1 });
    assert.deepEqual(
      similar.hits.map(({ path }) => path),
      ['src/mail.ts'],
    );
    await assert.rejects(
      index.similar({ path: 'src/none.ts', line: 1 }),
      failure('not-found', /no line 1 of src\/none.ts/),
    );
    const pack = await index.pack('send a mail', { tokens: 500 });
    assert.match(pack.text, /sendMail/);
    writeFileSync(join(folder, 'src/new.ts'), 'export function brandNew() {}\n');
    assert.equal((await index.refresh()).added, 1);
    const { hits: named, total } = await index.search('kind:function', { limit: 1 });
    assert.deepEqual([named.length, named[0]?.score], [1, undefined]);
    assert.ok(total !== undefined && total > 1);
    assert.deepEqual((await index.search('name:brandNow')).missingNames, [
      { name: 'brandNow', nearest: ['brandNew'], isUsed: false },
    ]);
    assert.equal((await index.search('brandNew', { mode: 'keyword' })).hits[0]?.path, 'src/new.ts');
    await index.close();
    await assert.rejects(index.search('tax'), failure('closed', /closed/));
    await index.close();
  });

  it('keeps the options of an index that is there, unless others are given', async () => {
    const folder = folderWith({ 'a.ts': 'export const a = 1;\n' });
    await using small = await openIndex(folder, { maxTokens: 50 });
    await small.refresh();
    await using same = await openIndex(folder);
    assert.equal((await same.refresh()).rebuilt, undefined);
    await using other = await openIndex(folder, { maxTokens: 60 });
    assert.match((await other.refresh()).rebuilt ?? '', /./);
  });

  it('indexes in the thread of the caller, too', async () => {
    const folder = folderWith({ 'a.ts': 'export const answer = 42;\n' });
    await using index = await openIndex(folder, { isolation: 'none' });
    assert.equal((await index.refresh()).files, 1);
    assert.equal((await index.search('answer', { context: true })).hits.length, 1);
  });

  it('has a typed error for every wrong call', async () => {
    const folder = folderWith({ 'binary.ts': '\0\0\0\0', 'a.ts': 'let a;\n' });
    const wrong = (value: unknown) => value as never;
    await assert.rejects(chunk(wrong(1)), failure('invalid-argument', /text must be a text/));
    await assert.rejects(
      chunk('', { maxTokens: 1 }),
      failure('invalid-argument', /maxTokens must be a whole number from 16/),
    );
    await assert.rejects(chunk('', { strategy: wrong('ast') }), failure('invalid-argument', /strategy must be ast, /));
    await assert.rejects(chunk('', { language: 'klingon' }), failure('invalid-argument', /no language "klingon"/));
    await assert.rejects(chunk('', { isolation: wrong('jail') }), failure('invalid-argument', /isolation/));
    await assert.rejects(
      chunk('', { customStrategy: join(folder, 'none.js') }),
      failure('not-found', /customStrategy/),
    );
    await assert.rejects(chunkFile(join(folder, 'none.ts')), failure('not-found', /no file/));
    await assert.rejects(chunkFile(folder), failure('invalid-argument', /use chunkFolder/));
    await assert.rejects(chunkFile(join(folder, 'binary.ts')), failure('skipped', /binary/));
    await assert.rejects(chunkFolder(join(folder, 'none')).next(), failure('not-found', /no folder/));
    await assert.rejects(openIndex(join(folder, 'none')), failure('not-found', /no folder/));
    for (const name of ['a\0b', 'a'.repeat(5000)]) {
      await assert.rejects(chunkFile(name), failure('not-found', /cannot look at "a/));
      await assert.rejects(chunkFolder(name).next(), failure('not-found', /cannot look at "a/));
      await assert.rejects(openIndex(name), failure('not-found', /cannot look at "a/));
    }
    await assert.rejects(embed(wrong('text')), failure('invalid-argument', /list of texts/));
    const index = await openIndex(folder);
    await index.refresh();
    await assert.rejects(index.search('a', { limit: 0 }), failure('invalid-argument', /limit/));
    await assert.rejects(index.search('a', { mode: wrong('magic') }), failure('invalid-argument', /mode/));
    await assert.rejects(index.similar({ path: '../a.ts', line: 1 }), failure('invalid-argument', /is not in/));
    await index.close();
  });

  it('cuts by a module of the caller', async () => {
    const folder = folderWith({
      'halves.mjs': 'export default ({ text }) => [{ start: 0, end: 4 }, { start: 4, end: text.length }];\n',
    });
    const { chunks } = await chunk('one two\n', { customStrategy: join(folder, 'halves.mjs') });
    assert.deepEqual(
      chunks.filter(({ role }) => role !== 'parent').map(({ text, strategy }) => [text, strategy]),
      [
        ['one ', 'halves'],
        ['two\n', 'halves'],
      ],
    );
  });

  it('rejects calls in progress when it is closed, and starts again', async () => {
    const cancelled = chunk('let a = 1;\n'.repeat(20_000), { path: 'a.ts' });
    await close();
    await assert.rejects(cancelled, failure('closed', /closed/));
    assert.equal((await chunk('let a = 1;\n', { path: 'a.ts' })).language, 'typescript');
  });

  it('lets a program end when its work is done, and its workers with it', async () => {
    const folder = folderWith({
      'pid.mjs':
        "import { writeFileSync } from 'node:fs';\nexport default ({ text }) => { writeFileSync(new URL('pid', import.meta.url), String(process.pid)); return [{ start: 0, end: text.length }]; };\n",
      'script.mts': `import { chunk } from ${JSON.stringify(pathToFileURL(productFile('src', 'surfaces', 'library', 'library.ts')).href)};
        await chunk('let a = 1;', { path: 'a.ts', customStrategy: process.argv[2] });`,
    });
    const args = ['--import', 'tsx', join(folder, 'script.mts'), join(folder, 'pid.mjs')];
    await run(process.execPath, args, { cwd: productFile(), timeout: 60_000 });
    const worker = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    for (let i = 0; i < 100 && isAlive(worker); i++) await new Promise((done) => setTimeout(done, 50));
    assert.equal(isAlive(worker), false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
