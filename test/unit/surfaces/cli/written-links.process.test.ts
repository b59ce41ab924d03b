/** Nothing is written, and nothing deleted, through a symbolic link that a folder brings with it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { indexFileOf } from '../../../../src/index/index-settings';
import { NoteLogWriter, noteFileOf } from '../../../../src/index/logs/note-log';
import { recordUse, useFileOf } from '../../../../src/index/logs/use-log';
import { canWriteIndex } from '../../../../src/vscode/indexing/index-location';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { runCli } from '../../wings/team/test-database';

const refused = /\.codegrain\S* is a symbolic link; Codegrain does not write through it/;

describe('a folder that brings symbolic links', function () {
  this.timeout(120_000);
  let at: string;
  let hostile: string;
  let other: string;
  let otherBefore: Record<string, string>;

  const run = (...args: readonly string[]) =>
    runCli(args, { cwd: hostile, env: { CODEGRAIN_CACHE: join(at, 'cache'), HOME: join(at, 'home') } });
  const snapshot = (folder: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
        .map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
    );
  const own = (...path: string[]): string => join(hostile, '.codegrain', ...path);
  const linkTo = (target: string, path: string): void => {
    mkdirSync(join(path, '..'), { recursive: true });
    symlinkSync(target, path);
  };
  /** What every command that writes says and does. */
  const allRefuse = async (...more: string[][]): Promise<void> => {
    const writing = [['index'], ['index', '--rebuild'], ['agents', 'add', 'cursor'], ['agents', 'remove', 'cursor']];
    for (const args of [...writing, ...more]) {
      const { status, stderr } = await run(...args);
      assert.equal(status, 2, `${args.join(' ')}: ${stderr}`);
      assert.match(stderr, refused);
    }
  };

  before(async function () {
    // Windows lets only administrators make links.
    if (process.platform === 'win32') this.skip();
    at = temporaryFolder();
    hostile = join(at, 'hostile');
    other = join(at, 'other');
    mkdirSync(join(at, 'home'));
    for (const folder of [hostile, other]) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'a.ts'), 'export const a = 1;\n');
    }
    await runCli(['index', other], { cwd: other, env: { CODEGRAIN_CACHE: '' } });
    await runCli(['agents', 'add', 'claude-code'], { cwd: other, env: { HOME: join(at, 'home') } });
    assert.ok(existsSync(join(other, '.codegrain', 'agents.json')));
    await recordUse(useFileOf(indexFileOf(other)), { chunk: 'x', path: 'a.ts', at: 1 });
    otherBefore = snapshot(other);
  });
  afterEach(() => {
    assert.deepEqual(snapshot(other), otherBefore);
    rmSync(hostile, { recursive: true });
    mkdirSync(hostile);
    writeFileSync(join(hostile, 'a.ts'), 'export const a = 2;\n');
  });
  after(removeTemporaryFolders);

  it('writes nothing into the folder that `.codegrain` leads to, and deletes nothing there', async () => {
    linkTo(join(other, '.codegrain'), own());
    await allRefuse(['compact'], ['clear']);
    assert.equal(canWriteIndex(hostile), false);
  });

  it('writes no `.gitignore` and no index into any other folder that `.codegrain` leads to', async () => {
    mkdirSync(join(hostile, 'src'));
    linkTo('src', own());
    await allRefuse();
    assert.deepEqual(readdirSync(join(hostile, 'src')), []);
    rmSync(own());
    linkTo(join(at, 'missing'), own());
    await allRefuse();
    assert.ok(!existsSync(join(at, 'missing')));
  });

  for (const name of ['index.cgx', 'index.cgx.next', 'index.cgx.globs', 'index.cgx.lock-1', 'index.cgx.tmp-1-x'])
    it(`does not write the index if ${name} is a link`, async () => {
      const target = name === 'index.cgx.next' ? 'index.cgx' : name;
      linkTo(join(other, '.codegrain', target), own(name));
      const { status, stderr } = await run('index');
      assert.equal(status, 2, stderr);
      assert.match(stderr, refused);
      await run('clear');
      assert.equal((await run('index')).status, 0);
    });

  it('adds no note and no use to the file that another name leads to', async () => {
    for (const file of [useFileOf(indexFileOf(hostile)), noteFileOf(indexFileOf(hostile))])
      linkTo(join(other, 'a.ts'), file);
    await assert.rejects(recordUse(useFileOf(indexFileOf(hostile)), { chunk: 'x', path: 'a.ts', at: 1 }), refused);
    await assert.rejects(NoteLogWriter.open(noteFileOf(indexFileOf(hostile))), refused);
  });

  it('stops writing an index that becomes a link', async () => {
    assert.equal((await run('index')).status, 0);
    const { Indexer } = await import('../../../../src/engine/indexer/indexer');
    const indexer = await Indexer.open(hostile, { jobs: 1 });
    try {
      renameSync(own('index.cgx'), own('real.cgx'));
      symlinkSync('real.cgx', own('index.cgx'));
      writeFileSync(join(hostile, 'b.ts'), 'export const b = 2;\n');
      const before = readFileSync(own('real.cgx'));
      await assert.rejects(indexer.refresh(), refused);
      assert.deepEqual(readFileSync(own('real.cgx')), before);
    } finally {
      await indexer.close();
    }
  });

  it('changes no file outside of it when agents are connected', async () => {
    const outside = join(at, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'a.json'), '{}\n');
    writeFileSync(join(outside, 'a.md'), 'mine\n');
    const before = snapshot(outside);
    linkTo(join(outside, 'a.json'), join(hostile, '.mcp.json'));
    linkTo(outside, join(hostile, '.claude'));
    linkTo(outside, join(hostile, '.cursor'));
    mkdirSync(join(hostile, '.git'));
    writeFileSync(join(hostile, '.git', 'config'), '[core]\n');
    linkTo(join(hostile, '.git', 'config'), join(hostile, 'AGENTS.md'));
    const { status, stdout, stderr } = await run('agents', 'add', 'claude-code', 'cursor', 'codex');
    assert.equal(status, 1, stderr);
    assert.equal((stdout + stderr).match(/is a symbolic link out of the folder/g)?.length, 5, stdout + stderr);
    assert.deepEqual(snapshot(outside), before);
    assert.equal(readFileSync(join(hostile, '.git', 'config'), 'utf8'), '[core]\n');
    rmSync(outside, { recursive: true });
  });

  it('leaves `agents.json` that is a link as it is', async () => {
    linkTo(join(other, 'a.ts'), own('agents.json'));
    for (const action of ['add', 'remove']) {
      const { status, stderr } = await run('agents', action, 'cursor');
      assert.equal(status, 2, stderr);
      assert.match(stderr, refused);
    }
    assert.ok(!existsSync(join(hostile, '.cursor')));
  });

  it('is indexed when it is reached by a link, and an index that is named may be a link', async () => {
    symlinkSync(hostile, join(at, 'link'));
    assert.equal((await run('index', join(at, 'link'))).status, 0);
    assert.ok(existsSync(own('index.cgx')));
    cpSync(own('index.cgx'), join(at, 'real.cgx'));
    symlinkSync(join(at, 'real.cgx'), join(at, 'named.cgx'));
    writeFileSync(join(hostile, 'b.ts'), 'export const b = 2;\n');
    const { status, stderr } = await run('index', '--index', join(at, 'named.cgx'));
    assert.equal(status, 0, stderr);
    assert.match((await run('search', '--index', join(at, 'named.cgx'), '--mode', 'keyword', 'b')).stdout, /b\.ts/);
    assert.ok(lstatSync(join(at, 'named.cgx')).isSymbolicLink());
  });
});
