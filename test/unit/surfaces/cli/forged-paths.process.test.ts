/**
 * An index whose rows name files that nobody would index: secrets, what git keeps, ignored files, links, pipes, files outside. Its
 * checksums are right, and its words and offsets fit the files. No surface may show a byte of them.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import { indexFolder } from '../../../../src/engine/indexer/indexer';
import { encodeKnownVectors } from '../../../../src/engine/workers/chunking-pool';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import { IndexReader } from '../../../../src/index/file/index-reader';
import { indexFileOf } from '../../../../src/index/index-settings';
import { mergeLexical } from '../../../../src/index/lexical/merge-segments';
import { IndexWriter } from '../../../../src/index/write/index-writer';
import { defaultChunkOptions } from '../../../../src/options/chunk-options';
import { openIndex } from '../../../../src/surfaces/library/library';
import { fileStamp } from '../../../../src/workspace/folder-changes';
import { defaultLimits } from '../../../../src/workspace/read-file';
import { connect } from '../mcp/mcp-client';
import { ServeClient } from '../serve/serve-client';
import { runCommandSync } from './runner/run-command';

/** Is in every file that must not be read, in no query, and in no file that may be read. */
const treasure = /swordfish/;
const own =
  '/** Opens the cave of the folder itself. */\nexport function openCave(word: string): string {\n  return word;\n}\n';

function hidden(name: string): string {
  return `/** Opens the cave ${name}: swordfish. */\nexport function ${name}(word: string): string {\n  return openCave(word) + "swordfish ${name}";\n}\n`;
}

const key = `// -----BEGIN ${'PRIVATE'} KEY-----\n// ${'Ab1/'.repeat(16)}\n`.replaceAll('// ', '');

