/** The index returns what was put in, whatever its history. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { IndexReader, type ReaderOptions } from '../../../../src/index/file/index-reader';
import { type NewFile, searchedChunks } from '../../../../src/index/format/segment-contents';
import { packFourBits } from '../../../../src/index/vectors/four-bit-values';
import type { WriterOptions } from '../../../../src/index/write/index-writer';
import { runs } from '../../random-runs';
import { fileArbitrary } from '../file/arbitrary-contents';
import { FileVersions, type ReviveStep, reviveStep } from '../file/file-versions';
import { removeTemporaryFolders, temporaryFolder } from '../file/index-folders';
import { describeFiles, describeIndex, dimensions, openToy, toyFile, toySegment, toyVectors } from '../file/toy-index';

function openReader(path: string, options: ReaderOptions = {}): IndexReader {
  const opened = IndexReader.open(path, options);
  assert.ok('index' in opened, JSON.stringify(opened));
  return opened.index;
}

const paths = ['a.ts', 'src/b.ts', 'src/bc.ts', 'src/ä/😀.md', 'z'];

type Step =
  | {
      readonly is: 'append';
      readonly files: readonly NewFile[];
      readonly removed: readonly string[];
      readonly vectors: boolean;
    }
  | ReviveStep
  | { readonly is: 'compact' | 'compact with older versions' | 'fill' | 'reopen' | 'clear' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('append' as const),
      files: fc.subarray(paths, { maxLength: 4 }).chain((chosen) => fc.tuple(...chosen.map(fileArbitrary))),
      removed: fc.subarray([...paths, 'never-there'], { maxLength: 2 }),
      vectors: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: reviveStep(paths) },
  { weight: 2, arbitrary: fc.constant({ is: 'compact' as const }) },
  { weight: 2, arbitrary: fc.constant({ is: 'compact with older versions' as const }) },
  { weight: 2, arbitrary: fc.constant({ is: 'fill' as const }) },
  { weight: 2, arbitrary: fc.constant({ is: 'reopen' as const }) },
  { weight: 1, arbitrary: fc.constant({ is: 'clear' as const }) },
);

/** As a small file, and as one of which most stays on the disk; merged whole, and in tiers of a few rows, with high bits apart. */
const tiers = { rowsPerRecord: 6, minCopiedRows: 2, codesFrom: 8 };
const readings: fc.Arbitrary<Pick<WriterOptions, 'memoryBytes' | 'rowsPerRecord' | 'minCopiedRows' | 'codesFrom'>> =
  fc.constantFrom({}, { memoryBytes: 0 }, tiers, { memoryBytes: 0, ...tiers });

