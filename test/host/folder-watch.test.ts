/** A branch that is checked out is noticed in every kind of working tree, also where no file of it changes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Uri } from 'vscode';
import type { ChangedPaths } from '../../src/vscode/indexing/change-burst';
import { FolderWatch } from '../../src/vscode/indexing/folder-watch';
import { until } from './codegrain';

describe('a watched folder', () => {
  let place: string;
  let watch: FolderWatch | undefined;
  let told: ChangedPaths[];
  const git = (folder: string, ...args: string[]): void => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'protocol.file.allow=always'];
    execFileSync('git', [...who, ...args], { cwd: join(place, folder), stdio: 'ignore' });
  };
  /** Watchers start when they can, and do not say when: something is changed until it is told. */
  const watched = async (folder: string): Promise<void> => {
    const file = join(place, folder, 'probe.txt');
    told = [];
    watch = new FolderWatch({ uri: Uri.file(join(place, folder)), name: folder, index: 0 }, (changed) =>
      told.push(changed),
    );
    let tries = 0;
    await until(() => {
      if (tries++ % 20 === 0) writeFileSync(file, `${tries}`);
      return told.some((changed) => changed.includes('probe.txt'));
    });
    rmSync(file);
    await until(() => told.at(-1)?.includes('probe.txt'));
    // Until nothing is told any more.
    for (let before = -1; before !== told.length; await new Promise((done) => setTimeout(done, 1000)))
      before = told.length;
    told = [];
  };

  before(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'codegrain-watch-')));
    mkdirSync(join(place, 'main'));
    writeFileSync(join(place, 'main', 'a.py'), 'x = 1\n');
    git('main', 'init', '--initial-branch=first');
    git('main', 'add', '.');
    git('main', 'commit', '-m', 'first');
    git('main', 'worktree', 'add', '../tree', '-b', 'second');
    mkdirSync(join(place, 'outer'));
    git('outer', 'init');
    git('outer', 'submodule', 'add', join(place, 'main'), 'inner');
    git('outer', 'commit', '-m', 'outer');
    git('outer', 'worktree', 'add', '../outer-tree');
    git('outer-tree', 'submodule', 'update', '--init');
    mkdirSync(join(place, 'many'));
    git('many', 'clone', join(place, 'main'), 'clone');
    git('.', 'clone', join(place, 'outer'), 'late');
  });
  afterEach(() => watch?.dispose());
  after(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }));

  for (const [kind, folder] of [
    ['a repository', 'main'],
    ['a worktree', 'tree'],
    ['a submodule', 'outer/inner'],
  ] as const) {
    it(`that is ${kind} is compared when another branch is checked out`, async () => {
      await watched(folder);
      git(folder, 'checkout', '-b', `third-${folder.replace('/', '-')}`);
      await until(() => told.includes('all'));
    });
  }

  for (const [kind, folder, inside] of [
    ['a submodule in it', 'outer', 'inner'],
    ['a submodule in it, which is a worktree,', 'outer-tree', 'inner'],
    ['another repository in it', 'many', 'clone'],
  ] as const) {
    it(`is compared when another branch of ${kind} is checked out`, async () => {
      await watched(folder);
      git(join(folder, inside), 'checkout', '-b', `fourth-${folder}`);
      await until(() => told.includes('all'));
    });
  }

  it('is compared when another branch of a submodule is checked out that came later', async () => {
    await watched('late');
    git('late', 'submodule', 'update', '--init');
    await until(() => told.length > 0);
    // Watchers start when they can: branches are made until one is told.
    let tries = 0;
    told = [];
    await until(() => {
      if (tries++ % 20 === 0) git('late/inner', 'checkout', '-b', `late-${tries}`);
      return told.includes('all');
    });
  });

  it('tells nothing of what tools write', async () => {
    await watched('main');
    mkdirSync(join(place, 'main', 'node_modules', 'x'), { recursive: true });
    writeFileSync(join(place, 'main', 'node_modules', 'x', 'index.js'), 'x');
    git('main', 'add', '-f', 'node_modules');
    mkdirSync(join(place, 'main', '.codegrain'), { recursive: true });
    writeFileSync(join(place, 'main', '.codegrain', 'index.cgx'), 'x');
    // Comes last, so everything before it was seen.
    writeFileSync(join(place, 'main', 'b.py'), 'y = 1\n');
    await until(() => told.length > 0);
    assert.deepEqual(told, [['b.py']]);
  });
});
