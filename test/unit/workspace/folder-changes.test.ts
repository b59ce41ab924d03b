import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mock } from 'node:test';
import { discover, discoverLists, type FoundEntry } from '../../../src/workspace/discover';
import {
  contentHash,
  detectChanges,
  type FolderChanges,
  fileStamp,
  type KnownFile,
  KnownList,
  unsettled,
} from '../../../src/workspace/folder-changes';
import { headOf, repositoryAround } from '../../../src/workspace/repository';

describe('changes', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-changes-'));
  });
  afterEach(() => {
    mock.timers.reset();
    rmSync(folder, { recursive: true, force: true });
  });

  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  /** The table as written `later` milliseconds from now, when the times of the files can be trusted. */
  const table = async (later = 10_000): Promise<KnownFile[]> => {
    const rows: KnownFile[] = [];
    for await (const found of discover(folder)) {
      const stamp = 'skipped' in found ? undefined : fileStamp(found.file, Date.now() + later);
      if (stamp) rows.push({ path: found.path, ...stamp, contentHash: contentHash(readFileSync(found.file)) });
    }
    return rows;
  };
  const summary = (changes: FolderChanges): object => ({
    added: changes.added.map(({ path }) => path),
    changed: changes.changed.map(({ path }) => path),
    touched: changes.touched.map(({ path }) => path),
    unchanged: changes.unchanged,
    removed: changes.removed,
    kept: changes.kept,
  });
  const none = { added: [], changed: [], touched: [], unchanged: 0, removed: [], kept: [] };

  it('are added, changed, touched and removed files', async () => {
    for (const name of ['same', 'longer', 'other', 'gone']) put(name, 'one\n');
    const before = (await table()).map((row) => ({ ...row, mtimeMs: row.path === 'same' ? row.mtimeMs : 1 }));
    put('longer', 'longer\n');
    put('other', 'two\n');
    put('new', 'new\n');
    rmSync(join(folder, 'gone'));
    // `same` was not written again; its stamp is newer than one tick of the clock, so its content is compared.
    assert.deepEqual(summary(await detectChanges(folder, new KnownList(before), discoverLists(folder))), {
      ...none,
      added: ['new'],
      changed: ['longer', 'other'],
      touched: ['same'],
      removed: ['gone'],
    });
  });

  it('are none if size and time are the same, and no file is opened', async () => {
    put('a/b.ts', 'one\n');
    const old = new Date(Date.now() - 60_000);
    utimesSync(join(folder, 'a/b.ts'), old, old);
    const [row] = await table();
    assert.ok(row && row.mtimeMs !== unsettled);
    // A file that was changed this moment would be read.
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 10_000 });
    // No content has this hash: the file would be reported as changed if it were compared.
    assert.deepEqual(
      summary(await detectChanges(folder, new KnownList([{ ...row, contentHash: 'x' }]), discoverLists(folder))),
      {
        ...none,
        unchanged: 1,
      },
    );
  });

  it('include a file that was written again within one tick of the clock', async () => {
    put('a.ts', 'one\n');
    const row = { path: 'a.ts', ...fileStamp(join(folder, 'a.ts')), contentHash: contentHash(Buffer.from('one\n')) };
    assert.equal(row.mtimeMs, unsettled);
    put('a.ts', 'two\n');
    const known = { ...row, size: 4, mtimeMs: unsettled };
    assert.deepEqual(summary(await detectChanges(folder, new KnownList([known]), discoverLists(folder))), {
      ...none,
      changed: ['a.ts'],
    });
  });

  it('include a file that was replaced by one of the same size and time', async () => {
    const old = new Date(1_600_000_000_000);
    put('a.ts', 'one\n');
    utimesSync(join(folder, 'a.ts'), old, old);
    const before = await table();
    const { ctimeMs } = statSync(join(folder, 'a.ts'));
    do put('b.ts', 'two\n');
    while (statSync(join(folder, 'b.ts')).ctimeMs === ctimeMs);
    utimesSync(join(folder, 'b.ts'), old, old);
    renameSync(join(folder, 'b.ts'), join(folder, 'a.ts'));
    assert.deepEqual(summary(await detectChanges(folder, new KnownList(before), discoverLists(folder))), {
      ...none,
      changed: ['a.ts'],
    });
  });

  it('include a file that could not be read, once it can', async () => {
    put('a', 'one\n');
    mkdirSync(join(folder, 'closed'));
    const rows = ['a', 'closed'].map((path) => {
      const { size = 0 } = fileStamp(join(folder, path)) ?? {};
      return { path, size, mtimeMs: unsettled, contentHash: '' };
    });
    // To read the second one as a file fails.
    const walk = async function* (): AsyncGenerator<readonly FoundEntry[]> {
      yield rows.map(({ path }) => ({ path, file: join(folder, path) }));
    };
    const changes = await detectChanges(folder, new KnownList(rows), walk());
    assert.deepEqual(summary(changes), { ...none, changed: ['a'], unchanged: 1 });
  });

  it('remove files that are ignored now, and keep files that the walk missed', async () => {
    for (const path of ['a.ts', 'out/b.ts', 'c.ts']) put(path, 'one\n');
    const before = await table();
    put('.gitignore', 'out/\n');
    const missing = async function* (): AsyncGenerator<readonly FoundEntry[]> {
      for await (const found of discoverLists(folder)) yield found.filter(({ path }) => path !== 'c.ts');
    };
    const { removed, kept } = await detectChanges(folder, new KnownList(before), missing());
    assert.deepEqual({ removed, kept }, { removed: ['out/b.ts'], kept: ['c.ts'] });
  });

  it('remove nothing if the whole folder is missing', async () => {
    put('a.ts', 'one\n');
    const before = await table();
    const away = `${folder}-away`;
    renameSync(folder, away);
    const { removed, kept } = await detectChanges(folder, new KnownList(before), discoverLists(folder));
    renameSync(away, folder);
    assert.deepEqual({ removed, kept }, { removed: [], kept: ['a.ts'] });
  });

  it('remove the files of a folder that disappeared, also during the walk', async () => {
    for (const path of ['a.ts', 'z/b.ts', 'z/c.ts']) put(path, 'one\n');
    const before = await table();
    const going = async function* (): AsyncGenerator<readonly FoundEntry[]> {
      for await (const found of discoverLists(folder)) {
        rmSync(join(folder, 'z'), { recursive: true, force: true });
        yield found;
      }
    };
    const { removed, kept } = await detectChanges(folder, new KnownList(before), going());
    assert.deepEqual({ removed, kept }, { removed: ['z/b.ts', 'z/c.ts'], kept: [] });
  });
});

