/** `--context signatures` as a user runs it: the built command line on a small folder of TypeScript and Python. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Ajv from 'ajv/dist/2020';
import type { Chunk } from '../../../../src/code/chunk';
import { productFile } from '../../../../src/shared/product';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { readCsv, readJsonLines, readParquet } from '../export/read-back';
import { type CliResult, runCommandSync } from './runner/run-command';

const files = {
  'src/names.ts':
    '// Turns a name into a slug.\nexport function slug(name: string): string {\n  return name.toLowerCase();\n}\n',
  'src/main.ts':
    "import { slug } from './names';\n\nexport function place(name: string): string {\n  return slug(name);\n}\n",
  'py/prices.py': 'def parse(text: str) -> float:\n    """Reads a price."""\n    return float(text)\n',
  'py/cart.py': 'from prices import parse\n\n\ndef total(line):\n    return parse(line)\n',
};

describe('--context signatures', function () {
  this.timeout(300_000);
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterEach(removeTemporaryFolders);

  const run = (args: readonly string[], cwd = folder, input = ''): CliResult => {
    const result = runCommandSync(args, { cwd, input });
    assert.equal(result.status, 0, result.stderr);
    return result;
  };
  const chunks = (args: readonly string[], cwd = folder, input = ''): Chunk[] =>
    run(['chunk', ...args, '--context', 'signatures'], cwd, input)
      .stdout.split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const usesOf = (records: readonly Chunk[], path: string): string[] =>
    records
      .filter((record) => record.path === path)
      .flatMap(({ dependencies = [] }) => dependencies.map((each) => `${each.path}:${each.line} ${each.name}`));

  it('looks up definitions among the files that `chunk` prints', () => {
    const records = chunks(['src', 'py']);
    assert.deepEqual(usesOf(records, 'src/main.ts'), ['src/names.ts:2 slug']);
    assert.deepEqual(usesOf(records, 'py/cart.py'), ['py/prices.py:1 parse']);
    assert.deepEqual(usesOf(chunks(['src/main.ts']), 'src/main.ts'), []);
    const text = run(['chunk', 'src/main.ts', 'src/names.ts', '--context', 'signatures', '--format', 'text']).stdout;
    assert.match(text, /function place · .*uses 1 more/);
  });

  it('looks them up in the index too if there is one, from any folder in it', () => {
    run(['index']);
    assert.deepEqual(usesOf(chunks(['src/main.ts']), 'src/main.ts'), ['src/names.ts:2 slug']);
    assert.deepEqual(usesOf(chunks(['main.ts'], join(folder, 'src')), 'main.ts'), ['names.ts:2 slug']);
    writeFileSync(join(folder, 'src/names.ts'), `\n\n${files['src/names.ts']}`);
    // A file of the run counts as it is now.
    assert.deepEqual(usesOf(chunks(['src']), 'src/main.ts'), ['src/names.ts:4 slug']);
  });

  it('reads standard input once', () => {
    const [record] = chunks(['-', 'src/names.ts', '--language', 'typescript'], folder, files['src/main.ts']);
    assert.equal(record?.path, '-');
    assert.ok(record.text.includes('function place'));
  });

  it('exports the same records in every format, whatever is indexed', async () => {
    const exported = (name: string, ...args: string[]): Buffer => {
      run(['export', '--out', join(folder, '..', name), '--context', 'signatures', ...args]);
      return readFileSync(join(folder, '..', name));
    };
    const jsonl = exported('a.jsonl');
    const records = readJsonLines(jsonl);
    const isRecord = new Ajv().compile(
      JSON.parse(readFileSync(productFile('docs', 'chunk-record.schema.json'), 'utf8')),
    );
    for (const record of records) assert.ok(isRecord(record), JSON.stringify(isRecord.errors));
    const main = records.find(({ path }) => path === 'src/main.ts');
    const slug = { name: 'slug', kind: 'function', path: 'src/names.ts', line: 2, how: 'resolved' };
    assert.deepEqual(main?.dependencies, [
      { ...slug, signature: 'function slug(name: string): string', doc: 'Turns a name into a slug.' },
    ]);
    assert.deepEqual(readCsv(exported('a.csv')), records);
    assert.deepEqual(await readParquet(exported('a.parquet')), records);
    assert.ok(exported('a.md').includes('\n# from py/prices.py:\n# def parse(text: str) -> float – Reads a price.\n'));
    run(['index']);
    assert.ok(jsonl.equals(exported('b.jsonl', '--jobs', '2', '--exclude', '.codegrain')));
    const plain = readJsonLines(exported('c.jsonl', '--no-context', '--exclude', '.codegrain'));
    assert.ok(plain.every((record) => !('dependencies' in record) && !('signatures' in record)));
  });

  it('embeds what `used` embeds, so that nothing is indexed again', () => {
    const hashes = (context: string): string[] =>
      run(['chunk', 'src', 'py', '--context', context])
        .stdout.split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line).hash);
    assert.deepEqual(hashes('signatures'), hashes('used'));
    run(['index', '--json']);
    const { embedded, files: made } = JSON.parse(run(['index', '--json', '--context', 'signatures']).stdout);
    assert.equal(embedded, 0, JSON.stringify({ embedded, made }));
  });
});
