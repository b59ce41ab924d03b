/** An index that continues another one answers as if it had everything itself, whatever happens to the other one. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { IndexReader } from '../../../../src/index/file/index-reader';
import type { NewFile } from '../../../../src/index/format/segment-contents';
import type { IndexWriter } from '../../../../src/index/write/index-writer';
import { unsettled } from '../../../../src/workspace/folder-changes';
import { runs } from '../../random-runs';
import { fileArbitrary } from './arbitrary-contents';
import { FileVersions, type ReviveStep, reviveStep } from './file-versions';
import { removeTemporaryFolders, temporaryFolder } from './index-folders';
import { describeFiles, describeIndex, openToy, settings, stamped, toyFile, toySegment, toyVectors } from './toy-index';

const paths = ['a.ts', 'src/b.ts', 'src/bc.ts', 'src/ä/😀.md', 'z'];

type Step =
  | { readonly is: 'append'; readonly files: readonly NewFile[]; readonly removed: readonly string[] }
  | { readonly is: 'stamp'; readonly paths: readonly string[]; readonly mtimeMs: number }
  | ReviveStep
  | { readonly is: 'compact' | 'compact with older versions' | 'reopen' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('append' as const),
      files: fc.subarray(paths, { maxLength: 4 }).chain((chosen) => fc.tuple(...chosen.map(fileArbitrary))),
      removed: fc.subarray([...paths, 'never-there'], { maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('stamp' as const),
      paths: fc.subarray(paths),
      mtimeMs: fc.integer({ min: 1, max: 1e12 }),
    }),
  },
  { weight: 4, arbitrary: reviveStep(paths) },
  { weight: 2, arbitrary: fc.constant({ is: 'compact' as const }) },
  { weight: 2, arbitrary: fc.constant({ is: 'compact with older versions' as const }) },
  { weight: 1, arbitrary: fc.constant({ is: 'reopen' as const }) },
);

/** Compaction makes records of a few rows, and copies those that are large beside what comes after them. */
const tiers = { rowsPerRecord: 6, minCopiedRows: 2 };

/** An index and what it must answer. */
class Tracked {
  constructor(
    readonly path: string,
    public writer: IndexWriter,
    readonly model: Map<string, NewFile>,
    readonly versions = new FileVersions(),
  ) {}

  async do(step: Step): Promise<void> {
    const { model } = this;
    if (step.is === 'append') {
      for (const path of step.removed) model.delete(path);
      for (const file of step.files) {
        model.set(file.path, file);
        this.versions.add(file);
      }
      assert.ok('sequence' in (await this.writer.append(toySegment(step.files, step.removed))));
    } else if (step.is === 'revive') {
      const chosen = this.versions.choose(this.writer.index.contents, step);
      for (const { file } of chosen) model.set(file.path, file);
      const revived = chosen.map((version) => version.revived);
      assert.ok('sequence' in (await this.writer.append({ ...toySegment([]), current: revived })));
    } else if (step.is === 'stamp') {
      const { mtimeMs } = step;
      const known = step.paths.filter((path) => model.has(path));
      for (const path of known) model.set(path, { ...this.file(path), mtimeMs });
      const current = stamped(this.writer.index, known, mtimeMs);
      assert.ok('sequence' in (await this.writer.append({ ...toySegment([]), current })));
    } else if (step.is === 'reopen') {
      await this.writer.close();
      this.writer = await openToy(this.path, tiers);
    } else {
      const keepsOlder = step.is === 'compact with older versions';
      assert.equal((await this.writer.compact({ keepsOlder })).problem, undefined);
    }
  }

  check(): void {
    assert.equal(describeIndex(this.writer.index), describeFiles(this.model.values()));
    assert.equal(describeIndex(openReader(this.path)), describeFiles(this.model.values()));
  }

  private file(path: string): NewFile {
    const file = this.model.get(path);
    assert.ok(file);
    return file;
  }
}

function openReader(path: string): IndexReader {
  const opened = IndexReader.open(path);
  assert.ok('index' in opened, JSON.stringify(opened));
  return opened.index;
}

