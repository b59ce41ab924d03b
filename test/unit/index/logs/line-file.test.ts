/** Files of lines, also those that another program wrote. */
import assert from 'node:assert/strict';
import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkedLine, wholeLines } from '../../../../src/index/logs/line-file';
import { recordUse, UseLog } from '../../../../src/index/logs/use-log';
import { removeTemporaryFolders, temporaryFolder } from '../file/index-folders';

const megabyte = 2 ** 20;

describe('a line of a hundred megabytes', () => {
  afterEach(removeTemporaryFolders);

  it('is not kept in memory, and those before and after it are read', () => {
    const file = join(temporaryFolder(), 'lines');
    writeFileSync(file, 'first\n');
    truncateSync(file, 100 * megabyte);
    appendFileSync(file, '\nlast\n');
    const lines = Array.from(wholeLines(file), ({ text, start, end }) => ({ length: text.length, start, end }));
    const [first, long, last] = lines;
    assert.equal(lines.length, 3);
    assert.deepEqual(first, { length: 5, start: 0, end: 6 });
    assert.ok(long && long.length < 20 * megabyte, `${long?.length}`);
    assert.deepEqual(last, { length: 4, start: 100 * megabyte + 1, end: 100 * megabyte + 6 });
  });

  it('hides no use that is recorded after it, and is dropped', async () => {
    const file = join(temporaryFolder(), 'index.cgx.uses');
    writeFileSync(file, checkedLine({ chunk: 'a', path: 'a.ts', at: 0 }));
    truncateSync(file, 100 * megabyte);
    await recordUse(file, { chunk: 'b', path: 'a.ts', at: 0 });
    const log = new UseLog(file);
    log.refresh();
    assert.equal(log.usesOf('b', 0, 1), 1);
    assert.equal(log.usesOf('a', 0, 1), 0);
  });
});
