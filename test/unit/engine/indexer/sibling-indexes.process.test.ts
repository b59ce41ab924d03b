/** Copies of one repository share an index: real git, real parse workers. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import { CodeIndex } from '../../../../src/engine/code-index';
import { type IndexOptions, indexFolder } from '../../../../src/engine/indexer/indexer';
import { siblingIndexes } from '../../../../src/engine/indexer/sibling-indexes';
import { keptOrphanDays, removeOrphanIndexes } from '../../../../src/engine/service/outside-indexes';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import { indexFileOf } from '../../../../src/index/index-settings';
import { remoteId } from '../../../../src/workspace/about-repository';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { runs } from '../../random-runs';
import { files, rechunk, viewOf } from '../../search/search-workspace';
import { contentOf, read } from './indexed-content';

const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'protocol.file.allow=always'];

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('copies of a repository', function () {
  this.timeout(180_000);
  let at: string;
  let main: string;
  let pool: WorkerPool;
  const cacheBefore = process.env.CODEGRAIN_CACHE;

  before(() => {
    pool = new WorkerPool({ jobs: 1 });
  });
  after(() => {
    pool.dispose();
    if (cacheBefore === undefined) delete process.env.CODEGRAIN_CACHE;
    else process.env.CODEGRAIN_CACHE = cacheBefore;
  });
  beforeEach(() => {
    at = temporaryFolder();
    process.env.CODEGRAIN_CACHE = join(at, 'cache');
    main = newRepository('main');
  });
  afterEach(removeTemporaryFolders);

  function newRepository(name: string, first = 'first'): string {
    const root = join(at, name);
    for (const [path, text] of Object.entries(files)) put(root, path, text);
    git(root, 'init', '-q', '-b', 'trunk');
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '-m', first);
    return root;
  }
  const index = (root: string, options: IndexOptions = {}) => indexFolder(root, { pool, jobs: 1, ...options });
  const worktree = (name: string): string => {
    git(main, 'worktree', 'add', '-q', join(at, name), '-b', name);
    return join(at, name);
  };
  const clone = (name: string, ...options: string[]): string => {
    git(at, 'clone', '-q', ...options, main, name);
    return join(at, name);
  };
  const isShared = (root: string): boolean => read(indexFileOf(root)).contents.about?.shared !== undefined;
  /** The index of the same files, made from nothing. */
  const madeAlone = async (root: string): Promise<string> => {
    const indexFile = join(temporaryFolder(), 'alone.cgx');
    await index(root, { indexFile, rebuild: true });
    return indexFile;
  };

  it('are indexed without embedding or chunking anything twice, and say so', async () => {
    await index(main);
    const messages: string[] = [];
    const tree = worktree('tree');
    const report = await index(tree, { onMessage: (message) => messages.push(message) });
    assert.deepEqual(messages, [`begins with the index ${indexFileOf(main)}`]);
    const { added, changed, touched, chunks, embedded } = report;
    assert.deepEqual({ added, changed, chunks, embedded }, { added: 0, changed: 0, chunks: 0, embedded: 0 });
    assert.equal(touched, Object.keys(files).length);
    assert.equal(contentOf(read(indexFileOf(tree))), contentOf(read(await madeAlone(tree))));
    assert.ok(isShared(tree));
  });

  it('answer searches as with an index made from nothing, whatever differs', async () => {
    await index(main);
    const model = await loadBuiltIn();
    const tree = worktree('edited');
    const paths = Object.keys(files);
    const lines = Object.values(files).flatMap((text) => text.split(/(?<=\n)/));
    const text = fc.array(fc.constantFrom(...lines), { maxLength: 15 }).map((some) => some.join(''));
    const changes = fc.array(fc.tuple(fc.constantFrom(...paths, 'new.py'), fc.option(text)), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(changes, async (made) => {
        git(tree, 'checkout', '-q', '.');
        git(tree, 'clean', '-fdq');
        rmSync(join(tree, '.codegrain'), { recursive: true, force: true });
        for (const [path, content] of made) {
          if (content === null) rmSync(join(tree, path), { force: true });
          else put(tree, path, content);
        }
        await index(tree);
        const alone = await madeAlone(tree);
        assert.equal(contentOf(read(indexFileOf(tree))), contentOf(read(alone)));
        const own = new CodeIndex([viewOf(tree)], model, rechunk);
        const other = new CodeIndex([viewOf(tree, alone)], model, rechunk);
        for (const query of ['parse a date', 'retry', 'where is the session closed']) {
          const [a, b] = [await own.search(query, { limit: 20 }), await other.search(query, { limit: 20 })];
          assert.deepEqual(a.hits, b.hits);
        }
      }),
      { numRuns: runs(10) },
    );
  });

  it('are found by their working trees, by address, and by their first commit', async () => {
    await index(main);
    assert.deepEqual(await siblingIndexes(worktree('tree'), 'own.cgx'), [indexFileOf(main)]);
    assert.deepEqual(await siblingIndexes(clone('same-commit'), 'own.cgx'), [indexFileOf(main)]);
    // A shallow clone does not have the first commit.
    const [first, second] = [join(at, 'first'), join(at, 'second')];
    for (const folder of [first, second]) {
      git(at, 'clone', '-q', '--depth', '1', `file://${main}`, folder);
      git(folder, 'remote', 'set-url', 'origin', 'https://host.example/owner/name.git');
    }
    await index(first, { rebuild: true });
    git(second, 'remote', 'set-url', 'origin', 'git@host.example:owner/name');
    assert.equal((await siblingIndexes(second, 'own.cgx'))[0], indexFileOf(first));
    const other = newRepository('other', 'another beginning');
    assert.deepEqual(await siblingIndexes(other, indexFileOf(other)), []);
    assert.deepEqual(await siblingIndexes(temporaryFolder(), 'own.cgx'), []);
  });

  it('share the index of the same folder in them only', async () => {
    const folder = dirname(Object.keys(files).find((path) => path.includes('/')) ?? '');
    await index(join(main, folder));
    const tree = worktree('tree');
    assert.deepEqual(await siblingIndexes(tree, indexFileOf(tree)), []);
    assert.deepEqual(await siblingIndexes(join(tree, folder), 'own.cgx'), [indexFileOf(join(main, folder))]);
  });

  it('share nothing if one has other settings, is made again from nothing, or is not trusted', async () => {
    await index(main);
    const tree = worktree('tree');
    await index(tree, { chunk: { maxTokens: 100 } });
    assert.ok(!isShared(tree));
    const second = worktree('second');
    await index(second, { rebuild: true });
    assert.ok(!isShared(second));
    const untrusted = worktree('untrusted');
    await index(untrusted, { isAlone: true });
    assert.ok(!isShared(untrusted));
  });

  it('do not need each other: the first may be changed, compacted and deleted', async () => {
    await index(main);
    const tree = worktree('tree');
    await index(tree);
    put(main, 'more.ts', 'export const more = 1;\n');
    await index(main);
    rmSync(join(main, '.codegrain'), { recursive: true });
    put(tree, 'more.py', 'def more():\n    return 1\n');
    const { added, embedded } = await index(tree);
    assert.deepEqual({ added, embedded }, { added: 1, embedded: 1 });
    assert.equal(contentOf(read(indexFileOf(tree))), contentOf(read(await madeAlone(tree))));
  });

  it('do not trust times of another copy', async () => {
    await index(main);
    const tree = worktree('tree');
    const [path = ''] = Object.keys(files);
    const { mtime } = statSync(join(main, path));
    const text = files[path] ?? '';
    put(tree, path, text.replace(/[a-z]/, 'Z'));
    utimesSync(join(tree, path), mtime, mtime);
    const { changed } = await index(tree);
    assert.equal(changed, 1);
  });

  it('keep nothing outside of their folders if the cache is switched off', async () => {
    process.env.CODEGRAIN_CACHE = '';
    await index(main);
    assert.deepEqual(readdirSync(at), ['main']);
    assert.deepEqual(await siblingIndexes(clone('other'), 'own.cgx'), []);
    assert.deepEqual(await siblingIndexes(worktree('tree'), 'own.cgx'), [indexFileOf(main)]);
  });

  it('leave no index behind: one outside of a deleted folder is deleted', async () => {
    const tree = worktree('tree');
    const indexFile = join(at, 'cache', 'tree', 'index.cgx');
    await index(tree, { indexFile });
    await index(main);
    assert.deepEqual(await removeOrphanIndexes(), []);
    git(main, 'worktree', 'remove', '--force', tree);
    assert.deepEqual(await removeOrphanIndexes(keptOrphanDays), [], 'it may come back under another name');
    assert.ok(existsSync(indexFile));
    assert.deepEqual(await removeOrphanIndexes(), [{ root: tree, indexFile }]);
    assert.ok(!existsSync(indexFile));
    assert.ok(existsSync(indexFileOf(main)));
  });

  it('are removed by git although they have an index', async () => {
    const tree = worktree('tree');
    await index(tree);
    git(main, 'worktree', 'remove', tree);
    assert.ok(!existsSync(tree));
  });
});

describe('the address of a repository', () => {
  it('is the same for every way to write it', () => {
    const same = [
      'https://host.example/owner/name.git',
      'https://user:secret@host.example/owner/name',
      'git@host.example:owner/name.git',
      'ssh://git@host.example:22/owner/name/',
      'git://HOST.example/owner/name',
    ];
    assert.deepEqual([...new Set(same.map(remoteId))], ['host.example/owner/name']);
    assert.equal(remoteId('/srv/git/name.git'), '/srv/git/name');
    assert.equal(remoteId('C:\\git\\name'), '/C:\\git\\name');
  });
});