describe('an index with paths that nobody would index', function () {
  this.timeout(240_000);
  let home: string;
  let root: string;
  /** By path in the index: the text that its row was made from. */
  let forged: Readonly<Record<string, string>>;

  before(async () => {
    home = realpathSync.native(mkdtempSync(join(tmpdir(), 'codegrain-forged-')));
    root = join(home, 'root');
    const put = (path: string, text: string): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    put('src/cave.ts', own);
    put('.git/HEAD', 'ref: refs/heads/main\n');
    put('.gitignore', 'out/\n');
    put('.codegrainignore', '!.env\n');
    forged = {
      '.env': hidden('openEnv'),
      '.git/config': hidden('openConfig'),
      'conf/.npmrc': hidden('openNpm'),
      'out/made.ts': hidden('openMade'),
      'src/key.ts': `${key}${hidden('openKey')}`,
      'src/link.ts': hidden('openLink'),
      'src/env.ts': hidden('openEnv'),
      '../outside.ts': hidden('openOutside'),
      'src/pipe.ts': hidden('openPipe'),
    };
    for (const path of ['.env', '.git/config', 'conf/.npmrc', 'out/made.ts', 'src/key.ts'])
      put(path, forged[path] ?? '');
    writeFileSync(join(home, 'outside.ts'), hidden('openOutside'));
    writeFileSync(join(home, 'linked.ts'), hidden('openLink'));
    symlinkSync('../../linked.ts', join(root, 'src/link.ts'));
    symlinkSync('../.env', join(root, 'src/env.ts'));
    execFileSync('mkfifo', [join(root, 'src/pipe.ts')]);
    await indexFolder(root);
    await forge(root, forged);
    assert.ok(pathsIn(root).includes('.git/config'));
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  const run = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = runCommandSync(args, { cwd: root });
    assert.notEqual(status, null, `${args.join(' ')} does not end`);
    return stdout + stderr;
  };
  const names = ['openEnv', 'openConfig', 'openNpm', 'openMade', 'openKey', 'openLink', 'openOutside', 'openPipe'];

  it('shows nothing of them on the command line', () => {
    const commands = [
      ['search', 'openCave'],
      ['search', '--json', '--limit', '50', 'opens the cave'],
      ['search', '--json', '--context', 'openEnv openConfig openKey'],
      ['search', '--regex', 'sword[f]ish'],
      ['search', '--regex', 'open\\w+', '--json'],
      ['search', '"return openCave"'],
      ['pack', 'how is the cave opened', '--budget', '4000'],
      ['uses', 'openEnv'],
      ['uses', 'openKey', '--json'],
      ['used-by', 'openCave'],
      ['used-by', 'src/cave.ts:2', '--json'],
      ['similar', 'src/cave.ts:2', '--json'],
      ...Object.keys(forged).map((path) => ['similar', `${path}:2`, '--json']),
      ['stats', '--json'],
      ['export', '.', '--out', '-'],
    ];
    for (const command of commands) assert.doesNotMatch(run(...command), treasure, command.join(' '));
    assert.match(run('search', 'openCave'), /src\/cave\.ts/);
    assert.match(run('search', ...names), /files of the index are left out: .*, and \d more/);
  });

  it('shows nothing of them to agents', async () => {
    const { call, close } = await connect(root, '--read-only');
    try {
      const asked: (readonly [string, Record<string, unknown>])[] = [
        ['search_code', { query: 'opens the cave', limit: 50 }],
        ['search_code', { query: names.join(' '), mode: 'keyword' }],
        ['search_code', { query: 'regex:sword[f]ish' }],
        ['pack', { query: 'how is the cave opened' }],
        ...names.map((name) => ['trace_uses', { name }] as const),
        ['trace_uses', { name: 'openCave' }],
      ];
      for (const path of [...Object.keys(forged), join(root, '.env'), 'src/../.git/config']) {
        asked.push(['get_chunk', { path, line: 2 }], ['outline_file', { path }]);
        asked.push(['find_similar', { file: path, line: 2 }], ['trace_uses', { file: path, line: 2 }]);
      }
      for (const [tool, input] of asked) {
        const answer = await call(tool, input);
        assert.doesNotMatch(JSON.stringify(answer), treasure, `${tool} ${JSON.stringify(input)}`);
      }
      const answers = await Promise.all([
        call('get_chunk', { path: '.git/config', line: 1 }),
        call('get_chunk', { path: '.env', line: 1 }),
        call('outline_file', { path: 'out/made.ts' }),
        call('get_chunk', { path: 'src/env.ts', line: 1 }),
      ]);
      assert.deepEqual(
        answers.map(({ text }) => text.split('\n')[0]),
        [
          '.git/config belongs to git',
          '.env looks like a secret, judging by its name',
          'out/made.ts is ignored by "out/" in .gitignore',
          'src/env.ts looks like a secret, judging by its name',
        ],
      );
    } finally {
      await close();
    }
  });

  it('shows nothing of them to programs', async () => {
    const client = new ServeClient();
    const index = await openIndex(root);
    try {
      for (const query of ['opens the cave', names.join(' '), '/sword[f]ish/', '"return openCave"']) {
        const { result } = await client.ask('search', { folder: root, query, limit: 50 });
        const found = await index.search(query, { limit: 50, context: true });
        assert.doesNotMatch(JSON.stringify([result, found]), treasure, query);
      }
      const { result: packed } = await client.ask('pack', { folder: root, task: 'open the cave', tokens: 4000 });
      const similar = await index.similar({ path: 'src/cave.ts', line: 2 });
      assert.doesNotMatch(JSON.stringify([packed, similar]), treasure);
    } finally {
      await index.close();
      await client.end();
    }
  });

  it('loses them when it is updated', async () => {
    // A file that is as the row says is not read again: but who knows its content has the key.
    writeFileSync(join(root, 'src/key.ts'), `${key}${hidden('openKey')}// changed\n`);
    await indexFolder(root);
    assert.deepEqual(pathsIn(root), ['.codegrainignore', '.gitignore', 'src/cave.ts']);
    const texts = readFileSync(indexFileOf(root)).toString('latin1');
    assert.equal(texts.includes('swordfish openConfig'), false);
  });
});

/** Adds rows to an index for paths of our choice, as a program that knows the format could. */
async function forge(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  const file = indexFileOf(root);
  const read = IndexReader.open(file);
  assert.ok('index' in read);
  const { header, contents } = read.index;
  const { model = '', chunker = '' } = contents.about ?? {};
  read.index.dispose();
  const pool = new WorkerPool({ jobs: 1 });
  const opened = await IndexWriter.open(file, { model, chunker, dimensions: header.dimensions }, { mergeLexical });
  assert.ok('writer' in opened);
  try {
    const replies = await pool.segments(
      {
        files: Object.entries(files).map(([path, text]) => ({
          ...(fileStamp(join(root, path), Number.POSITIVE_INFINITY) ?? { size: 0, mtimeMs: 0 }),
          ...{ path, file: 'plain.ts', text, language: 'typescript', isNamed: true },
        })),
        options: defaultChunkOptions,
        limits: { ...defaultLimits, force: true },
        rowBytes: header.dimensions,
        builtIn: { dimensions: (await loadBuiltIn()).dimensions },
      },
      (hashes) => encodeKnownVectors(hashes, header.dimensions, () => undefined),
    );
    for (const { sections } of replies)
      assert.ok(!opened.writer.index.problem && (await opened.writer.appendSections(new Map(sections))));
  } finally {
    await opened.writer.close();
    pool.dispose();
  }
}

function pathsIn(root: string): string[] {
  const read = IndexReader.open(indexFileOf(root));
  assert.ok('index' in read);
  try {
    return [...read.index.files()].flatMap(({ path, skipped }) => (skipped ? [] : [path])).sort();
  } finally {
    read.index.dispose();
  }
}
