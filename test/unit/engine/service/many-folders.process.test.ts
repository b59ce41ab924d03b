/** Windows with many folders, and folders that overlap: each file is found once. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { endAll, folderOf, found, put, setupOf, source, startService } from './running-service';

function git(cwd: string, ...args: string[]): void {
  const settings = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...settings, ...args], { cwd, stdio: 'ignore' });
}

function commitAll(root: string): void {
  git(root, 'init', '-q', '-b', 'trunk');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'x');
}

/** The ids of the processes that a process started. */
function childrenOf(pid: number | undefined): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
}

describe('many folders', function () {
  this.timeout(180_000);
  afterEach(endAll);

  it('that contain each other have each file once, in the innermost folder that is searched', async () => {
    const outer = folderOf({ 'a.ts': source('apple'), 'packages/one/b.ts': source('banana') });
    const inner = join(outer, 'packages/one');
    const client = startService();
    await client.setFolders([setupOf(outer), setupOf(inner)]);
    await client.refresh(outer);
    await client.refresh(inner);
    const { hits } = await client.ask('search', { query: 'banana', options: { mode: 'keyword' } });
    assert.deepEqual(
      hits.map(({ root, path, duplicates }) => ({ root, path, copies: duplicates?.length ?? 0 })),
      [{ root: inner, path: 'b.ts', copies: 0 }],
    );
    assert.deepEqual(await found(client, 'banana', { roots: [outer] }), ['packages/one/b.ts']);
    assert.deepEqual(await found(client, 'apple'), ['a.ts']);
  });

  it('that are links to each other have each file once', async () => {
    const root = folderOf({ 'a.ts': source('apple') });
    const link = join(folderOf({}), 'link');
    symlinkSync(root, link);
    const client = startService();
    await client.setFolders([setupOf(root), setupOf(link)]);
    await client.refresh(root);
    await client.refresh(link);
    const { hits } = await client.ask('search', { query: 'apple', options: { mode: 'keyword' } });
    assert.deepEqual(
      hits.map((hit) => [hit.root, hit.path, hit.duplicates?.length ?? 0]),
      [[root, 'a.ts', 0]],
    );
  });

  it('are served by one process with as many workers as there are cores', async function () {
    if (process.platform !== 'linux') this.skip();
    const roots = Array.from({ length: 40 }, (_, i) => folderOf({ [`file${i}.ts`]: source(`word${i}x`) }));
    const client = startService();
    await client.setFolders(roots.map((root) => setupOf(root)));
    await Promise.all(roots.map((root) => client.refresh(root)));
    for (const i of [0, 17, 39]) assert.equal((await found(client, `word${i}x`))[0], `file${i}.ts`);
    // One more is kept for searches.
    const workers = childrenOf(client.pid).length;
    assert.ok(workers <= availableParallelism() + 1, `${workers} workers`);
  });

  it('of a monorepo that are linked into each other have each file once', async () => {
    const root = folderOf({ 'packages/core/a.ts': source('apple'), 'packages/app/b.ts': source('banana') });
    mkdirSync(join(root, 'packages/app/node_modules/@me'), { recursive: true });
    symlinkSync(join(root, 'packages/core'), join(root, 'packages/app/node_modules/@me/core'));
    symlinkSync('../core', join(root, 'packages/app/linked'));
    const client = startService();
    await client.setFolders([setupOf(root)]);
    assert.equal((await client.refresh(root)).added, 2);
    assert.deepEqual(await found(client, 'apple'), ['packages/core/a.ts']);
  });

  it('are followed into submodules and nested repositories, each with its own rules', async () => {
    const part = folderOf({ 'part.ts': source('partial') });
    commitAll(part);
    const root = folderOf({ 'a.ts': source('apple'), '.gitignore': 'hidden.ts\n' });
    commitAll(root);
    git(root, 'submodule', 'add', '-q', part, 'vendor-part');
    put(root, 'nested/own.ts', source('nested'));
    put(root, 'nested/hidden.ts', source('concealed'));
    commitAll(join(root, 'nested'));
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    assert.deepEqual(await found(client, 'partial'), ['vendor-part/part.ts']);
    // The rules of the outer repository end where the inner one begins.
    assert.deepEqual(await found(client, 'concealed'), ['nested/hidden.ts']);
  });

  it('that are working trees of one repository continue the index of one of them, however many there are', async () => {
    const main = folderOf({ 'a.ts': source('apple'), 'b.ts': source('banana') });
    commitAll(main);
    const trees = folderOf({});
    for (let i = 0; i < 199; i++)
      git(main, 'worktree', 'add', '-q', '--detach', '--no-checkout', join(trees, String(i)));
    const last = join(trees, 'last');
    git(main, 'worktree', 'add', '-q', '--detach', last);
    const client = startService();
    await client.setFolders([setupOf(main), setupOf(last)]);
    assert.equal((await client.refresh(main)).embedded, 2);
    const { touched, added, embedded } = await client.refresh(last);
    assert.deepEqual({ touched, added, embedded }, { touched: 2, added: 0, embedded: 0 });
  });

  it('of a sparse checkout have the files that are checked out', async () => {
    const root = folderOf({ 'one/a.ts': source('apple'), 'two/b.ts': source('banana') });
    commitAll(root);
    git(root, 'sparse-checkout', 'set', '--cone', 'one');
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    assert.deepEqual(await found(client, 'banana'), []);
    git(root, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'two');
    const { added, removed } = await client.refresh(root);
    assert.deepEqual({ added, removed }, { added: 1, removed: 1 });
    assert.deepEqual(await found(client, 'banana'), ['two/b.ts']);
  });
});
