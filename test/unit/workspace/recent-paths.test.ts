import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recentPaths } from '../../../src/workspace/recent-paths';

describe('recent paths', () => {
  const root = mkdtempSync(join(tmpdir(), 'codegrain-recent-'));
  after(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-C', root, ...args]);
  const commit = (path: string) => {
    writeFileSync(join(root, path), path);
    git('add', '-A');
    git('commit', '-q', '-m', path);
  };

  it('are those of the last commits, the last first, relative to the folder', async () => {
    git('init', '-q');
    mkdirSync(join(root, 'sub'));
    for (const path of ['a.ts', 'sub/ö b.ts', 'sub/c.ts', 'z.ts']) commit(path);
    deepEqual([...(await recentPaths(root))], ['z.ts', 'sub/c.ts', 'sub/ö b.ts', 'a.ts']);
    deepEqual([...(await recentPaths(join(root, 'sub')))], ['c.ts', 'ö b.ts']);
  });

  it('are none outside a repository', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'codegrain-recent-'));
    deepEqual([...(await recentPaths(outside))], []);
    rmSync(outside, { recursive: true });
  });
});