describe('the head of a repository', function () {
  this.timeout(60_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-head-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd, encoding: 'utf8' }).trim();
  const head = async (at: string): Promise<object | undefined> => {
    const repository = await repositoryAround(at);
    return repository && headOf(repository);
  };

  it('is the same as in git: new, loose, packed, detached, in a worktree, from a folder inside', async () => {
    const top = join(folder, 'main');
    mkdirSync(join(top, 'deep/er'), { recursive: true });
    git(top, 'init', '-q', '-b', 'feature/x');
    assert.deepEqual(await head(top), { branch: 'feature/x', commit: undefined });
    git(top, 'commit', '-q', '--allow-empty', '-m', 'first');
    const commit = git(top, 'rev-parse', 'HEAD');
    assert.deepEqual(await head(join(top, 'deep/er')), { branch: 'feature/x', commit });
    git(top, 'worktree', 'add', '-q', '-b', 'other', '../tree');
    assert.deepEqual(await head(join(folder, 'tree')), { branch: 'other', commit });
    git(top, 'pack-refs', '--all');
    assert.deepEqual(await head(top), { branch: 'feature/x', commit });
    assert.deepEqual(await head(join(folder, 'tree')), { branch: 'other', commit });
    git(top, 'checkout', '-q', '--detach');
    assert.deepEqual(await head(top), { branch: undefined, commit });
    assert.equal(await head(folder), undefined);
  });

  it('is not read from outside the repository, whatever HEAD or a branch names', async () => {
    const top = join(folder, 'strange');
    git(folder, 'init', '-q', 'strange');
    writeFileSync(join(folder, 'outside'), `${'a'.repeat(40)}\n`);
    writeFileSync(join(top, '.git/HEAD'), 'ref: ../../outside\n');
    assert.deepEqual(await head(top), { branch: '../../outside', commit: undefined });
    writeFileSync(join(top, '.git/HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(top, '.git/refs/heads/main'), 'ref: ../../outside\n');
    assert.deepEqual(await head(top), { branch: 'main', commit: undefined });
  });
});
