/** File changes are collected into few updates, no change waits long, and changes in the folders of tools cause no work. */
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { mock } from 'node:test';
import fc from 'fast-check';
import { pathInside } from '../../../../../src/shared/inside-folder';
import {
  ChangeBurst,
  type ChangedPaths,
  isGitHead,
  isIgnoreFile,
  isWatched,
  maxPaths,
  maxStormMs,
  maxWaitMs,
  mayChangeRepositories,
  quietMs,
} from '../../../../../src/vscode/indexing/watching/changed-paths';

describe('a burst of changes', () => {
  let reported: ChangedPaths[];
  let burst: ChangeBurst;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    reported = [];
    burst = new ChangeBurst((changed) => reported.push(changed));
  });
  afterEach(() => mock.timers.reset());

  it('is reported once, when changes stop, with each path once', () => {
    for (const path of ['a.ts', 'b.ts', 'a.ts']) {
      burst.add(path);
      mock.timers.tick(quietMs - 1);
    }
    assert.deepEqual(reported, []);
    mock.timers.tick(1);
    assert.deepEqual(reported, [['a.ts', 'b.ts']]);
    mock.timers.tick(maxStormMs);
    assert.equal(reported.length, 1);
  });

  it('is reported after a maximum wait if changes do not stop', () => {
    for (let time = 0; time < 3 * maxWaitMs; time += 100) {
      burst.add('log.txt');
      mock.timers.tick(100);
    }
    assert.deepEqual(reported, [['log.txt'], ['log.txt'], ['log.txt']]);
  });

  it('becomes a change of the whole folder if it has many paths, reported when the storm is over', () => {
    for (let i = 0; i <= maxPaths; i++) burst.add(`${i}.ts`);
    for (let time = 0; time < maxWaitMs * 2; time += 100) {
      burst.add(`later${time}.ts`);
      mock.timers.tick(100);
    }
    assert.deepEqual(reported, []);
    mock.timers.tick(quietMs);
    assert.deepEqual(reported, ['all']);
  });

  it('starts empty after it was reported', () => {
    burst.addAll();
    mock.timers.tick(quietMs);
    burst.add('a.ts');
    mock.timers.tick(quietMs);
    assert.deepEqual(reported, ['all', ['a.ts']]);
  });

  it('is not reported after dispose', () => {
    burst.add('a.ts');
    burst.dispose();
    mock.timers.tick(maxStormMs);
    assert.deepEqual(reported, []);
  });

  it('loses no path, whatever the pauses', () => {
    const step = fc.record({ path: fc.nat(300).map((n) => `${n}.ts`), pause: fc.nat(400) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        reported = [];
        const added = new Set<string>();
        for (const { path, pause } of steps) {
          burst.add(path);
          added.add(path);
          mock.timers.tick(pause);
        }
        mock.timers.tick(maxStormMs);
        if (reported.includes('all')) return;
        assert.deepEqual(new Set(reported.flat()), added);
      }),
    );
  });
});

describe('the path of a changed file', () => {
  const root = resolve('some', 'folder');

  it('is relative to the folder, with slashes', () => {
    assert.equal(pathInside(root, join(root, 'src', 'a b', 'ü.ts')), 'src/a b/ü.ts');
    assert.equal(pathInside(root, join(root, '..hidden')), '..hidden');
  });

  it('is undefined if the file is outside the folder', () => {
    for (const file of [resolve('some'), resolve('some', 'folder2', 'a.ts'), resolve('other', 'a.ts')])
      assert.equal(pathInside(root, file), undefined, file);
  });

  it('is not watched in the folder of a tool', () => {
    for (const path of ['.git', '.git/index.lock', 'a/node_modules/b/c.js', '.codegrain/index.cgx', 'a/.svn/x'])
      assert.equal(isWatched(path), false, path);
    for (const path of ['.gitignore', 'src/node_modules.ts', '.github/x.yml', 'a/git/b'])
      assert.equal(isWatched(path), true, path);
  });

  it('shows when a branch was checked out or a repository was added', () => {
    for (const path of ['.git/HEAD', 'libs/one/.git/HEAD']) assert.equal(isGitHead(path), true, path);
    for (const path of ['HEAD', 'a/HEAD', '.git/logs/HEAD', 'node_modules/x/.git/HEAD', '.git/HEAD.lock', 'a.git/HEAD'])
      assert.equal(isGitHead(path), false, path);
    for (const path of ['.git', 'a/.git', '.gitmodules']) assert.equal(mayChangeRepositories(path), true, path);
    for (const path of ['a.git', '.git/x', '.gitignore']) assert.equal(mayChangeRepositories(path), false, path);
  });

  it('is recognised as an ignore file', () => {
    for (const path of ['.gitignore', 'a/b/.codegrainignore']) assert.equal(isIgnoreFile(path), true, path);
    for (const path of ['gitignore', 'a.gitignore', '.gitignore/x']) assert.equal(isIgnoreFile(path), false, path);
  });
});
