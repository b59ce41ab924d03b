/** Changes that no file watcher reports are found. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { emptyReport, type IndexReport } from '../../../../../src/engine/indexer/index-result';
import {
  ChangePolling,
  eventSlackMs,
  lookMs,
  minPauseMs,
  type PollingReason,
  trustedPauseMs,
} from '../../../../../src/vscode/indexing/watching/change-polling';

describe('looking for changes', () => {
  let root: string;
  let comparisons: number;
  let report: IndexReport;
  let reasons: PollingReason[];
  let polling: ChangePolling;
  const limit = { setting: 'fs.inotify.max_user_watches', value: 8192 };

  const start = (watchLimit: typeof limit | undefined): void => {
    polling = new ChangePolling({
      root,
      compare: async () => {
        comparisons++;
        return report;
      },
      onPolling: (reason) => reasons.push(reason),
      watchLimit: () => watchLimit,
    });
  };
  /** Lets the files of git be read, which takes real time. */
  const pass = async (ms: number): Promise<void> => {
    mock.timers.tick(ms);
    for (let i = 0; i < 50; i++) await stat(root);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'codegrain-polling-'));
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
    comparisons = 0;
    report = emptyReport;
    reasons = [];
  });
  afterEach(() => {
    polling.dispose();
    mock.timers.reset();
    rmSync(root, { recursive: true, force: true });
  });

  it('happens seldom while the watcher works, and only when the window gets the focus', async () => {
    start(undefined);
    polling.focusChanged(true);
    await pass(10 * trustedPauseMs);
    assert.equal(comparisons, 0);
    polling.focusChanged(false);
    polling.focusChanged(true);
    await pass(lookMs);
    assert.equal(comparisons, 1);
    polling.focusChanged(true);
    await pass(lookMs);
    assert.equal(comparisons, 1);
    assert.deepEqual(reasons, []);
  });

  it('happens regularly from when the limit of the system is reached, and the user is told once', async () => {
    start(limit);
    polling.focusChanged(true);
    await pass(0);
    for (let i = 0; i < 3; i++) await pass(minPauseMs);
    assert.ok(comparisons >= 3, String(comparisons));
    polling.focusChanged(false);
    polling.focusChanged(true);
    assert.deepEqual(reasons, [limit]);
  });

  it('stops while the window does not have the focus', async () => {
    start(limit);
    polling.focusChanged(true);
    polling.focusChanged(false);
    await pass(0);
    const before = comparisons;
    await pass(10 * minPauseMs);
    assert.equal(comparisons, before);
  });

  it('begins when a comparison finds what no event announced', async () => {
    start(undefined);
    report = { ...emptyReport, changed: 1 };
    await pass(trustedPauseMs);
    polling.focusChanged(true);
    await pass(0);
    await pass(eventSlackMs);
    assert.deepEqual(reasons, ['missed']);
  });

  it('does not begin when the watcher reports the change a moment later', async () => {
    start(undefined);
    report = { ...emptyReport, changed: 1 };
    await pass(trustedPauseMs);
    polling.focusChanged(true);
    await pass(0);
    await pass(eventSlackMs / 2);
    polling.changeReported();
    await pass(eventSlackMs);
    assert.deepEqual(reasons, []);
  });

  it('waits longer where a comparison takes long', async () => {
    start(limit);
    polling.compared({ seconds: 60, chunks: 0 });
    polling.focusChanged(true);
    await pass(0);
    const before = comparisons;
    for (let i = 0; i < 10; i++) await pass(minPauseMs);
    assert.equal(comparisons, before);
  });
});
