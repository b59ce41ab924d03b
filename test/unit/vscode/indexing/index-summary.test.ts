/** The state of all indexes of a window in one word. */
import assert from 'node:assert/strict';
import type { FolderStatus } from '../../../../src/engine/service-protocol';
import type { IndexState } from '../../../../src/vscode/indexing/index-summary';
import { summarizeIndexes } from '../../../../src/vscode/indexing/index-summary';

const folder = (part: Partial<FolderStatus> = {}): FolderStatus => ({
  root: '/a',
  is: 'ready',
  isStale: false,
  isReader: false,
  files: 10,
  languages: ['python'],
  chunks: 40,
  bytes: 1000,
  memory: 500,
  ...part,
});
const state = (folders: readonly FolderStatus[], part: Partial<IndexState> = {}): IndexState => ({
  consent: 'given',
  folders,
  isPaused: false,
  ...part,
});
const progress = { step: 'chunking', done: 3, total: 10, chunks: 7, bytes: 5, megabytesPerSecond: 1 } as const;
const working = (remainingSeconds: number | undefined) =>
  folder({ is: 'indexing', progress: { ...progress, remainingSeconds } });

describe('the summary of the indexes', () => {
  it('says what matters most to the user', () => {
    const failed = folder({ is: 'failed', problem: { reason: 'disk-full', message: 'no space is left' } });
    const absent = folder({ is: 'absent' });
    const cases: readonly (readonly [IndexState, string])[] = [
      [state([folder()], { consent: 'unasked' }), 'unasked'],
      [state([], { consent: 'unavailable' }), 'unavailable'],
      [state([folder(), folder()]), 'ready'],
      [state([folder(), folder({ isStale: true })]), 'stale'],
      [state([folder(), absent]), 'stale'],
      [state([absent, absent]), 'absent'],
      [state([]), 'absent'],
      [state([folder(), failed]), 'failed'],
      [state([failed, working(1)]), 'indexing'],
      [state([working(1)], { isPaused: true }), 'paused'],
    ];
    for (const [each, expected] of cases) assert.equal(summarizeIndexes(each).is, expected);
    assert.deepEqual(summarizeIndexes(state([failed, failed])).problems, ['no space is left']);
  });

  it('says how many files can be searched while folders are indexed', () => {
    const growing = folder({
      is: 'indexing',
      files: 3,
      progress: { ...progress, folderFiles: 20, remainingSeconds: undefined },
    });
    // Seven of ten files are still to be read, and another folder has ten.
    assert.deepEqual(summarizeIndexes(state([growing, folder()])).searchable, { files: 23, all: 30 });
    assert.equal(summarizeIndexes(state([working(1)])).searchable, undefined);
    assert.equal(summarizeIndexes(state([folder()])).searchable, undefined);
  });

  it('says how many files can be searched after that was paused or stopped', () => {
    const paused = folder({
      is: 'paused',
      files: 3,
      progress: { ...progress, folderFiles: 20, remainingSeconds: undefined },
    });
    assert.deepEqual(summarizeIndexes(state([paused], { isPaused: true })).searchable, { files: 13, all: 20 });
    const stopped = summarizeIndexes(state([folder({ isStale: true, folderFiles: 40 }), folder()]));
    assert.deepEqual([stopped.is, stopped.searchable], ['stale', { files: 20, all: 50 }]);
    // All files are there, some in an older version.
    assert.equal(summarizeIndexes(state([folder({ isStale: true, folderFiles: 10 })])).searchable, undefined);
  });

  it('says what is missing from damaged indexes', () => {
    const damaged = (lostFiles: number | undefined): FolderStatus => {
      const damage = { bytes: 10, lostFiles };
      return folder({ damage: { reason: 'damaged', message: 'the index is damaged', damage } });
    };
    const two = summarizeIndexes(state([damaged(2), damaged(3), folder()]));
    assert.equal(two.is, 'stale');
    assert.equal(two.damage?.lostFiles, 5);
    assert.equal(summarizeIndexes(state([damaged(2), damaged(undefined)])).damage?.lostFiles, undefined);
    assert.equal(summarizeIndexes(state([folder()])).damage, undefined);
  });

  it('adds up the sizes and progress of the folders', () => {
    const summary = summarizeIndexes(state([working(4), working(9), folder({ isReader: true })]));
    assert.deepEqual([summary.files, summary.chunks, summary.bytes], [30, 120, 3000]);
    assert.deepEqual(summary.progress, { step: 'chunking', done: 6, total: 20 });
    assert.equal(summary.remainingSeconds, 9);
    assert.equal(summary.isShared, true);
    assert.equal(summarizeIndexes(state([working(undefined)])).remainingSeconds, undefined);
  });

  it('knows which indexes would be larger than their limit', () => {
    const overrun = { limit: 1e6, expected: 2e6, files: 5, folders: [{ path: 'src', saves: 1e6 }] };
    const full = folder({
      root: '/b',
      is: 'failed',
      problem: { reason: 'too-large', message: 'at its limit', overrun },
    });
    const { is, overruns } = summarizeIndexes(state([folder(), full]));
    assert.equal(is, 'failed');
    assert.deepEqual(overruns, [{ root: '/b', overrun }]);
  });
});
