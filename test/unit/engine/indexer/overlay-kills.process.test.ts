/**
 * `codegrain index` in a worktree is killed again and again, while the index that it continues is written and compacted. Starting it
 * takes longer than everything else, so there are 8 kills, and 80 in the nightly run.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Indexer, type IndexOptions } from '../../../../src/engine/indexer/indexer';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import { IndexReader } from '../../../../src/index/file/index-reader';
import { indexFileOf } from '../../../../src/index/index-settings';
import { productFile } from '../../../../src/shared/product';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { runs } from '../../random-runs';
import { contentOf, read } from './indexed-content';
import { assertTrueHits, generated, makeCopies, put, versionOf } from './overlay-copies';

const count = 24;

/** The texts of the lock files. */
function locksIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.includes('.lock-'));
    return names.map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    // Not there yet, or released meanwhile.
    return [];
  }
}

describe('an index that continues another one, and kills', function () {
  this.timeout(runs(900_000));
  let pool: WorkerPool;
  const cacheBefore = process.env.CODEGRAIN_CACHE;
  before(() => {
    pool = new WorkerPool({ jobs: 1 });
    process.env.CODEGRAIN_CACHE = '';
  });
  after(() => {
    pool.dispose();
    if (cacheBefore === undefined) delete process.env.CODEGRAIN_CACHE;
    else process.env.CODEGRAIN_CACHE = cacheBefore;
  });
  afterEach(removeTemporaryFolders);

  const refresh = async (root: string, options: IndexOptions & { readonly isCompacted?: boolean } = {}) => {
    const { isCompacted, ...rest } = options;
    const indexer = await Indexer.open(root, { pool, jobs: 1, ...rest });
    try {
      await indexer.refresh();
      if (isCompacted) await indexer.compact();
    } finally {
      await indexer.close();
    }
  };
  const edit = (root: string, files: number): void => {
    for (let i = 0; i < files; i++) {
      const file = Math.floor(Math.random() * count);
      if (Math.random() < 0.1) rmSync(join(root, generated(file)), { force: true });
      else put(root, generated(file), versionOf(file, Math.floor(Math.random() * 3)));
    }
  };
  const start = (root: string): ChildProcess =>
    spawn(process.execPath, [productFile('dist', 'cli.js'), 'index', root, '--jobs', '1'], {
      env: { ...process.env, CODEGRAIN_CACHE: '' },
      stdio: 'ignore',
    });

  it('is never wrong and loses nothing after kills at random moments', async () => {
    const { main, tree } = makeCopies(count);
    const folder = dirname(indexFileOf(tree));
    await refresh(main);
    const isWriting = ({ pid }: ChildProcess): boolean =>
      locksIn(folder).some((lock) => lock.includes(`"pid":${pid},`));
    /** How long a run takes after it has the lock; the first is not killed. */
    let workMs = Number.POSITIVE_INFINITY;
    let killed = 0;
    for (let turn = 0; killed < runs(8); turn++) {
      // Every few turns the worktree is new: linking the base and creating the index are killed too.
      if (turn % 5 === 0) rmSync(folder, { recursive: true, force: true });
      edit(tree, 1 + (turn % 6));
      edit(main, 2);
      const child = start(tree);
      const ended = once(child, 'close');
      const owner = refresh(main, { isCompacted: turn % 3 === 0 });
      while (!isWriting(child) && child.exitCode === null) await sleep(2);
      const began = performance.now();
      await Promise.race(workMs < Number.POSITIVE_INFINITY ? [ended, sleep(Math.random() * workMs)] : [ended]);
      if (child.exitCode === null && child.kill('SIGKILL')) killed++;
      else workMs = 0.9 * (performance.now() - began);
      await ended;
      await owner;
      const opened = IndexReader.open(indexFileOf(tree));
      if ('index' in opened) await assertTrueHits(tree);
      // A killed run may leave nothing yet, or a record that is cut off; never anything that must be given up.
      else assert.equal(opened.problem.reason, 'none');
      if (turn % 2 === 0) continue;
      await refresh(tree);
      const alone = join(temporaryFolder(), 'alone.cgx');
      await refresh(tree, { indexFile: alone, rebuild: true });
      assert.equal(contentOf(read(indexFileOf(tree))), contentOf(read(alone)));
      await assertTrueHits(tree);
      const left = readdirSync(folder).filter((name) => /\.(tmp|lock|next|damaged)/.test(name));
      assert.deepEqual(left, []);
      assert.ok(readdirSync(folder).filter((name) => name.includes('.base-')).length <= 1);
    }
    await refresh(main);
    const alone = join(temporaryFolder(), 'main.cgx');
    await refresh(main, { indexFile: alone, rebuild: true });
    assert.equal(contentOf(read(indexFileOf(main))), contentOf(read(alone)));
  });
});
