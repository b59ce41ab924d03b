/** Unsaved editors are searched with their current text. */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import fc from 'fast-check';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import { CodeIndex } from '../../../../src/engine/code-index';
import { Indexer, indexFolder } from '../../../../src/engine/indexer/indexer';
import { DraftSegments } from '../../../../src/engine/service/draft-segments';
import type { ChunkingPool } from '../../../../src/engine/workers/chunking-pool';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import { defaultChunkOptions } from '../../../../src/options/chunk-options';
import type { Hit } from '../../../../src/search/hits/hit';
import type { SearchMode } from '../../../../src/search/query/search-choices';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { runs } from '../../random-runs';
import { files, rechunk, viewOf } from '../../search/search-workspace';
import {
  endAll,
  eventually,
  folderOf,
  found,
  manyFiles,
  put,
  remove,
  setupOf,
  source,
  startService,
  statusWhere,
} from './running-service';

describe('a draft', function () {
  this.timeout(180_000);
  afterEach(endAll);

  it('is found in place of its file, with its own text, until it is dropped', async () => {
    const root = folderOf({ 'a.ts': source('alpha'), 'b.ts': source('beta') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    const text = `// a new line\n\n${source('gamma')}`;
    await client.setDraft(root, 'a.ts', text);
    const { hits } = await client.ask('search', { query: 'gamma' });
    assert.deepEqual([hits[0]?.path, hits[0]?.startLine, hits[0]?.stale], ['a.ts', 3, undefined]);
    assert.ok(text.includes(hits[0]?.text ?? '-'));
    assert.ok(hits[0]?.text.includes('gammaStep'));
    assert.deepEqual(await found(client, 'alpha'), []);
    assert.deepEqual(await found(client, 'beta'), ['b.ts']);
    assert.equal((await client.ask('similar', { root, path: 'b.ts', line: 3 }))?.hits[0]?.name, 'gamma');
    assert.equal((await client.ask('similar', { root, path: 'a.ts', line: 5 }))?.hits[0]?.name, 'beta');
    const [explained] = (await client.ask('search', { query: 'gamma', options: { context: true, explain: true } }))
      .hits;
    assert.ok((explained?.terms?.length ?? 0) > 0);
    await client.setDraft(root, 'a.ts');
    assert.deepEqual([await found(client, 'alpha'), await found(client, 'gamma')], [['a.ts'], []]);
  });

  it('that was saved can be found at any time until the index has it', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    await client.setDraft(root, 'a.ts', source('gamma'));
    put(root, 'a.ts', source('gamma'));
    await client.setDraft(root, 'a.ts');
    assert.deepEqual([await found(client, 'gamma'), await found(client, 'alpha')], [['a.ts'], []]);
    await client.update(root, ['a.ts']);
    assert.deepEqual([await found(client, 'gamma'), await found(client, 'alpha')], [['a.ts'], []]);
    put(root, 'a.ts', source('delta'));
    await client.update(root, ['a.ts']);
    assert.deepEqual([await found(client, 'delta'), await found(client, 'gamma')], [['a.ts'], []]);
  });

  it('survives refreshes, rebuilds for other settings, and the end of the process', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.setDraft(root, 'a.ts', source('gamma'));
    await client.refresh(root);
    await eventually(async () => (await found(client, 'gamma'))[0] === 'a.ts');
    put(root, 'a.ts', source('delta'));
    await client.update(root, ['a.ts']);
    assert.deepEqual([await found(client, 'gamma'), await found(client, 'delta')], [['a.ts'], []]);
    await client.refresh(root, true);
    await eventually(async () => (await found(client, 'gamma'))[0] === 'a.ts');
    const restarted = new Promise<void>((resolve) => client.onRestart(() => resolve()));
    process.kill(client.pid ?? 0, 'SIGKILL');
    await restarted;
    await eventually(async () => (await found(client, 'gamma'))[0] === 'a.ts');
    remove(root, 'a.ts');
    await client.update(root, ['a.ts']);
    assert.deepEqual(await found(client, 'gamma'), ['a.ts']);
  });

  it('stays with its folder when the setup changes', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    await client.setDraft(root, 'a.ts', source('gamma'));
    await client.setFolders([setupOf(root, { chunk: { ...defaultChunkOptions, maxTokens: 200 } })]);
    await eventually(async () => (await found(client, 'gamma'))[0] === 'a.ts');
    const ready = statusWhere(client, ({ is, report }) => is === 'ready' && report !== undefined);
    await client.refresh(root);
    await ready;
    await eventually(async () => (await found(client, 'gamma'))[0] === 'a.ts');
  });

  it('is not searched if its file is not indexed', async () => {
    const root = folderOf({ 'a.ts': source('alpha'), 'out/b.ts': source('beta'), '.codegrainignore': 'out\n' });
    put(root, '.env', 'KEY=1\n');
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    await client.setDraft(root, 'out/b.ts', source('gamma'));
    await client.setDraft(root, '.env', 'KEY=gamma\n');
    await client.setDraft(root, 'never/saved.ts', source('gamma'));
    assert.deepEqual(await found(client, 'gamma'), []);
  });

  it('may contain any text', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    for (const text of ['', '\ufeff', '\ud800', '\0\0\0', 'x'.repeat(2_000_000), '{'.repeat(5000)]) {
      await client.setDraft(root, 'a.ts', text);
      assert.deepEqual(await found(client, 'alpha'), []);
    }
    await client.setDraft(root, 'a.ts', `\ufeff${source('gamma')}`);
    assert.equal((await client.ask('search', { query: 'gamma' })).hits[0]?.text, source('gamma'));
  });
});

