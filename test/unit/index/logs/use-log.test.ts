/** The uses of chunks are kept in a small file beside the index that survives damage. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { checkedLine } from '../../../../src/index/logs/line-file';
import { recordUse, UseLog, useFileOf } from '../../../../src/index/logs/use-log';
import { removeIndex } from '../../../../src/index/write/remove-index';
import { removeTemporaryFolders, temporaryFolder } from '../file/index-folders';

const day = 86_400_000;

describe('the uses of chunks', () => {
  afterEach(removeTemporaryFolders);
  const fileIn = (folder: string): string => useFileOf(join(folder, '.codegrain', 'index.cgx'));
  const use = (chunk: string, at: number) => ({ chunk, path: 'src/a.ts', at });

  it('are counted, each half after every half-life', async () => {
    const file = fileIn(temporaryFolder());
    const log = new UseLog(file);
    log.refresh();
    assert.equal(log.usesOf('a', 0, 30 * day), 0);
    await recordUse(file, use('a', 0));
    await recordUse(file, use('a', 30 * day));
    await recordUse(file, use('b', 30 * day));
    log.refresh();
    assert.equal(log.usesOf('a', 30 * day, 30 * day), 1.5);
    assert.equal(log.usesOf('a', 60 * day, 30 * day), 0.75);
    assert.equal(log.usesOf('b', 30 * day, 30 * day), 1);
    // A clock that was set back makes no use count more than once.
    assert.equal(log.usesOf('b', 0, 30 * day), 1);
  });

  it('are seen by every process that reads them, and are ignored by git', async () => {
    const folder = temporaryFolder();
    const file = fileIn(folder);
    await Promise.all([1, 2, 3, 4].map((at) => recordUse(file, use('a', at))));
    const log = new UseLog(file);
    log.refresh();
    assert.ok(Math.abs(log.usesOf('a', 4, day) - 4) < 1e-6);
    assert.equal(readFileSync(join(folder, '.codegrain', '.gitignore'), 'utf8'), '*\n');
  });

  it('survive damage: what cannot be read does not count', async () => {
    const file = fileIn(temporaryFolder());
    await recordUse(file, use('a', 1));
    appendFileSync(
      file,
      `hello\n${checkedLine(use('a', 2)).replace('"a"', '"b"')}\n\0\0\n${checkedLine({ chunk: 'a', at: null })}\n`,
    );
    await recordUse(file, use('c', 3));
    truncateSync(file, statSync(file).size - 5);
    await recordUse(file, use('a', 4));
    const log = new UseLog(file);
    log.refresh();
    const uses = ['a', 'b', 'c'].map((chunk) => Math.round(log.usesOf(chunk, 4, day)));
    assert.deepEqual(uses, [2, 0, 0]);
  });

  it('do not fill the disk: the older half is dropped', async () => {
    const file = fileIn(temporaryFolder());
    await recordUse(file, use('old', 0));
    for (let at = 1; at <= 8_000; at++) appendFileSync(file, `${checkedLine(use(`chunk ${at}`, at))}\n`);
    await recordUse(file, use('new', 8_001));
    assert.ok(statSync(file).size < 300_000, `${statSync(file).size}`);
    const log = new UseLog(file);
    log.refresh();
    assert.deepEqual(
      ['old', 'chunk 1', 'chunk 8000', 'new'].map((chunk) => Math.round(log.usesOf(chunk, 8_001, day))),
      [0, 0, 1, 1],
    );
  });

  it('are deleted with the index', async () => {
    const folder = temporaryFolder();
    await recordUse(fileIn(folder), use('a', 1));
    await removeIndex(join(folder, '.codegrain', 'index.cgx'));
    assert.ok(!existsSync(join(folder, '.codegrain')));
  });
});
