/** Git reads commits of real repositories without their configuration, within limits. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GitHistory } from '../../../src/wings/proof/tasks/git-history';
import { firstCommits, recentPaths } from '../../../src/workspace/about-repository';
import { type Repository, repositoryAround } from '../../../src/workspace/repository';
import { GitProblem, runGit } from '../../../src/workspace/run-git';
import { removeTemporaryFolders, temporaryFolder } from '../index/file/index-folders';
import { TestRepository } from '../wings/proof/test-repository';

describe('git', function () {
  this.timeout(60_000);
  let repository: TestRepository;
  let first: string;
  let second: string;
  const temporaryBefore = process.env.TMPDIR;
  beforeEach(() => {
    repository = new TestRepository();
    first = repository.commit('First', { 'a.ts': 'a\n' });
    second = repository.commit('Second', { 'b.ts': 'b\n' });
  });
  afterEach(() => {
    if (temporaryBefore === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporaryBefore;
    removeTemporaryFolders();
  });
  const found = async (folder = repository.folder): Promise<Repository> => {
    const around = await repositoryAround(folder);
    assert.ok(around);
    return around;
  };
  const lists = async (folder: string, ...paths: string[]): Promise<void> => {
    assert.deepEqual([...(await recentPaths(folder))], paths);
    assert.deepEqual(await firstCommits(await found(folder)), [first]);
  };

  it('reads working trees, submodules, clones that share objects, and packed ones', async () => {
    const at = temporaryFolder();
    const tree = join(at, 'tree');
    repository.git('worktree', 'add', '--quiet', tree, '-b', 'other');
    await lists(tree, 'b.ts', 'a.ts');
    const outer = new TestRepository();
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repository.folder, 'part');
    await lists(join(outer.folder, 'part'), 'b.ts', 'a.ts');
    execFileSync('git', ['clone', '--quiet', '--shared', repository.folder, join(at, 'shared')]);
    await lists(join(at, 'shared'), 'b.ts', 'a.ts');
    repository.git('gc', '--quiet');
    repository.git('commit-graph', 'write', '--reachable');
    await lists(repository.folder, 'b.ts', 'a.ts');
    symlinkSync(repository.folder, join(at, 'link'), 'junction');
    await lists(join(at, 'link'), 'b.ts', 'a.ts');
  });

  it('reads a shallow clone to its end, and a repository with longer ids', async () => {
    const shallow = join(temporaryFolder(), 'shallow');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', pathToFileURL(repository.folder).href, shallow]);
    assert.deepEqual([...(await recentPaths(shallow))], ['a.ts', 'b.ts']);
    assert.deepEqual(await firstCommits(await found(shallow)), [second]);
    const long = temporaryFolder();
    execFileSync('git', ['init', '--quiet', '--object-format=sha256', long]);
    const made = new TestRepository(long);
    first = made.commit('First', { 'a.ts': 'a\n' });
    assert.equal(first.length, 64);
    await lists(long, 'a.ts');
  });

  it('finds commits by all names but those of the reflog', async () => {
    repository.git('tag', '-a', 'v1.0', '-m', 'One', first);
    repository.git('update-ref', 'refs/remotes/origin/far', first);
    repository.git('branch', 'team/near', first);
    repository.git('pack-refs', '--all');
    const history = await GitHistory.open(repository.folder);
    for (const [name, id] of [
      ['HEAD', second],
      ['@', second],
      ['main', second],
      ['refs/heads/main', second],
      ['main~1', first],
      ['HEAD^', first],
      ['v1.0', first],
      ['v1.0^{commit}', first],
      ['origin/far', first],
      ['team/near', first],
      [first.slice(0, 8), first],
      [first, first],
    ] as const)
      assert.equal(await history.commitId(name), id, name);
    for (const name of ['nothing', '', '-h', '../config', 'main~7', first.replaceAll(/\w/g, '0')])
      await assert.rejects(history.commitId(name), /there is no commit/, name);
  });

  it('is stopped when it takes too long or prints too much', async () => {
    const limits = { maxMs: 60_000, maxBytes: 10 };
    await assert.rejects(runGit(await found(), ['log', 'HEAD'], limits), /printed more than 10 bytes/);
    if (process.platform === 'win32') return;
    const file = join(repository.folder, '.git', 'objects', 'info', 'alternates');
    execFileSync('mkfifo', [file]);
    await assert.rejects(
      runGit(await found(), ['log', 'HEAD'], { maxMs: 300, maxBytes: 1e6 }),
      /more than 0\.3 seconds/,
    );
  });

  it('gives its own reason, and leaves no files', async () => {
    const temporary = temporaryFolder();
    process.env.TMPDIR = temporary;
    const limits = { maxMs: 60_000, maxBytes: 1e6 };
    const around = await found();
    assert.match((await runGit(around, ['log', 'HEAD'], limits)).toString(), /Second/);
    await assert.rejects(runGit(around, ['log', 'nothing'], limits), (error) => {
      assert.ok(error instanceof GitProblem);
      assert.match(error.message, /^ambiguous argument 'nothing'/);
      return true;
    });
    rmSync(join(repository.folder, '.git', 'refs', 'heads', 'main'));
    await assert.rejects(runGit(around, ['log', 'HEAD'], limits), /has no commits yet/);
    assert.deepEqual(readdirSync(temporary), []);
  });

  it('is not taken from the folder, from its links, or from a relative place', async function () {
    if (process.platform === 'win32') this.skip();
    const { PATH } = process.env;
    const folder = join(repository.folder, 'bin');
    const at = temporaryFolder();
    repository.commit('Third', { 'bin/git': '#!/bin/sh\necho mine\n' });
    execFileSync('chmod', ['+x', join(folder, 'git')]);
    symlinkSync(folder, join(at, 'link'));
    writeFileSync(join(at, 'git'), 'no program');
    try {
      process.env.PATH = [folder, join(at, 'link'), at, '.', ''].join(':');
      const limits = { maxMs: 60_000, maxBytes: 1e6 };
      await assert.rejects(runGit(await found(), ['log', 'HEAD'], limits), /git is not installed, or not on the path/);
    } finally {
      process.env.PATH = PATH;
    }
  });
});
