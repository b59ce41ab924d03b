/** A content that the index had before costs nothing when it comes back: real git, real parse workers. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import type { Embedder } from '../../../../src/embedding/embedder';
import { CodeIndex } from '../../../../src/engine/code-index';
import type { IndexReport } from '../../../../src/engine/indexer/index-result';
import { Indexer, type IndexOptions, indexFolder } from '../../../../src/engine/indexer/indexer';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import { indexFileOf } from '../../../../src/index/index-settings';
import { NoteLog, NoteLogWriter, noteFileOf } from '../../../../src/index/logs/note-log';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { runs } from '../../random-runs';
import { files, rechunk, viewOf } from '../../search/search-workspace';
import { contentOf, read } from './indexed-content';

const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', [...who, ...args], { cwd, stdio: 'pipe' });
}

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('a content that comes back', function () {
  this.timeout(180_000);
  let root: string;
  let pool: WorkerPool;
  let model: Embedder;
  const cacheBefore = process.env.CODEGRAIN_CACHE;

  before(async () => {
    pool = new WorkerPool({ jobs: 1 });
    model = await loadBuiltIn();
  });
  after(() => {
    pool.dispose();
    if (cacheBefore === undefined) delete process.env.CODEGRAIN_CACHE;
    else process.env.CODEGRAIN_CACHE = cacheBefore;
  });
  beforeEach(() => {
    process.env.CODEGRAIN_CACHE = '';
    root = join(temporaryFolder(), 'main');
    for (const [path, text] of Object.entries(files)) put(root, path, text);
    git(root, 'init', '-q', '-b', 'trunk');
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '-m', 'first');
    git(root, 'checkout', '-q', '-b', 'topic');
    for (const path of ['src/router.ts', 'src/time/duration.ts'])
      put(root, path, `${files[path]}\nexport let x = 1;\n`);
    put(root, 'src/added.ts', 'export function onlyOnTopic(): number {\n  return 42;\n}\n');
    rmSync(join(root, 'src/handler.ts'));
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '-m', 'second');
    git(root, 'checkout', '-q', 'trunk');
  });
  afterEach(removeTemporaryFolders);

  const index = (folder: string, options: IndexOptions = {}): Promise<IndexReport> =>
    indexFolder(folder, { pool, jobs: 1, ...options });
  const switchTo = (folder: string, branch: string): Promise<IndexReport> => {
    git(folder, 'checkout', '-q', '--ignore-other-worktrees', branch);
    return index(folder);
  };
  const madeAlone = async (folder: string): Promise<string> => {
    const indexFile = join(temporaryFolder(), 'alone.cgx');
    await index(folder, { indexFile, rebuild: true });
    return indexFile;
  };
  const assertSame = async (folder: string): Promise<void> =>
    assert.equal(contentOf(read(indexFileOf(folder))), contentOf(read(await madeAlone(folder))));
  const costs = ({ added, changed, removed, revived, chunks, embedded }: IndexReport): object => ({
    ...{ added, changed, removed, revived, chunks, embedded },
  });

  it('with a branch is not chunked again, back and forth, also in a worktree with a shared base', async () => {
    await index(root);
    const tree = join(root, '..', 'tree');
    git(root, 'worktree', 'add', '-q', '--detach', tree);
    await index(tree);
    for (const folder of [root, tree]) {
      const there = await switchTo(folder, 'topic');
      assert.equal(there.revived, undefined);
      assert.ok(there.chunks > 0);
      await assertSame(folder);
      for (let i = 0; i < 2; i++) {
        const back = await switchTo(folder, 'trunk');
        assert.deepEqual(costs(back), { added: 1, changed: 2, removed: 1, revived: 3, chunks: 0, embedded: 0 });
        await assertSame(folder);
        const again = await switchTo(folder, 'topic');
        assert.deepEqual(costs(again), { added: 1, changed: 2, removed: 1, revived: 3, chunks: 0, embedded: 0 });
        await assertSame(folder);
      }
    }
    assert.ok(read(indexFileOf(tree)).contents.about?.shared);
  });

  it('is not chunked again after the index was compacted by itself', async () => {
    // As many records as make it worth it.
    const editOften = async (): Promise<void> => {
      for (let i = 0; i < 10; i++) {
        put(root, 'untracked.ts', `export const count = ${i};\n`);
        await index(root);
      }
    };
    await editOften();
    await switchTo(root, 'topic');
    const { generation } = read(indexFileOf(root)).stats();
    await editOften();
    assert.ok(read(indexFileOf(root)).stats().generation > generation);
    const back = await switchTo(root, 'trunk');
    assert.deepEqual(costs(back), { added: 1, changed: 2, removed: 1, revived: 3, chunks: 0, embedded: 0 });
    await assertSame(root);
  });

  it('in one file is revived when the file is updated alone', async () => {
    const indexer = await Indexer.open(root, { pool, jobs: 1 });
    try {
      await indexer.refresh();
      put(root, 'src/server.ts', 'export const other = 1;\n');
      assert.equal((await indexer.update(['src/server.ts'])).revived, undefined);
      put(root, 'src/server.ts', files['src/server.ts'] ?? '');
      const report = await indexer.update(['src/server.ts']);
      assert.deepEqual([report.changed, report.revived, report.chunks], [1, 1, 0]);
    } finally {
      await indexer.close();
    }
    await assertSame(root);
  });

  it('at another path is chunked: chunks name their file', async () => {
    await index(root);
    renameSync(join(root, 'src/server.ts'), join(root, 'src/served.ts'));
    const report = await index(root);
    assert.deepEqual([report.added, report.removed, report.revived], [1, 1, undefined]);
    await assertSame(root);
  });

  it('of the same size but with other bytes is chunked', async () => {
    put(root, 'src/same.ts', 'export const first = 1;\n');
    await index(root);
    put(root, 'src/same.ts', 'export const first = 22;\n');
    await index(root);
    put(root, 'src/same.ts', 'export const fresh = 1;\n');
    assert.equal((await index(root)).revived, undefined);
    await assertSame(root);
  });

  it('is chunked again if a note about it was written meanwhile', async () => {
    await index(root);
    const [row] = read(indexFileOf(root)).searchedChunks('src/server.ts');
    const hash = row?.segment.chunk(row.row).hash ?? '';
    put(root, 'src/server.ts', 'export const other = 1;\n');
    await index(root);
    const opened = await NoteLogWriter.open(noteFileOf(indexFileOf(root)));
    await opened.append({ chunk: hash, document: 'd', stamp: 's', path: 'src/server.ts', note: 'It opens a socket.' });
    await opened.close();
    const log = new NoteLog(noteFileOf(indexFileOf(root)));
    log.refresh();
    assert.equal(log.size, 1);
    put(root, 'src/server.ts', files['src/server.ts'] ?? '');
    assert.equal((await index(root)).revived, undefined);
    const [noted] = read(indexFileOf(root)).searchedChunks('src/server.ts');
    assert.equal(noted?.segment.chunk(noted.row).note, 'It opens a socket.');
  });

  it('answers searches as with an index made from nothing, also those of a reader that follows the file', async () => {
    await index(root);
    const tree = join(root, '..', 'tree');
    git(root, 'worktree', 'add', '-q', '--detach', tree);
    await index(tree);
    const paths = Object.keys(files).slice(0, 6);
    // Few contents for each path, so that they come back.
    const texts = [
      '',
      '/** Retries a request. */\nexport function retry(): void {}\n',
      ...Object.values(files).slice(0, 3),
    ];
    const change = fc.tuple(fc.constantFrom(...paths, 'new.py'), fc.option(fc.constantFrom(...texts)));
    const states = fc.array(fc.array(change, { maxLength: 4 }), { minLength: 2, maxLength: 5 });
    let revived = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(root, tree), states, async (folder, steps) => {
        const following = new CodeIndex([viewOf(folder)], model, rechunk);
        for (const step of steps) {
          git(folder, 'checkout', '-q', '.');
          git(folder, 'clean', '-fdq');
          for (const [path, content] of step) {
            if (content === null) rmSync(join(folder, path), { force: true });
            else put(folder, path, content);
          }
          revived += (await index(folder)).revived ?? 0;
          const alone = await madeAlone(folder);
          assert.equal(contentOf(read(indexFileOf(folder))), contentOf(read(alone)));
          const other = new CodeIndex([viewOf(folder, alone)], model, rechunk);
          for (const query of ['parse a date', 'retry', 'who uses matchRoute']) {
            const [a, b] = [await following.search(query, { limit: 20 }), await other.search(query, { limit: 20 })];
            assert.deepEqual(a.hits, b.hits);
          }
        }
      }),
      { numRuns: runs(6) },
    );
    assert.ok(revived > 0);
  });
});