describe('a file that changes while the index is busy', function () {
  this.timeout(180_000);
  afterEach(endAll);

  it('is found as it is on disk before the index has it', async () => {
    const root = folderOf({ 'a.ts': source('alpha'), 'b.ts': source('beta') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    for (const [path, text] of Object.entries(manyFiles(3000))) put(root, path, text);
    const chunking = statusWhere(client, ({ progress }) => progress?.step === 'chunking');
    const busy = client.refresh(root);
    await chunking;
    let isIndexed = false;
    const change = async (path: string, text: string | undefined): Promise<void> => {
      if (text === undefined) remove(root, path);
      else put(root, path, text);
      await client.update(root, [path]);
      isIndexed = true;
    };
    const finds = async (word: string): Promise<string> => (await found(client, word)).join();
    const changes = [change('a.ts', source('gamma')), change('b.ts', undefined), change('c.ts', source('delta'))];
    await eventually(async () => (await finds('gamma')) === 'a.ts' && (await finds('delta')) === 'c.ts');
    await eventually(async () => (await finds('alpha')) === '' && (await finds('beta')) === '');
    changes.push(change('a.ts', source('epsilon')));
    await eventually(async () => (await finds('epsilon')) === 'a.ts' && (await finds('gamma')) === '');
    assert.equal(isIndexed, false);
    // An editor has a newer text; without it the file counts again.
    await client.setDraft(root, 'a.ts', source('zeta'));
    assert.deepEqual([await finds('zeta'), await finds('epsilon')], ['a.ts', '']);
    await client.setDraft(root, 'a.ts');
    assert.deepEqual([await finds('zeta'), await finds('epsilon')], ['', 'a.ts']);
    assert.equal(isIndexed, false);
    await Promise.all([busy, ...changes]);
    const left = ['alpha', 'beta', 'gamma', 'zeta', 'delta', 'epsilon'].map(finds);
    assert.deepEqual(await Promise.all(left), ['', '', '', '', 'c.ts', 'a.ts']);
  });
});

describe('drafts over an index', function () {
  this.timeout(300_000);
  let pool: WorkerPool;
  before(() => {
    pool = new WorkerPool({ jobs: 1 });
  });
  after(() => pool.dispose());
  afterEach(removeTemporaryFolders);

  const modes: readonly SearchMode[] = ['keyword', 'hybrid', 'semantic'];
  const queries = [
    'router match route',
    'parseDuration',
    'where is a request handled',
    'header name value',
    'kind:function path:src',
  ];
  const search = async (root: string, searcher: CodeIndex): Promise<unknown[]> => {
    const all: unknown[] = [];
    for (const query of queries) {
      for (const mode of modes) {
        const { hits, notices } = await searcher.search(query, { mode, limit: 20 });
        all.push({ query, mode, notices, hits: hits.map((hit: Hit) => ({ ...hit, root: hit.root === root })) });
      }
    }
    return all;
  };

  it('are found as if they were saved and indexed, and leave no trace when they are closed', async () => {
    const paths = Object.keys(files).sort();
    const lines = Object.values(files).flatMap((text) => text.split(/(?<=\n)/));
    const piece = fc.array(fc.constantFrom(...lines), { maxLength: 12 }).map((some) => some.join(''));
    const edit = (text: string): fc.Arbitrary<string> => {
      const count = text.split('\n').length;
      return fc.oneof(
        fc.tuple(fc.nat(count), fc.nat(4), piece).map(([at, gone, put]) => {
          const own = text.split(/(?<=\n)/);
          return [...own.slice(0, at), put, ...own.slice(at + gone)].join('');
        }),
        piece,
        fc.constant(''),
      );
    };
    const edits = fc
      .subarray(paths, { minLength: 1, maxLength: 4 })
      .chain((some) => fc.tuple(...some.map((path) => edit(files[path] ?? '').map((text) => ({ path, text })))));
    const root = folderOf(files);
    await indexFolder(root, { pool, jobs: 1 });
    const model = await loadBuiltIn();
    const view = viewOf(root);
    const drafts = new DraftSegments(setupOf(root), pool);
    await drafts.setView(view);
    const withDrafts: typeof rechunk = async (path, options, { text }) => {
      const reply = await pool.chunk({ path, options, text });
      return reply.is === 'chunked' ? reply.file.chunks : [];
    };
    const searcher = new CodeIndex([view], model, withDrafts);
    const before = await search(root, searcher);
    await fc.assert(
      fc.asyncProperty(edits, async (changed) => {
        try {
          for (const { path, text } of changed) await drafts.set(path, text, undefined);
          const over = await search(root, searcher);
          const saved = temporaryFolder();
          cpSync(root, saved, { recursive: true, preserveTimestamps: true });
          for (const { path, text } of changed) put(saved, path, text);
          const indexer = await Indexer.open(saved, { pool, jobs: 1 });
          await indexer.update(changed.map(({ path }) => path));
          await indexer.close();
          const onDisk = await search(saved, new CodeIndex([viewOf(saved)], model, rechunk));
          assert.deepEqual(over, onDisk);
        } finally {
          for (const { path } of changed) await drafts.set(path, undefined, undefined);
        }
        assert.deepEqual(await search(root, searcher), before);
      }),
      { numRuns: runs(25) },
    );
  });

  it('of files on disk are made once per text, however often the change is reported', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    await indexFolder(root, { pool, jobs: 1 });
    let made = 0;
    const counted: ChunkingPool = {
      chunk: (...asked) => pool.chunk(...asked),
      compact: (job) => pool.compact(job),
      segments: (...asked) => {
        made++;
        return pool.segments(...asked);
      },
    };
    const drafts = new DraftSegments(setupOf(root), counted);
    await drafts.setView(viewOf(root));
    for (const text of [source('beta'), source('gamma')]) {
      put(root, 'a.ts', text);
      await Promise.all([1, 2, 3].map(() => drafts.showEarly(['a.ts'])));
      await drafts.showEarly(['a.ts']);
    }
    assert.equal(made, 2);
  });
});
