/** Whatever happens to an index and to the one that it continues: no hit is wrong, and the next refresh makes it whole again. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import type { IndexReport } from '../../../../src/engine/indexer/index-result';
import { Indexer, type IndexOptions, indexFolder } from '../../../../src/engine/indexer/indexer';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import { IndexReader } from '../../../../src/index/file/index-reader';
import { indexFileOf } from '../../../../src/index/index-settings';
import { anyDamage, damagedCopy } from '../../index/file/file-damage';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { runs } from '../../random-runs';
import { contentOf, read } from './indexed-content';
import { assertTrueHits, generated, makeCopies, put, versionOf } from './overlay-copies';

/** A file of the worktree's index, and the same file at other times. */
interface Stored {
  readonly name: string;
  readonly bytes: Buffer;
  readonly others: readonly Buffer[];
}

describe('an index that continues another one, and damage', function () {
  this.timeout(600_000);
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

  const index = (root: string, options: IndexOptions = {}): Promise<IndexReport> =>
    indexFolder(root, { pool, jobs: 1, ...options });

  /** A worktree with files of its own, changed, revived and removed ones, and all states of its index. */
  async function makeStored(): Promise<{ main: string; tree: string; base: Stored; own: Stored; states: string[] }> {
    const { main, tree } = makeCopies(16);
    const baseStates: Buffer[] = [];
    const states: string[] = [];
    const ownStates: Buffer[] = [];
    const rememberBase = async (): Promise<void> => {
      await index(main);
      baseStates.push(readFileSync(indexFileOf(main)));
    };
    const remember = async (): Promise<void> => {
      await index(tree);
      states.push(contentOf(read(indexFileOf(tree))));
      ownStates.push(readFileSync(indexFileOf(tree)));
    };
    await rememberBase();
    // The base has older versions of these, which the worktree revives.
    for (const file of [1, 2, 3]) put(main, generated(file), versionOf(file, 1));
    await rememberBase();
    const empty = await Indexer.open(tree, { pool, jobs: 1 });
    states.push(contentOf(empty.index));
    await empty.close();
    await remember();
    for (const file of [4, 5]) put(tree, generated(file), versionOf(file, 2));
    put(tree, 'own.ts', 'export function step2(): number {\n  return 1;\n}\n');
    rmSync(join(tree, generated(6)));
    await remember();
    put(tree, generated(4), versionOf(4, 0));
    await remember();
    assert.ok((read(indexFileOf(tree)).contents.segments.at(-1)?.revivedPaths.length ?? 0) > 0);
    const owner = await Indexer.open(main, { pool, jobs: 1 });
    await owner.compact();
    await owner.close();
    baseStates.push(readFileSync(indexFileOf(main)));
    const folder = dirname(indexFileOf(tree));
    const name = readdirSync(folder).find((one) => one.includes('.base-')) ?? '';
    return {
      ...{ main, tree, states },
      base: { name, bytes: readFileSync(join(folder, name)), others: baseStates },
      own: { name: basename(indexFileOf(tree)), bytes: readFileSync(indexFileOf(tree)), others: ownStates },
    };
  }

  it('never gives a wrong answer, and is whole after the next refresh: 300 corruptions of base and overlay', async () => {
    const { tree, base, own, states } = await makeStored();
    const folder = dirname(indexFileOf(tree));
    const alone = join(temporaryFolder(), 'alone.cgx');
    await index(tree, { indexFile: alone, rebuild: true });
    const whole = contentOf(read(alone));
    assert.equal(states.at(-1), whole);
    const corruption = fc.oneof(
      { weight: 8, arbitrary: fc.record({ is: fc.constant('damaged' as const), damage: anyDamage, which: fc.nat(9) }) },
      { weight: 1, arbitrary: fc.record({ is: fc.constant('deleted' as const) }) },
      { weight: 1, arbitrary: fc.record({ is: fc.constant('another version' as const), which: fc.nat(9) }) },
      { weight: 1, arbitrary: fc.record({ is: fc.constant('the other file' as const) }) },
    );
    const targets = fc.constantFrom('base', 'own', 'both');
    let told = 0;
    await fc.assert(
      fc.asyncProperty(targets, corruption, async (target, made) => {
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
        for (const stored of [base, own]) {
          const { name, bytes, others } = stored;
          const other = stored === base ? own : base;
          const file = join(folder, name);
          writeFileSync(file, bytes);
          if (target !== 'both' && stored !== (target === 'base' ? base : own)) continue;
          const older = 'which' in made ? (others[made.which % others.length] ?? bytes) : bytes;
          if (made.is === 'deleted') rmSync(file);
          else if (made.is === 'another version') writeFileSync(file, older);
          else if (made.is === 'the other file') writeFileSync(file, other.bytes);
          else writeFileSync(file, damagedCopy({ bytes, older }, made.damage));
        }
        const opened = IndexReader.open(indexFileOf(tree));
        if ('index' in opened) {
          if (!opened.index.problem) assert.ok(states.includes(contentOf(opened.index)), 'a state that never was');
          await assertTrueHits(tree);
        }
        if ('problem' in opened || opened.index.problem) told++;
        await index(tree);
        const repaired = read(indexFileOf(tree));
        assert.equal(repaired.problem, undefined);
        assert.equal(contentOf(repaired), whole);
        await assertTrueHits(tree);
        const left = readdirSync(folder).filter((name) => /\.(tmp|lock|next)/.test(name));
        assert.deepEqual(left, []);
      }),
      { numRuns: runs(60), seed: 24 },
    );
    assert.ok(told > runs(60) / 3, `${told}`);
  });
});
