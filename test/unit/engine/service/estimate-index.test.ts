/** The expected indexing time comes from the size of the folder and the speed of the machine, before anything is read. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indexFolder } from '../../../../src/engine/indexer/indexer';
import {
  estimateIndex,
  estimateOf,
  type MachineSpeed,
  secondsFor,
} from '../../../../src/engine/service/estimate-index';
import { InThreadPool } from '../../../../src/engine/workers/in-thread-pool';
import { removeTemporaryFolders } from '../../index/file/index-folders';
import { folderOf, put, setupOf, source } from './running-service';

const idle: MachineSpeed = { cores: 2, load: 0, speed: 1 };
const none = { files: 0, bytes: 0 };
const large = { files: 1000, bytes: 1e9, indexed: none };

describe('the estimated time', () => {
  afterEach(removeTemporaryFolders);

  it('is close to what was measured: 15.6 MB on two cores with five other busy processes took 15 s to 34 s', () => {
    // The piece of work took 1.65 ms on that machine.
    const speed = 3.4 / 1.65;
    const seconds = secondsFor(15.6e6, { cores: 2, load: 5.75, speed });
    assert.ok(seconds > 20 && seconds < 34, `${seconds}`);
    assert.ok(secondsFor(15.6e6, { ...idle, speed }) < 11);
  });

  it('is close to what was measured: 31.3 MB beside eight other busy processes took 71 s', () => {
    const seconds = secondsFor(31.3e6, { ...idle, load: 8 });
    assert.ok(seconds > 71 / 1.5 && seconds < 71 * 1.5, `${seconds}`);
  });

  // Megabytes and seconds, on two cores that did nothing else.
  const measured: readonly (readonly [tree: string, megabytes: number, seconds: number])[] = [
    ['the Linux kernel', 969, 774],
    ['523 files of its C', 11.1, 13.2],
    ['131 files of its C', 3.1, 6],
    ['1,759 files of its documentation', 7.9, 8.9],
    ['1,271 device trees', 8.8, 9.3],
    ['Python: 1,157 files of Django', 6.1, 7.4],
    ['Java: 827 files of Guava', 7.1, 8.4],
    ['Java: 119 files of Guava', 1.2, 2.7],
    ['Rust: 897 files of Ruff', 6.4, 8.9],
    ['Go and Markdown: 1,608 files of Hugo', 5.3, 8.6],
    ['C++: 687 files of Assimp', 8.4, 10.5],
    ['PHP: 788 files of CakePHP', 4.9, 5.7],
    ['Ruby: 908 files of Sequel', 9.1, 9.6],
    ['Kotlin: 972 files of Arrow', 4.1, 8.7],
    ['C#: 971 files of NLog', 7.1, 9.3],
    ['TypeScript: 1,299 files of Codegrain', 4.9, 7.2],
    ['JavaScript: 182 files of packages', 2.3, 5.8],
  ];
  for (const [tree, megabytes, seconds] of measured)
    it(`is within a factor of 1.5 for ${tree}`, () => {
      const factor = secondsFor(megabytes * 1e6, idle) / seconds;
      assert.ok(factor > 1 / 1.5 && factor < 1.5, `${factor}`);
    });

  it('grows with the folder and the load, shrinks with cores and their speed, and is never zero', () => {
    const bytes = fc.integer({ min: 0, max: 1e10 });
    const machine = fc.record({
      cores: fc.integer({ min: 1, max: 256 }),
      load: fc.double({ min: 0, max: 500, noNaN: true }),
      speed: fc.double({ min: 0.05, max: 20, noNaN: true }),
    });
    fc.assert(
      fc.property(bytes, machine, (size, one) => {
        const seconds = secondsFor(size, one);
        assert.ok(Number.isFinite(seconds) && seconds > 0);
        assert.ok(secondsFor(size * 2, one) >= seconds);
        assert.ok(secondsFor(size, { ...one, load: one.load + 1 }) >= seconds);
        assert.ok(secondsFor(size, { ...one, cores: one.cores + 1 }) <= seconds);
        assert.ok(secondsFor(size, { ...one, speed: one.speed * 2 }) <= seconds);
      }),
    );
  });

  it('does not promise that a hundred cores are a hundred times as fast', () => {
    assert.ok(secondsFor(1e9, { ...idle, cores: 100 }) > secondsFor(1e9, { ...idle, cores: 1 }) / 10);
  });

  it('is part of every estimate, and is zero for an empty folder', async () => {
    const { signal } = new AbortController();
    const { seconds } = await estimateIndex(setupOf(folderOf({ 'a.ts': source('alpha') })), signal);
    assert.ok(seconds > 0 && seconds < 600, `${seconds}`);
    assert.deepEqual(await estimateIndex(setupOf(folderOf({})), signal), {
      files: 0,
      bytes: 0,
      indexed: none,
      seconds: 0,
      indexBytes: 0,
    });
  });

  it('is that of the files that fit into the limit on the index', async () => {
    const whole = estimateOf(large, 0.5, undefined, idle);
    assert.deepEqual([whole.indexBytes, whole.fittingBytes], [5e8, undefined]);
    assert.deepEqual(estimateOf(large, 0.5, 6e8, idle), whole);
    const limited = estimateOf(large, 0.5, 1e8, idle);
    assert.deepEqual([limited.indexBytes, limited.fittingBytes], [5e8, 2e8]);
    assert.equal(limited.seconds, secondsFor(2e8, idle));
  });

  it('is that of the files that an index which is there does not have', async () => {
    const { signal } = new AbortController();
    const root = folderOf({ 'a.ts': source('alpha', 400), 'b.ts': source('beta', 400) });
    const setup = setupOf(root);
    const all = await estimateIndex(setup, signal);
    assert.deepEqual(all.indexed, none);
    await indexFolder(root, { pool: new InThreadPool() });
    const { files, bytes } = all;
    assert.deepEqual((await estimateIndex(setup, signal)).indexed, { files, bytes });
    put(root, 'b.ts', source('gamma', 500));
    put(root, 'c.ts', source('delta'));
    assert.equal((await estimateIndex(setup, signal)).indexed.files, 1);
    // With other options the index is made again.
    const other = { ...setup, chunk: { ...setup.chunk, maxTokens: 77 } };
    assert.deepEqual((await estimateIndex(other, signal)).indexed, none);
    assert.equal(
      estimateOf({ ...large, indexed: { files: 999, bytes: 1e9 } }, 0.5, undefined, idle).seconds,
      secondsFor(0, idle),
    );
  });

  it('takes the size of an index that is there', async () => {
    const { signal } = new AbortController();
    const root = folderOf({ 'a.ts': source('alpha', 40_000) });
    const before = await estimateIndex(setupOf(root), signal);
    assert.equal(before.indexBytes, Math.round(before.bytes / 2));
    put(root, '.codegrain/index.cgx', 'x'.repeat(Math.round(before.bytes * 0.6)));
    assert.equal((await estimateIndex(setupOf(root), signal)).indexBytes, Math.round(before.bytes * 0.6));
    const { fittingBytes = 0 } = await estimateIndex(setupOf(root, { maxIndexBytes: before.bytes * 0.3 }), signal);
    assert.ok(Math.abs(fittingBytes - before.bytes / 2) < 10);
  });
});
