/** Submodules are the same as in git, without running it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryAt, submodulesOf } from '../../../src/workspace/repository';
import { removeTemporaryFolders, temporaryFolder } from '../index/file/index-folders';

describe('submodules', () => {
  let place: string;
  const git = (folder: string, ...args: string[]): string => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'protocol.file.allow=always'];
    return execFileSync('git', [...who, ...args], { cwd: join(place, folder), encoding: 'utf8', stdio: 'pipe' }).trim();
  };
  const found = async (folder: string) => {
    const repository = await repositoryAt(join(place, folder));
    assert.ok(repository);
    return submodulesOf(repository);
  };

  before(() => {
    place = temporaryFolder();
    for (const name of ['leaf', 'middle', 'outer']) {
      mkdirSync(join(place, name));
      git(name, 'init');
      writeFileSync(join(place, name, 'a.py'), 'x = 1\n');
      git(name, 'add', '.');
      git(name, 'commit', '-m', 'first');
    }
    git('middle', 'submodule', 'add', join(place, 'leaf'), 'deep/leaf of mine');
    git('middle', 'commit', '-m', 'with a submodule');
    git('outer', 'submodule', 'add', join(place, 'middle'), 'libs/middle');
    git('outer', 'submodule', 'update', '--init', '--recursive');
    git('outer', 'commit', '-m', 'with submodules');
  });
  after(removeTemporaryFolders);

  it('are found recursively, each with the folder of its repository', async () => {
    const all = await found('outer');
    const tops = ['outer/libs/middle', 'outer/libs/middle/deep/leaf of mine'];
    assert.deepEqual(
      all.map(({ top }) => top),
      tops.map((top) => join(place, top)),
    );
    const gitDirs = tops.map((top) => git(top, 'rev-parse', '--absolute-git-dir'));
    assert.deepEqual(
      all.map(({ gitDir }) => gitDir),
      gitDirs,
    );
  });

  it('are found in a worktree if they are checked out there', async () => {
    git('outer', 'worktree', 'add', '../tree');
    assert.deepEqual(await found('tree'), []);
    git('tree', 'submodule', 'update', '--init');
    assert.deepEqual(
      (await found('tree')).map(({ gitDir }) => gitDir),
      [git('tree/libs/middle', 'rev-parse', '--absolute-git-dir')],
    );
  });

  it('are none if .gitmodules has no valid path', async () => {
    const file = join(place, 'leaf', '.gitmodules');
    for (const text of ['', 'path = x', '[submodule "a"]\n\tpath = ../outer\n', '[submodule "a"]\n\tpath =\n', '[a']) {
      writeFileSync(file, text);
      assert.deepEqual(await found('leaf'), [], text);
    }
  });
});
