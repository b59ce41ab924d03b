import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitTime, writeCommit } from '../../../../bench/search/git-commits';

describe('a commit of a benchmark repository', () => {
  let folder = '';
  let clone = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-commits-'));
    clone = join(folder, 'clone');
    mkdirSync(join(clone, 'deep'), { recursive: true });
    git('init', '--quiet');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function git(...command: string[]): string {
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', ['-C', clone, ...who, ...command], { encoding: 'utf8' }).trim();
  }

  function commitAll(): string {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'x', '--date', '2020-01-01T00:00:00Z');
    return git('rev-parse', 'HEAD');
  }

  it('is written with the exact bytes of its files, not those of later commits, and without links', function () {
    if (process.platform === 'win32') this.skip();
    const bytes = Buffer.from([0, 10, 255, 13, 10, 10]);
    writeFileSync(join(clone, 'deep', 'bytes.bin'), bytes);
    writeFileSync(join(clone, 'ä b.txt'), 'one\n');
    writeFileSync(join(clone, 'empty'), '');
    symlinkSync('ä b.txt', join(clone, 'link'));
    const first = commitAll();
    writeFileSync(join(clone, 'ä b.txt'), 'two\n');
    commitAll();
    const out = join(folder, 'out');
    assert.equal(writeCommit(clone, first, out), 0);
    assert.deepEqual(readFileSync(join(out, 'deep', 'bytes.bin')), bytes);
    assert.equal(readFileSync(join(out, 'ä b.txt'), 'utf8'), 'one\n');
    assert.equal(readFileSync(join(out, 'empty'), 'utf8'), '');
    assert.ok(!existsSync(join(out, 'link')));
    assert.ok(commitTime(clone, first) > 1.5e9);
  });

  it('is written without the files whose contents the clone does not have, and says how many', () => {
    writeFileSync(join(clone, 'a.txt'), 'here\n');
    writeFileSync(join(clone, 'b.txt'), 'gone\n');
    const commit = commitAll();
    const id = git('rev-parse', 'HEAD:b.txt');
    rmSync(join(clone, '.git', 'objects', id.slice(0, 2), id.slice(2)), { force: true });
    const out = join(folder, 'out');
    assert.equal(writeCommit(clone, commit, out), 1);
    assert.equal(readFileSync(join(out, 'a.txt'), 'utf8'), 'here\n');
    assert.ok(!existsSync(join(out, 'b.txt')));
  });
});
