/** A checkout is noticed in every kind of working tree, even if no file changes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Uri } from 'vscode';
import type { ChangedPaths } from '../../src/vscode/indexing/watching/changed-paths';
import { FileWatch } from '../../src/vscode/indexing/watching/file-watch';
import { until } from './codegrain';

describe('a watched folder', () => {
  let place: string;
  let watch: FileWatch | undefined;
  let changes: ChangedPaths[];
  const git = (folder: string, ...args: string[]): void => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'protocol.file.allow=always'];
    execFileSync('git', [...who, ...args], { cwd: join(place, folder), stdio: 'ignore' });
  };
  /** Watchers start late and do not say when, so a file is changed until a change is reported. */
  const watched = async (folder: string): Promise<void> => {
    const file = join(place, folder, 'probe.txt');
    changes = [];
    watch = new FileWatch({ uri: Uri.file(join(place, folder)), name: folder, index: 0 }, (changed) =>
      changes.push(changed),
    );
    let tries = 0;
    await until(() => {
      if (tries++ % 20 === 0) writeFileSync(file, `${tries}`);
      return changes.some((changed) => changed.includes('probe.txt'));
    });
    rmSync(file);
    // Reported after every change of the probe.
    changes = [];
    writeFileSync(join(place, folder, 'last.txt'), `${tries}`);
    await until(() => changes.some((changed) => changed === 'all' || changed.includes('last.txt')));
    // Wait until nothing more is reported.
    for (let before = -1; before !== changes.length; await new Promise((done) => setTimeout(done, 1000)))
      before = changes.length;
    changes = [];
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
    it(`that is ${kind} is scanned when another branch is checked out`, async () => {
      await watched(folder);
      git(folder, 'checkout', '-b', `third-${folder.replace('/', '-')}`);
      await until(() => changes.includes('all'));
    });
  }

  for (const [kind, folder, inside] of [
    ['a submodule in it', 'outer', 'inner'],
    ['a submodule in it, which is a worktree,', 'outer-tree', 'inner'],
    ['another repository in it', 'many', 'clone'],
  ] as const) {
    it(`is scanned when another branch of ${kind} is checked out`, async () => {
      await watched(folder);
      git(join(folder, inside), 'checkout', '-b', `fourth-${folder}`);
      await until(() => changes.includes('all'));
    });
  }

  it('is scanned when another branch of a submodule that was added later is checked out', async () => {
    await watched('late');
    git('late', 'submodule', 'update', '--init');
    await until(() => changes.length > 0);
    // Watchers start late: branches are created until one is reported.
    let tries = 0;
    changes = [];
    await until(() => {
      if (tries++ % 20 === 0) git('late/inner', 'checkout', '-b', `late-${tries}`);
      return changes.includes('all');
    });
  });

  it('ignores files that tools write', async () => {
    await watched('main');
    mkdirSync(join(place, 'main', 'node_modules', 'x'), { recursive: true });
    writeFileSync(join(place, 'main', 'node_modules', 'x', 'index.js'), 'x');
    git('main', 'add', '-f', 'node_modules');
    mkdirSync(join(place, 'main', '.codegrain'), { recursive: true });
    writeFileSync(join(place, 'main', '.codegrain', 'index.cgx'), 'x');
    // Written last, so every earlier change was already seen.
    writeFileSync(join(place, 'main', 'b.py'), 'y = 1\n');
    await until(() => changes.length > 0);
    assert.deepEqual(changes, [['b.py']]);
  });
});
