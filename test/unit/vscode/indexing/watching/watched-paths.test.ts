/** Changes in the folders of tools cause no work. */
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import {
  isGitHead,
  isIgnoreFile,
  isWatched,
  mayChangeRepositories,
  pathInFolder,
} from '../../../../../src/vscode/indexing/watching/watched-paths';

describe('the path of a changed file', () => {
  const root = resolve('some', 'folder');

  it('is relative to the folder, with slashes', () => {
    assert.equal(pathInFolder(root, join(root, 'src', 'a b', 'ü.ts')), 'src/a b/ü.ts');
    assert.equal(pathInFolder(root, join(root, '..hidden')), '..hidden');
  });

  it('is undefined if the file is outside the folder', () => {
    for (const file of [root, resolve('some'), resolve('some', 'folder2', 'a.ts'), resolve('other', 'a.ts')])
      assert.equal(pathInFolder(root, file), undefined, file);
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
