import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitStamp } from '../../../src/workspace/repository';
import { reachedWatchLimit } from '../../../src/workspace/watch-limit';

describe('the stamp of a repository', () => {
  let folder: string;
  const git = (...args: string[]): void => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
    execFileSync('git', ['-C', folder, ...who, ...args], { stdio: 'ignore' });
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-stamp-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('changes when git does something, and not otherwise', async () => {
    assert.equal(await gitStamp(folder), undefined);
    git('init', '-q', '-b', 'one');
    const seen = new Set([await gitStamp(folder)]);
    const steps: readonly (() => void)[] = [
      () => git('add', '-A'),
      () => git('commit', '-q', '-m', 'x'),
      () => git('checkout', '-q', '-b', 'two'),
      () => git('worktree', 'add', '-q', join(folder, 'tree')),
    ];
    writeFileSync(join(folder, 'a.ts'), 'one\n');
    assert.ok(seen.has(await gitStamp(folder)));
    for (const step of steps.slice(0, 3)) {
      step();
      const stamp = await gitStamp(folder);
      assert.ok(!seen.has(stamp));
      seen.add(stamp);
    }
    steps[3]?.();
    assert.notEqual(await gitStamp(join(folder, 'tree')), await gitStamp(folder));
  });
});

describe('the limit of watched folders', () => {
  const failing = (code: string) => () => {
    throw Object.assign(new Error(code), { code });
  };

  it('is reached when the system refuses to watch one more', () => {
    assert.equal(reachedWatchLimit(tmpdir()), undefined);
    assert.equal(reachedWatchLimit(tmpdir(), failing('ENOSPC'))?.setting, 'fs.inotify.max_user_watches');
    assert.equal(reachedWatchLimit(tmpdir(), failing('EMFILE'))?.setting, 'fs.inotify.max_user_instances');
    assert.equal(reachedWatchLimit(tmpdir(), failing('ENOENT')), undefined);
  });
});
