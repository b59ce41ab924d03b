/** Rows of an older version of a file are kept for a while, and everything that knows the files of an index sees when they count again. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { SegmentFiles } from '../../../../src/engine/service/folder-index';
import type { LoadedSegment } from '../../../../src/index/file/loaded-segment';
import type { CurrentFile, NewFile } from '../../../../src/index/format/segment-contents';
import { GraphKeeper, IndexedPaths } from '../../../../src/index/graph/graph-keeper';
import { IndexLinks } from '../../../../src/index/graph/index-links';
import type { IndexWriter } from '../../../../src/index/write/index-writer';
import { removeTemporaryFolders, temporaryFolder } from './index-folders';
import { openToy, toyFile, toySegment } from './toy-index';

describe('older versions of files', () => {
  let writer: IndexWriter;
  beforeEach(async () => {
    writer = await openToy(join(temporaryFolder(), 'index.cgx'));
  });
  afterEach(async () => {
    await writer.close();
    removeTemporaryFolders();
  });

  const append = async (files: readonly NewFile[], removed: readonly string[] = []): Promise<void> => {
    assert.ok('sequence' in (await writer.append(toySegment(files, removed))));
  };
  const older = (path: string): CurrentFile[] =>
    [...writer.index.contents.deadFiles(new Set([path]))].map(({ segment, file }) => ({
      ...{ path, sequence: segment.sequence, file, mtimeMs: 1 },
    }));
  const revive = async (path: string, size: number, removed: readonly string[] = []): Promise<void> => {
    const found = older(path).find(({ sequence, file }) => segment(sequence).file(file).size === size);
    assert.ok(found);
    assert.ok('sequence' in (await writer.append({ ...toySegment([], removed), current: [found] })));
    assert.equal(writer.index.file(path)?.size, size);
  };
  const segment = (sequence: number): LoadedSegment => {
    const found = writer.index.contents.segments.find((one) => one.sequence === sequence);
    assert.ok(found);
    return found;
  };
  const sizes = (path: string): number[] => older(path).map(({ sequence, file }) => segment(sequence).file(file).size);
  const files = (...versions: number[]): NewFile[] => versions.map((version, i) => toyFile(`${i}.ts`, version));

  it('are kept by compaction if asked for: of each file the one that counted last', async () => {
    await append(files(1, 1, 1, 1, 1));
    await append([toyFile('0.ts', 2)]);
    await append([toyFile('0.ts', 3)], ['1.ts']);
    await revive('0.ts', 1);
    await append([toyFile('0.ts', 4)]);
    assert.deepEqual(sizes('0.ts'), [1, 2, 3]);
    assert.equal((await writer.compact({ keepsOlder: true })).problem, undefined);
    assert.deepEqual([sizes('0.ts'), sizes('1.ts'), sizes('2.ts')], [[1], [1], []]);
    assert.equal(writer.index.file('0.ts')?.size, 4);
    assert.equal(writer.index.file('1.ts'), undefined);
    const { appended, deadRows } = writer.index.stats();
    assert.deepEqual({ appended, deadRows }, { appended: 0, deadRows: 10 });
    await revive('1.ts', 1);
    await revive('0.ts', 1);
    assert.equal((await writer.compact()).problem, undefined);
    assert.equal(writer.index.stats().deadRows, 0);
    assert.deepEqual(
      [...writer.index.files()].map(({ size }) => size),
      [1, 1, 1, 1, 1],
    );
  });

  it('are kept as long as they have no more rows than what counts: those that were replaced last', async () => {
    await append(files(1, 1, 1, 1));
    await append(files(2, 2, 2, 2));
    assert.equal((await writer.compact({ keepsOlder: true })).problem, undefined);
    assert.deepEqual(['0.ts', '1.ts', '2.ts', '3.ts'].map(sizes), [[1], [1], [1], [1]]);
    await append([], ['0.ts', '1.ts']);
    assert.equal((await writer.compact({ keepsOlder: true })).problem, undefined);
    assert.deepEqual(['0.ts', '1.ts', '2.ts', '3.ts'].map(sizes), [[2], [2], [], []]);
  });

  it('are dropped when they cannot be used', async () => {
    await append(files(1, 1, 1, 1));
    await append(files(2, 2, 2));
    const skipped = { reason: 'binary', message: 'it is binary' };
    await append([{ ...toyFile('0.ts', 3), chunks: [], skipped }]);
    await append([toyFile('0.ts', 4)]);
    assert.ok('sequence' in (await writer.append(toySegment([toyFile('1.ts', 3)], [], false))));
    await append([toyFile('1.ts', 4)]);
    assert.equal((await writer.compact({ keepsOlder: true })).problem, undefined);
    // Not the skipped file, and not the one without vectors.
    assert.deepEqual([sizes('0.ts'), sizes('1.ts')], [[2], [2]]);
  });

  it('are counted when they are revived, although another file of the segment dies at once', async () => {
    const python = { ...toyFile('1.py', 1), language: 'python' };
    await append([toyFile('0.ts', 1), python]);
    await append([], ['1.py']);
    const [first] = writer.index.contents.segments;
    assert.ok(first);
    const counted = new SegmentFiles(first);
    assert.deepEqual([...counted.perLanguage()], [['typescript', 1]]);
    await revive('1.py', 1, ['0.ts']);
    assert.deepEqual([...counted.perLanguage()], [['python', 1]]);
  });

  it('are in the graph when they are revived, and not before', async () => {
    const linked = (path: string, version: number, namespace: string): NewFile => ({
      ...toyFile(path, version),
      links: { namespace, imports: [], definitions: [], references: [], chunkUses: [[], [], [], [], []] },
    });
    await append([linked('0.cs', 1, 'App.Old'), linked('1.cs', 1, 'App')]);
    await append([linked('0.cs', 2, 'App.New')]);
    const { contents } = writer.index;
    const links = (): IndexLinks => {
      const index = { segments: contents.segments, place: () => undefined };
      return new IndexLinks(index, new IndexedPaths(contents.paths(), () => undefined));
    };
    const known = (): boolean[] => ['App', 'App.Old', 'App.New'].map((name) => links().hasNamespace(name));
    assert.deepEqual(known(), [true, false, true]);
    await revive('0.cs', 1);
    assert.deepEqual(known(), [true, true, false]);
  });

  it('make the graph read the paths and the configuration again', async () => {
    await append([toyFile('a.ts', 1), toyFile('b.ts', 1), toyFile('tsconfig.json', 1)]);
    await append([toyFile('tsconfig.json', 2)], ['b.ts']);
    const { contents } = writer.index;
    let reads = 0;
    const keeper = new GraphKeeper(
      {
        get segments() {
          return contents.segments;
        },
        get pathCount() {
          return contents.fileCount;
        },
        paths: () => {
          reads++;
          return contents.paths();
        },
        place: () => undefined,
        textOf: () => undefined,
      },
      () => undefined,
    );
    const readsNow = (): number => {
      keeper.reset();
      keeper.get();
      return reads;
    };
    assert.equal(readsNow(), 1);
    await append([toyFile('a.ts', 2)]);
    assert.equal(readsNow(), 1);
    await revive('b.ts', 1, ['a.ts']);
    assert.equal(readsNow(), 2);
    await revive('tsconfig.json', 1);
    assert.equal(readsNow(), 3);
  });
});