async function newIndex(files: readonly NewFile[]): Promise<Tracked> {
  const path = join(temporaryFolder(), 'index.cgx');
  const writer = await openToy(path, tiers);
  await writer.append(toySegment(files));
  const versions = new FileVersions();
  for (const file of files) versions.add(file);
  return new Tracked(path, writer, new Map(files.map((file) => [file.path, file])), versions);
}

/** A new index that continues another one. The times of its files are not known yet. */
async function continued(base: Tracked, folder = temporaryFolder()): Promise<Tracked> {
  const path = join(folder, 'index.cgx');
  const writer = await openToy(path, { ...tiers, candidates: async () => [base.path] });
  const model = new Map([...base.model].map(([name, file]) => [name, { ...file, mtimeMs: unsettled }]));
  return new Tracked(path, writer, model, base.versions.copy());
}

const files = (count: number): NewFile[] => Array.from({ length: count }, (_, i) => toyFile(`src/${i}.ts`, i + 1));

function basesNextTo(path: string): string[] {
  return readdirSync(join(path, '..')).filter((name) => name.includes('.base-'));
}

describe('an index that continues another one', function () {
  this.timeout(120_000);
  afterEach(removeTemporaryFolders);

  it('answers like a plain table, while both are changed, compacted and reopened', async () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('base', 'own'), step), { maxLength: 10 });
    const first = fc.tuple(...paths.slice(0, 3).map(fileArbitrary));
    await fc.assert(
      fc.asyncProperty(first, fc.array(step, { maxLength: 3 }), steps, async (contents, before, after) => {
        const base = await newIndex(contents);
        for (const step of before) await base.do(step);
        const isEmpty = base.model.size === 0;
        const own = await continued(base);
        try {
          assert.equal(own.writer.index.contents.about?.shared !== undefined, !isEmpty);
          own.check();
          for (const [which, step] of after) {
            await (which === 'base' ? base : own).do(step);
            base.check();
            own.check();
          }
        } finally {
          await base.writer.close();
          await own.writer.close();
        }
      }),
      { numRuns: runs(25) },
    );
  });

  it('takes no room for what it shares', async () => {
    const base = await newIndex(files(800));
    await base.do({ is: 'compact' });
    const own = await continued(base);
    await own.do({ is: 'stamp', paths: [...own.model.keys()], mtimeMs: 5 });
    await own.do({ is: 'append', files: [toyFile('src/7.ts', 1000)], removed: ['src/8.ts'] });
    own.check();
    const [name] = basesNextTo(own.path);
    assert.ok(name);
    assert.equal(statSync(join(own.path, '..', name)).ino, statSync(base.path).ino);
    assert.ok(
      statSync(own.path).size < statSync(base.path).size / 20,
      `${statSync(own.path).size} of ${statSync(base.path).size}`,
    );
    await own.writer.close();
    await base.writer.close();
  });

  it('has the vectors of the other one: nothing is embedded twice', async () => {
    const base = await newIndex(files(3));
    const own = await continued(base);
    const hash = base.model.get('src/1.ts')?.chunks[0]?.hash ?? '';
    assert.deepEqual(own.writer.vectorOf(hash)?.vector, toyVectors([{ hash }]).vectors);
    await own.writer.close();
    await base.writer.close();
  });

  it('does not notice that the other one is compacted, cleared, moved or deleted', async () => {
    const base = await newIndex(files(20));
    const own = await continued(base);
    await base.do({ is: 'append', files: [toyFile('src/3.ts', 99)], removed: ['src/4.ts'] });
    own.check();
    await base.do({ is: 'compact' });
    own.check();
    assert.equal((await base.writer.clear()).problem, undefined);
    await base.writer.close();
    rmSync(join(base.path, '..'), { recursive: true });
    await own.do({ is: 'reopen' });
    own.check();
    await own.writer.close();
  });

  it('becomes an index of its own when most of it is different, and lets go of the other one', async () => {
    const base = await newIndex(files(20));
    const own = await continued(base);
    await own.do({ is: 'append', files: files(20).map(({ path }) => toyFile(path, 77)), removed: [] });
    await own.do({ is: 'compact' });
    own.check();
    assert.equal(own.writer.index.contents.about?.shared, undefined);
    await own.do({ is: 'reopen' });
    assert.deepEqual(basesNextTo(own.path), []);
    own.check();
    await own.writer.close();
    await base.writer.close();
  });

  it('offers its own base to a third one', async () => {
    const base = await newIndex(files(20));
    const second = await continued(base);
    await second.do({ is: 'append', files: [toyFile('only-here.ts', 1)], removed: [] });
    const third = await continued(second);
    third.model.delete('only-here.ts');
    third.check();
    assert.equal(third.writer.index.contents.about?.shared?.end, second.writer.index.contents.about?.shared?.end);
    for (const { writer } of [base, second, third]) await writer.close();
  });

  it('continues no index of another model, without all its vectors, damaged or empty', async () => {
    const base = await newIndex(files(2));
    const path = (): string => join(temporaryFolder(), 'index.cgx');
    const isShared = async (from: string, own = settings): Promise<boolean> => {
      const writer = await openToy(path(), { candidates: async () => [from] }, own);
      await writer.close();
      return writer.index.contents.about?.shared !== undefined;
    };
    assert.equal(await isShared(base.path), true);
    assert.equal(await isShared(base.path, { ...settings, model: 'other' }), false);
    assert.equal(await isShared(base.path, { ...settings, chunker: '2' }), false);
    assert.equal(await isShared(path()), false);
    await base.writer.append(toySegment([toyFile('late.ts', 1)], [], false));
    assert.equal(await isShared(base.path), false);
    await base.writer.close();
    const whole = readFileSync(base.path);
    whole.fill(0, 200, 2000);
    writeFileSync(base.path, whole);
    assert.equal(await isShared(base.path), false);
  });

  it('is made again if its base is gone, cut off or changed; it never answers from another one', async () => {
    const damages: ((file: string) => void)[] = [
      (file) => rmSync(file),
      (file) => truncateSync(file, 1000),
      (file) => writeFileSync(file, ''),
      (file) => {
        const bytes = readFileSync(file);
        bytes[700] = (bytes[700] ?? 0) ^ 1;
        writeFileSync(file, bytes);
      },
    ];
    for (const damage of damages) {
      const base = await newIndex(files(10));
      const own = await continued(base);
      await own.do({ is: 'append', files: [toyFile('own.ts', 1)], removed: [] });
      await own.writer.close();
      await base.writer.close();
      const [name] = basesNextTo(own.path);
      damage(join(own.path, '..', name ?? ''));
      const opened = IndexReader.open(own.path);
      assert.ok('problem' in opened);
      assert.equal(opened.problem.reason, 'damaged');
      const writer = await openToy(own.path);
      assert.deepEqual([...writer.index.files()], []);
      assert.deepEqual(basesNextTo(own.path), []);
      await writer.close();
    }
  });

  it('is repaired with its base when it is damaged itself', async () => {
    const base = await newIndex(files(10));
    const own = await continued(base);
    for (let i = 0; i < 3; i++) await own.do({ is: 'append', files: [toyFile(`own/${i}.ts`, 1)], removed: [] });
    await own.writer.close();
    const bytes = readFileSync(own.path);
    writeFileSync(own.path, bytes.fill(0, bytes.length >> 1));
    const read = openReader(own.path);
    assert.ok(read.damage);
    const found = [...read.files()].map(({ path }) => path);
    for (const path of base.model.keys()) assert.ok(found.includes(path), path);
    own.writer = await openToy(own.path);
    assert.equal(own.writer.index.damage, undefined);
    await own.writer.append(toySegment([0, 1, 2].map((i) => toyFile(`own/${i}.ts`, 1))));
    own.check();
    await own.writer.close();
    await base.writer.close();
  });

  it('copies its base from another disk', async function () {
    const base = await newIndex(files(5));
    if (statSync(tmpdir()).dev === statSync(base.path).dev) this.skip();
    const other = join(tmpdir(), `codegrain-base-${process.pid}`);
    try {
      const own = await continued(base, other);
      own.check();
      assert.equal(basesNextTo(own.path).length, 1);
      await own.writer.close();
    } finally {
      rmSync(other, { recursive: true, force: true });
      await base.writer.close();
    }
  });
});