describe('the index file', function () {
  this.timeout(120_000);
  afterEach(removeTemporaryFolders);

  it('answers like a plain table after any appends, removals, revivals, late vectors, compactions and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), readings, async (steps, options) => {
        const path = join(temporaryFolder(), 'index.cgx');
        const model = new Map<string, NewFile>();
        const embedded = new Set<string>();
        const versions = new FileVersions();
        let writer = await openToy(path, options);
        const reader = openReader(path, options);
        const expected = (): string => describeFiles(model.values(), (file) => embedded.has(file));
        try {
          for (const step of steps) {
            if (step.is === 'append') {
              for (const removed of step.removed) model.delete(removed);
              for (const file of step.files) {
                model.set(file.path, file);
                versions.add(file, step.vectors);
                if (step.vectors) embedded.add(file.path);
                else embedded.delete(file.path);
              }
              assert.ok('sequence' in (await writer.append(toySegment(step.files, step.removed, step.vectors))));
            } else if (step.is === 'revive') {
              const chosen = versions.choose(writer.index.contents, step);
              for (const { file, hasVectors } of chosen) {
                model.set(file.path, file);
                if (hasVectors) embedded.add(file.path);
                else embedded.delete(file.path);
              }
              const revived = chosen.map((version) => version.revived);
              assert.ok('sequence' in (await writer.append({ ...toySegment([]), current: revived })));
            } else if (step.is === 'compact with older versions') {
              assert.equal((await writer.compact({ keepsOlder: true })).problem, undefined);
            } else if (step.is === 'reopen') {
              await writer.close();
              writer = await openToy(path, options);
            } else if (step.is === 'fill') {
              for (const segment of writer.index.segments) {
                const rows = Uint32Array.from({ length: segment.searched }, (_, i) => i).filter(
                  (row) => segment.missing?.[row],
                );
                const chunks = Array.from(rows, (row) => ({ hash: segment.chunk(row).hash ?? '' }));
                if (rows.length === 0) continue;
                assert.ok('sequence' in (await writer.fillVectors(segment.sequence, rows, toyVectors(chunks))));
              }
              for (const file of model.keys()) embedded.add(file);
              versions.fill();
            } else {
              assert.equal((await writer[step.is]()).problem, undefined);
              if (step.is === 'clear') model.clear();
              if (step.is === 'compact') assert.equal(writer.index.stats().deadRows, 0);
            }
            assert.equal(describeIndex(writer.index), expected());
            assert.equal(typeof reader.refresh(), 'string');
            assert.equal(describeIndex(reader), expected());
          }
          assert.equal(describeIndex(openReader(path)), expected());
          assert.deepEqual([...reader.files()].map((file) => file.path).sort(), [...model.keys()].sort());
          for (const file of model.values()) {
            assert.equal(reader.searchedChunks(file.path).length, searchedChunks([file]).length);
            if (!embedded.has(file.path)) continue;
            for (const { hash } of searchedChunks([file])) {
              const { vectors, scales } = toyVectors([{ hash }]);
              assert.deepEqual(reader.vectorOf(hash), { vector: vectors, scale: scales[0] });
            }
          }
        } finally {
          await writer.close();
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it('reads several rows together like one by one', async () => {
    const files = fc.tuple(...paths.map(fileArbitrary));
    const order = fc.array(fc.nat(), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(files, order, async (contents, numbers) => {
        const path = join(temporaryFolder(), 'index.cgx');
        const writer = await openToy(path);
        await writer.append(toySegment(contents));
        await writer.close();
        const reader = openReader(path);
        const [segment] = reader.contents.segments;
        assert.ok(segment);
        const rows = segment.rows === 0 ? [] : numbers.map((number) => number % segment.rows);
        assert.deepEqual(
          segment.rowsAt(rows).map((row) => row.decoded()),
          rows.map((row) => segment.chunk(row)),
        );
        reader.dispose();
      }),
      { numRuns: runs(12) },
    );
  });

  it('keeps vectors of replaced texts until it is compacted', async () => {
    const writer = await openToy(join(temporaryFolder(), 'index.cgx'));
    const [old, changed] = [toyFile('a.ts', 1), toyFile('a.ts', 2)];
    const hash = old.chunks[0]?.hash ?? '';
    await writer.append(toySegment([old]));
    await writer.append(toySegment([changed]));
    assert.deepEqual(writer.vectorOf(hash)?.vector, toyVectors([{ hash }]).vectors);
    await writer.compact();
    assert.equal(writer.vectorOf(hash), undefined);
    assert.equal(writer.index.stats().searchedChunks, 5);
    await writer.close();
  });

  it('puts vectors on 64-byte boundaries of the file', async () => {
    const path = join(temporaryFolder(), 'index.cgx');
    const writer = await openToy(path);
    const file = toyFile('a.ts', 1);
    await writer.append(toySegment([file]));
    await writer.compact();
    await writer.close();
    const packed = packFourBits(new Uint8Array(toyVectors(file.chunks).vectors.buffer));
    const at = readFileSync(path).indexOf(packed ?? '');
    assert.ok(at > 0 && at % 64 === 0, `at ${at}`);
  });

  it('keeps all eight bits of values that need them', async () => {
    const path = join(temporaryFolder(), 'index.cgx');
    const writer = await openToy(path);
    const [first, second] = [toyFile('a.ts', 1), toyFile('b.ts', 2)];
    const segment = toySegment([first]);
    const values = Int8Array.from(segment.vectors?.vectors ?? [], (_, i) => (i % 255) - 127);
    await writer.append({ ...segment, vectors: { ...toyVectors(first.chunks), vectors: values } });
    await writer.append(toySegment([second]));
    const check = (index: IndexReader): void => {
      for (const [i, { hash }] of first.chunks.entries())
        assert.deepEqual(index.vectorOf(hash)?.vector, values.subarray(i * dimensions, (i + 1) * dimensions));
      for (const { hash } of second.chunks)
        assert.deepEqual(index.vectorOf(hash)?.vector, toyVectors([{ hash }]).vectors);
    };
    check(openReader(path));
    await writer.compact();
    check(openReader(path));
    await writer.close();
  });

  it('reports its contents from the file alone', async () => {
    const path = join(temporaryFolder(), 'index.cgx');
    const writer = await openToy(path);
    const { hash: _, ...binary } = {
      ...toyFile('logo.png', 9),
      chunks: [],
      skipped: { reason: 'binary', message: 'is binary' },
    };
    await writer.append(toySegment([toyFile('a.ts', 70), toyFile('b.ts', 80), binary]));
    await writer.append(toySegment([], ['b.ts'], false));
    await writer.close();
    const stats = openReader(path).stats();
    assert.equal(stats.files, 1);
    assert.deepEqual(stats.skipped, { binary: 1 });
    assert.equal(stats.sourceBytes, 70);
    assert.deepEqual(stats.coverage, { lines: 45, covered: 45 });
    assert.deepEqual([stats.searchedChunks, stats.parents, stats.deadRows, stats.missingVectors], [5, 0, 5, 0]);
    assert.deepEqual([stats.model, stats.chunker, stats.dimensions], ['toy', '1', dimensions]);
  });

  it('refuses rows that contradict each other, and stays as it was', async () => {
    const writer = await openToy(join(temporaryFolder(), 'index.cgx'));
    const file = toyFile('a.ts', 1);
    await writer.append(toySegment([file]));
    const before = describeIndex(writer.index);
    const [chunk] = file.chunks;
    assert.ok(chunk);
    assert.throws(() => writer.append(toySegment([file, file])), /was added twice/);
    assert.throws(() => writer.append(toySegment([{ ...file, chunks: [{ ...chunk, id: 'short' }] }])), /hexadecimal/);
    assert.throws(() => writer.append(toySegment([{ ...file, chunks: [{ ...chunk, role: 'child' }] }])), /parent/);
    await assert.rejects(writer.fillVectors(99, Uint32Array.of(0), toyVectors([chunk])), /does not have these rows/);
    assert.equal(describeIndex(writer.index), before);
    await writer.close();
  });

  it('deletes what killed processes fetched, and nothing that a living one fetches', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'index.cgx');
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    for (const end of [gone, `${gone}.part`, process.pid]) writeFileSync(`${path}.fetched-${end}`, '');
    const writer = await openToy(path);
    await writer.close();
    assert.deepEqual(readdirSync(folder).sort(), ['index.cgx', `index.cgx.fetched-${process.pid}`]);
  });

  it('keeps its folder out of git', async () => {
    const folder = join(temporaryFolder(), '.codegrain');
    const writer = await openToy(join(folder, 'index.cgx'));
    await writer.close();
    assert.equal(readFileSync(join(folder, '.gitignore'), 'utf8'), '*\n');
    assert.deepEqual(readdirSync(folder).sort(), ['.gitignore', 'index.cgx']);
  });
});
