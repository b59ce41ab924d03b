/** The files of commits in a temporary folder. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ExportedTree } from '../../../../../src/wings/proof/folder-states';
import { GitHistory } from '../../../../../src/wings/proof/tasks/git-history';
import { removeTemporaryFolders } from '../../../index/file/index-folders';
import { TestRepository } from '../test-repository';

describe('an exported tree', function () {
  this.timeout(60_000);
  let repository: TestRepository;
  let tree: ExportedTree;
  beforeEach(() => {
    repository = new TestRepository();
  });
  afterEach(() => {
    tree.dispose();
    removeTemporaryFolders();
  });
  const files = (): string[] =>
    readdirSync(tree.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort();

  it('is moved from commit to commit, forth and back', async () => {
    const first = repository.commit('one', { 'a.ts': 'a\n', 'dir/b.ts': 'b\n' });
    const second = repository.commit('two', { 'a.ts': 'A\n', 'dir/b.ts': undefined, 'ä ö.ts': 'c\n' });
    // What was a folder is a file.
    rmSync(join(repository.folder, 'dir'), { recursive: true, force: true });
    const third = repository.commit('three', { dir: 'd\n' });
    tree = new ExportedTree(await GitHistory.open(repository.folder));
    const read = (path: string): string => readFileSync(join(tree.folder, path), 'utf8');
    await tree.moveTo(first);
    assert.deepEqual([files(), read('a.ts')], [['a.ts', 'b.ts'], 'a\n']);
    await tree.moveTo(second);
    assert.deepEqual([files(), read('a.ts')], [['a.ts', 'ä ö.ts'], 'A\n']);
    await tree.moveTo(third);
    assert.equal(read('dir'), 'd\n');
    await tree.moveTo(first);
    assert.deepEqual([files(), read('dir/b.ts'), tree.missing], [['a.ts', 'b.ts'], 'b\n', 0]);
  });

  it('has no links, and is gone afterwards', async () => {
    symlinkSync('/etc', join(repository.folder, 'link'));
    const commit = repository.commit('one', { 'a.ts': 'a\n', 'b.bin': Buffer.from([0, 255, 10, 13, 0]) });
    tree = new ExportedTree(await GitHistory.open(repository.folder));
    await tree.moveTo(commit);
    assert.deepEqual(files(), ['a.ts', 'b.bin']);
    assert.deepEqual([...readFileSync(join(tree.folder, 'b.bin'))], [0, 255, 10, 13, 0]);
    tree.dispose();
    assert.equal(existsSync(tree.folder), false);
  });

  it('leaves the repository as it was', async () => {
    const first = repository.commit('one', { 'a.ts': 'a\n' });
    const second = repository.commit('two', { 'a.ts': 'b\n' });
    const state = (): string[] =>
      readdirSync(join(repository.folder, '.git'), { recursive: true, encoding: 'utf8' }).sort();
    const before = [state(), repository.git('status', '--porcelain'), repository.git('worktree', 'list')];
    tree = new ExportedTree(await GitHistory.open(repository.folder));
    await tree.moveTo(first);
    await tree.moveTo(second);
    assert.deepEqual([state(), repository.git('status', '--porcelain'), repository.git('worktree', 'list')], before);
  });
});
