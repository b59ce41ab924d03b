/** Compaction writes records of a limited size, and does not write again what is large and has not changed. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { IndexReader } from '../../../../src/index/file/index-reader';
import type { NewFile } from '../../../../src/index/format/segment-contents';
import type { IndexWriter } from '../../../../src/index/write/index-writer';
import { removeTemporaryFolders, temporaryFolder } from '../file/index-folders';
import { describeIndex, openToy, stamped, toyFile, toySegment } from '../file/toy-index';

describe('the records of a compacted index', () => {
  let writer: IndexWriter;
  let path: string;
  beforeEach(async () => {
    path = join(temporaryFolder(), 'index.cgx');
    writer = await openToy(path, { rowsPerRecord: 100, minCopiedRows: 40 });
  });
  afterEach(async () => {
    await writer.close();
    removeTemporaryFolders();
  });

  const files = (from: number, to: number, version: number): NewFile[] =>
    Array.from({ length: to - from }, (_, i) => toyFile(`${from + i}.ts`, version));
  const append = async (added: readonly NewFile[], removed: readonly string[] = []): Promise<void> => {
    assert.ok('sequence' in (await writer.append(toySegment(added, removed))));
  };
  /** Compaction must change nothing that is seen. */
  const compact = async (keepsOlder = true): Promise<void> => {
    const before = describeIndex(writer.index);
    assert.equal((await writer.compact({ keepsOlder })).problem, undefined);
    const opened = IndexReader.open(path);
    assert.ok('index' in opened);
    assert.equal(describeIndex(opened.index), before);
    assert.equal(describeIndex(writer.index), before);
  };
  const sizes = (): number[] => writer.index.segments.map(({ searched }) => searched);

  it('have at most so many rows, whatever the records were before', async () => {
    for (let first = 0; first < 48; first += 8) await append(files(first, first + 8, 1));
    await compact();
    assert.deepEqual(sizes(), [100, 100, 40]);
    await append(files(48, 98, 1));
    await append([], ['50.ts', '97.ts']);
    await compact(false);
    assert.deepEqual(sizes(), [100, 100, 100, 100, 80]);
    assert.equal(writer.index.stats().appended, 0);
  });

  it('stay as they are if they are large beside what comes after them', async () => {
    await append(files(0, 20, 1));
    await append(files(20, 29, 1));
    await append(files(29, 30, 1));
    await append(files(30, 31, 1));
    await compact();
    // The second has less than half of the rows of a record, but four times those of both after it.
    assert.deepEqual(sizes(), [100, 45, 10]);
    await append(files(31, 39, 1));
    await append(files(39, 47, 1));
    await compact();
    assert.deepEqual(sizes(), [100, 100, 35]);
  });

  it('may have a few dead rows, unless older versions are not kept', async () => {
    await append(files(0, 20, 1));
    await append([toyFile('3.ts', 2)], ['4.ts']);
    await append([toyFile('3.ts', 3)]);
    await compact();
    // An older version and the current one of a path are in two records.
    assert.deepEqual(sizes(), [100, 5, 5]);
    assert.equal(writer.index.stats().deadRows, 15);
    assert.equal(writer.index.file('3.ts')?.size, 3);
    assert.equal(writer.index.file('4.ts'), undefined);
    for (const version of [2, 3]) await append([toyFile('5.ts', version), toyFile('6.ts', version)]);
    await compact();
    // More than an eighth of the rows would be useless, so one older version of each file is left.
    assert.equal(writer.index.stats().deadRows, 20);
    await compact(false);
    assert.equal(writer.index.stats().deadRows, 0);
  });

  it('say which version counts, if that is before another one', async () => {
    await append(files(0, 20, 1));
    await append([toyFile('3.ts', 2)]);
    const [dead] = [...writer.index.contents.deadFiles()];
    assert.ok(dead);
    const current = [{ sequence: dead.segment.sequence, file: dead.file, mtimeMs: 7 }];
    assert.ok('sequence' in (await writer.append({ ...toySegment([]), current })));
    await compact();
    assert.equal(writer.index.file('3.ts')?.size, 1);
    assert.equal(writer.index.file('3.ts')?.mtimeMs, 7);
    assert.equal(sizes()[0], 100);
  });

  it('have the new times of files that did not change', async () => {
    await append(files(0, 20, 1));
    const current = stamped(writer.index, ['3.ts'], 99);
    assert.ok('sequence' in (await writer.append({ ...toySegment([]), current })));
    await append(files(20, 21, 1));
    await compact();
    assert.deepEqual(sizes(), [100, 5]);
    const opened = IndexReader.open(path);
    assert.ok('index' in opened);
    assert.equal(opened.index.file('3.ts')?.mtimeMs, 99);
  });
});
