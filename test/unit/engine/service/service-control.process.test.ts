/** Indexing is paused, stopped and shared between windows, and survives the end of any process. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { IndexServiceDied } from '../../../../src/engine/client/service-supervisor';
import { indexFolder } from '../../../../src/engine/indexer/indexer';
import type { FolderStatus } from '../../../../src/engine/service-protocol';
import { defaultChunkOptions } from '../../../../src/options/chunk-options';
import { makeReadOnly } from '../../../read-only';
import { temporaryFolder } from '../../index/file/index-folders';
import { read } from '../indexer/indexed-content';
import {
  endAll,
  eventually,
  folderOf,
  found,
  manyFiles,
  put,
  setupOf,
  source,
  startService,
  statusWhere,
} from './running-service';

const fileCount = 300;

describe('the work of an index service', function () {
  this.timeout(180_000);
  afterEach(endAll);

  const filesIn = (root: string): number => [...read(join(root, '.codegrain', 'index.cgx')).files()].length;

  it('stops at the next batch when paused, is stale, and continues later', async () => {
    const root = folderOf(manyFiles(fileCount));
    const client = startService();
    await client.setFolders([setupOf(root)]);
    const begun = statusWhere(client, ({ progress }) => (progress?.done ?? 0) > 0);
    const refreshed = client.refresh(root);
    await begun;
    const isPaused = statusWhere(client, ({ is }) => is === 'paused');
    await client.setPace('paused');
    const paused = await isPaused;
    assert.deepEqual([paused.isStale, paused.files < fileCount], [true, true]);
    // Running batches end; after that nothing changes.
    let files = -1;
    for (; files <= 0 || files !== filesIn(root); await sleep(1500)) files = filesIn(root);
    assert.ok(files > 0 && files < fileCount);
    assert.equal((await client.ask('search', { query: 'work1', options: { mode: 'keyword' } })).problems.length, 0);
    await sleep(500);
    assert.equal(filesIn(root), files);
    const ready = statusWhere(client, ({ is }) => is === 'ready');
    await client.setPace('gentle');
    assert.equal((await refreshed).added, fileCount);
    assert.deepEqual([(await ready).files, (await ready).isStale], [fileCount, false]);
  });

  it('does not delay deleting the index, even while it is paused', async () => {
    const root = folderOf(manyFiles(50));
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.setPace('paused');
    const refreshed = client.refresh(root);
    await client.clear({ root });
    assert.equal((await refreshed).cancelled, true);
    assert.equal(existsSync(join(root, '.codegrain')), false);
  });

  it('does not create an index again that is deleted at the same moment', async () => {
    const root = folderOf(manyFiles(20));
    const client = startService();
    const setup = setupOf(root);
    const ask = { refresh: () => client.refresh(root), update: () => client.update(root, ['src/part1/file1.ts']) };
    const rebuild = (): Promise<unknown> => client.refresh(root, true);
    const works = fc.array(fc.constantFrom<() => Promise<unknown>>(ask.refresh, ask.update, rebuild), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(works, works, fc.boolean(), async (before, after, isIndexed) => {
        await client.setFolders([setup]);
        if (isIndexed) await client.refresh(root);
        const all = [...before, () => client.clear(setup), ...after].map((work) => work());
        await Promise.allSettled(all);
        await all[before.length];
        assert.equal(existsSync(join(root, '.codegrain')), false);
      }),
      { numRuns: 25 },
    );
    await assert.rejects(client.refresh(root), /is not open/);
  });

  it('ends for good when its index is deleted, also after the index service was killed', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    await client.clear({ root });
    process.kill(client.pid ?? 0, 'SIGKILL');
    await eventually(
      async () => (await client.ask('search', { query: 'alpha' }).catch(() => undefined))?.hits.length === 0,
    );
    await assert.rejects(client.refresh(root), /is not open/);
    assert.equal(existsSync(join(root, '.codegrain')), false);
  });

  it('says why an index cannot be deleted, and the index stays', async function () {
    const root = folderOf({ 'a.ts': source('alpha') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    await client.setFolders([]);
    const undo = makeReadOnly(join(root, '.codegrain'));
    if (!undo) this.skip();
    try {
      await assert.rejects(client.clear({ root }), /permission denied/);
    } finally {
      undo();
    }
    assert.equal(filesIn(root), 1);
    await client.clear({ root });
    assert.equal(existsSync(join(root, '.codegrain')), false);
  });

  it('keeps completed work when stopped, and does the rest later', async () => {
    const root = folderOf(manyFiles(fileCount));
    const client = startService();
    await client.setFolders([setupOf(root)]);
    const begun = statusWhere(client, ({ progress }) => (progress?.done ?? 0) > 0);
    const refreshed = client.refresh(root);
    await begun;
    const stale = statusWhere(client, ({ is, isStale }) => is === 'ready' && isStale);
    await client.stop(root);
    assert.equal((await refreshed).cancelled, true);
    const { files, folderFiles } = await stale;
    assert.ok(files > 0 && files < fileCount);
    assert.equal(folderFiles, fileCount);
    put(root, 'one.ts', source('special'));
    const updated = statusWhere(client, (status) => status.files === files + 1);
    assert.equal((await client.update(root, ['one.ts'])).added, 1);
    assert.equal((await updated).folderFiles, fileCount);
    assert.deepEqual(await found(client, 'special'), ['one.ts']);
    const whole = statusWhere(client, ({ isStale }) => !isStale);
    const rest = await client.refresh(root);
    assert.equal(rest.added, fileCount - files);
    assert.equal((await whole).folderFiles, undefined);
  });

  it('does many simultaneous requests in few runs', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.setPace('paused');
    const reports = [client.update(root, ['x.ts']), client.refresh(root), client.update(root, ['y.ts'])];
    put(root, 'x.ts', source('xray'));
    put(root, 'y.ts', source('yankee'));
    await client.setPace('full');
    const [first, ...others] = await Promise.all(reports);
    for (const other of others) assert.deepEqual(other.added, 3);
    assert.ok(first);
    assert.deepEqual(await found(client, 'yankee'), ['y.ts']);
  });

  it('reports its status a few times a second, and always the final one', async () => {
    const root = folderOf(manyFiles(fileCount));
    const client = startService();
    await client.setFolders([setupOf(root)]);
    const told: { at: number; status: FolderStatus }[] = [];
    client.onStatus((status) => told.push({ at: performance.now(), status }));
    const started = performance.now();
    await client.refresh(root);
    await eventually(() => told.at(-1)?.status.is === 'ready');
    const seconds = (performance.now() - started) / 1000;
    assert.ok(told.length <= seconds * 5 + 2, `${told.length} in ${seconds} s`);
    assert.deepEqual([told.at(-1)?.status.files, told.at(-1)?.status.progress], [fileCount, undefined]);
  });

  it('is done by one of two windows; the other reads, and takes over', async () => {
    const root = folderOf({ 'a.ts': source('alpha'), 'b.ts': source('beta') });
    const one = startService();
    const two = startService();
    await one.setFolders([setupOf(root)]);
    await one.refresh(root);
    await two.setFolders([setupOf(root)]);
    const reading = statusWhere(two, ({ isReader }) => isReader);
    const nothing = await two.refresh(root);
    assert.deepEqual([nothing.added, nothing.warnings.length], [0, 1]);
    assert.equal((await reading).is, 'ready');
    put(root, 'a.ts', source('gamma'));
    await one.update(root, ['a.ts']);
    assert.deepEqual([await found(two, 'gamma'), await found(two, 'alpha')], [['a.ts'], []]);
    await assert.rejects(two.clear({ root }), /is being written/);
    await two.setFolders([setupOf(root)]);
    await two.refresh(root);
    const taken = statusWhere(two, ({ isReader, is }) => !isReader && is === 'ready');
    put(root, 'c.ts', source('delta'));
    one.dispose();
    await taken;
    assert.deepEqual(await found(two, 'delta'), ['c.ts']);
  });

  it('continues after the index service was killed', async () => {
    const root = folderOf(manyFiles(fileCount));
    const client = startService();
    await client.setFolders([setupOf(root)]);
    const begun = statusWhere(client, ({ progress }) => (progress?.done ?? 0) > 0);
    const refreshed = client.refresh(root).catch((error) => error);
    await begun;
    const restarted = new Promise<void>((resolve) => client.onRestart(() => resolve()));
    process.kill(client.pid ?? 0, 'SIGKILL');
    assert.ok((await refreshed) instanceof IndexServiceDied);
    await restarted;
    const files = filesIn(root);
    assert.ok(files > 0 && files < fileCount);
    assert.ok((await found(client, 'work0')).length <= 10);
    const rest = await client.refresh(root);
    assert.equal(rest.added, fileCount - files);
    assert.ok((await found(client, 'work7')).includes('src/part7/file7.ts'));
  });

  it('answers a question that was asked when the process was killed', async () => {
    const root = folderOf(manyFiles(20));
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    for (let i = 0; i < 3; i++) {
      const { pid = 0 } = client;
      const answers = Array.from({ length: 5 }, (_, n) =>
        client.ask('search', { query: `work${n + 1}`, options: { mode: 'keyword' } }),
      );
      process.kill(pid, 'SIGKILL');
      for (const [n, { hits }] of (await Promise.all(answers)).entries())
        assert.ok(hits.some(({ text }) => text.includes(`work${n + 1}`)));
      assert.notEqual(client.pid, pid);
    }
    const last = client.ask('stats', { root });
    client.dispose();
    await assert.rejects(last, IndexServiceDied);
  });

  it('indexes files first that a question is about', async () => {
    const others = Array.from({ length: 600 }, (_, i) => [`a/part${i}.ts`, source(`part${i}`, 40)]);
    const path = 'z/y/x/route/table.ts';
    const root = folderOf({ ...Object.fromEntries(others), [path]: source('lookup') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    // No batch goes out before the question is there, however busy the machine is.
    await client.setPace('paused');
    const refreshed = client.refresh(root);
    await client.ask('search', { query: 'how does the router find its way', options: { mode: 'keyword' } });
    await client.setPace('full');
    await eventually(async () => (await found(client, 'lookup')).includes(path));
    await client.stop(root);
    const { segments } = read(join(root, '.codegrain', 'index.cgx')).contents;
    const place = segments.findIndex(({ paths }) => paths.includes(path));
    // Only the batches that were under way come before it.
    assert.ok(place >= 0 && place < 2 * (availableParallelism() + 1), `${place} of ${segments.length}`);
    await refreshed;
  });

  it('continues after its parse workers were killed', async () => {
    const root = folderOf(manyFiles(fileCount));
    const client = startService();
    await client.setFolders([setupOf(root)]);
    const begun = statusWhere(client, ({ progress }) => (progress?.done ?? 0) > 0);
    const refreshed = client.refresh(root);
    await begun;
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(client.pid)], { encoding: 'utf8' });
    const workers = children.split('\n').flatMap((line) => (line.trim() ? [Number(line)] : []));
    assert.ok(workers.length > 0);
    for (const worker of workers) process.kill(worker, 'SIGKILL');
    assert.equal((await refreshed).added, fileCount);
    assert.equal(filesIn(root), fileCount);
    const { index } = await client.ask('stats', { root });
    assert.deepEqual([index.files, index.skipped], [fileCount, {}]);
  });

  it('fails with a reason if the index cannot be written, still answers from it, and tries again on request', async function () {
    const root = folderOf({ 'a.ts': source('alpha') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    await client.setFolders([]);
    const undo = makeReadOnly(join(root, '.codegrain'));
    if (!undo) this.skip();
    try {
      await client.setFolders([setupOf(root)]);
      const failed = statusWhere(client, ({ is }) => is === 'failed');
      await assert.rejects(client.refresh(root), /permission denied/);
      assert.deepEqual([(await failed).problem?.reason, (await failed).isStale], ['read-only', true]);
      assert.deepEqual(await found(client, 'alpha'), ['a.ts']);
    } finally {
      undo();
    }
    const ready = statusWhere(client, ({ is, isStale }) => is === 'ready' && !isStale);
    await client.refresh(root);
    assert.equal((await ready).problem, undefined);
  });

  it('fails with a reason if an index cannot be created', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    writeFileSync(join(root, '.codegrain'), 'a file where the folder should be');
    const client = startService();
    await client.setFolders([setupOf(root)]);
    const failed = statusWhere(client, ({ is }) => is === 'failed');
    await assert.rejects(client.refresh(root));
    assert.match((await failed).problem?.message ?? '', /there is a file where a folder is needed$/);
    rmSync(join(root, '.codegrain'));
    await client.refresh(root);
    assert.deepEqual(await found(client, 'alpha'), ['a.ts']);
  });

  it('keeps a damaged index under another name and creates a new one', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    const file = join(root, '.codegrain', 'index.cgx');
    mkdirSync(join(root, '.codegrain'));
    writeFileSync(file, 'no index');
    const client = startService();
    const [status] = await client.setFolders([setupOf(root)]);
    assert.deepEqual([status?.is, status?.problem?.reason], ['failed', 'damaged']);
    await client.refresh(root);
    assert.deepEqual(await found(client, 'alpha'), ['a.ts']);
    truncateSync(file, statSync(file).size - 10);
    put(root, 'b.ts', source('beta'));
    await client.refresh(root);
    assert.deepEqual([await found(client, 'alpha'), await found(client, 'beta')], [['a.ts'], ['b.ts']]);
  });

  it('says that an index is damaged in its status and its answers, repairs it at the next refresh, and reports that', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    const file = join(root, '.codegrain', 'index.cgx');
    await indexFolder(root, { jobs: 1 });
    put(root, 'b.ts', source('beta'));
    await indexFolder(root, { jobs: 1 });
    const bytes = readFileSync(file);
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const client = startService();
    const [status] = await client.setFolders([setupOf(root)]);
    assert.deepEqual([status?.is, status?.damage?.reason], ['ready', 'damaged']);
    assert.equal(status?.damage?.damage?.lostFiles, undefined);
    const answer = await client.ask('search', { query: 'alpha', options: { limit: 1 } });
    assert.deepEqual(
      answer.hits.map(({ path }) => path),
      ['a.ts'],
    );
    assert.match(answer.notices.join(), /the index .+ is damaged/);
    assert.equal(answer.indexProblems?.[0]?.reason, 'damaged');
    assert.equal((await client.ask('stats', { root })).problems[0]?.reason, 'damaged');
    const repaired = statusWhere(client, ({ is, damage }) => is === 'ready' && !damage);
    const report = await client.refresh(root);
    assert.match(report.repaired ?? '', /the index was damaged \(.+\) and is being repaired/);
    await repaired;
    assert.deepEqual((await client.ask('search', { query: 'beta', options: { limit: 1 } })).notices, []);
    assert.equal((await client.refresh(root)).repaired, undefined);
  });

  it('creates the index again after someone deleted it', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    rmSync(join(root, '.codegrain'), { recursive: true });
    await client.refresh(root);
    assert.ok(existsSync(join(root, '.codegrain', 'index.cgx')));
    assert.deepEqual(await found(client, 'alpha'), ['a.ts']);
  });

  it('finds the index inside a renamed folder', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    const moved = join(temporaryFolder(), 'moved');
    renameSync(root, moved);
    const failed = statusWhere(client, ({ is }) => is === 'failed');
    await assert.rejects(client.refresh(root), /there is no folder/);
    assert.equal((await failed).problem?.reason, 'gone');
    await client.setFolders([setupOf(moved)]);
    assert.deepEqual(await found(client, 'alpha'), ['a.ts']);
    const { added, changed, removed, unchanged, touched, chunks, embedded } = await client.refresh(moved);
    // It was written just now, so it is compared by content once.
    assert.deepEqual([added, changed, removed, unchanged + touched, chunks, embedded], [0, 0, 0, 1, 0, 0]);
  });

  it('finds the index of a renamed folder that is stored outside it', async () => {
    const root = folderOf({ 'a.ts': source('alpha') });
    const cache = temporaryFolder();
    const indexFile = join(cache, 'indexes', 'before', 'index.cgx');
    const client = startService();
    await client.setFolders([setupOf(root, { indexFile })]);
    await client.refresh(root);
    await client.setFolders([]);
    const moved = join(temporaryFolder(), 'moved');
    renameSync(root, moved);
    const later = setupOf(moved, { indexFile: join(cache, 'indexes', 'after', 'index.cgx') });
    await client.setFolders([later]);
    assert.deepEqual(await found(client, 'alpha'), ['a.ts']);
    const { added, unchanged, touched, embedded } = await client.refresh(moved);
    assert.deepEqual([added, unchanged + touched, embedded], [0, 1, 0]);
    assert.deepEqual(readdirSync(join(cache, 'indexes')), ['after']);
    await client.clear(later);
    assert.deepEqual(readdirSync(join(cache, 'indexes')), []);
  });

  it('answers from the old index while one for other settings is built', async () => {
    const root = folderOf(manyFiles(fileCount));
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    await client.setFolders([setupOf(root, { chunk: { ...defaultChunkOptions, maxTokens: 120 } })]);
    const { chunks } = await client.ask('stats', { root }).then(({ index }) => ({ chunks: index.searchedChunks }));
    const begun = statusWhere(client, ({ progress }) => (progress?.done ?? 0) > 0);
    const refreshed = client.refresh(root);
    await begun;
    await client.setPace('paused');
    assert.ok((await found(client, 'work299')).includes('src/part19/file299.ts'));
    put(root, 'late.ts', source('late'));
    await client.setPace('full');
    assert.ok((await refreshed).rebuilt);
    assert.ok((await found(client, 'work299')).includes('src/part19/file299.ts'));
    assert.ok((await client.ask('stats', { root })).index.searchedChunks > chunks);
    await client.update(root, ['late.ts']);
    assert.deepEqual(await found(client, 'late'), ['late.ts']);
  });

  it('asks the editor for the vectors of its models, and searches by words if it does not answer', async () => {
    const root = folderOf({ 'a.ts': source('alpha'), 'b.ts': source('beta') });
    const asked: string[] = [];
    let isDown = false;
    const client = startService({
      embed: async (model, texts, side) => {
        if (isDown) throw new Error('no connection');
        asked.push(`${model} ${side}`);
        return texts.map((text) => Float32Array.of(text.includes('alpha') ? 1 : 0, text.includes('alpha') ? 0 : 1));
      },
    });
    const model = { is: 'editor', id: 'toy', dimensions: 2, limits: { tokens: 100, batch: 10 } } as const;
    await client.setFolders([setupOf(root, { model })]);
    assert.equal((await client.refresh(root)).embedded, 2);
    const near = await client.ask('search', { query: 'alpha', options: { mode: 'semantic' } });
    assert.deepEqual([near.hits[0]?.path, near.notices], ['a.ts', []]);
    assert.deepEqual(new Set(asked), new Set(['toy passage', 'toy query']));
    isDown = true;
    const byWords = await client.ask('search', { query: 'beta' });
    assert.deepEqual([byWords.hits[0]?.path, byWords.notices.length], ['b.ts', 1]);
    put(root, 'c.ts', source('gamma'));
    const failed = statusWhere(client, ({ is }) => is === 'failed');
    await assert.rejects(client.update(root, ['c.ts']), /no connection/);
    assert.match((await failed).problem?.message ?? '', /no connection/);
    assert.deepEqual(await found(client, 'gamma'), ['c.ts']);
  });
});
