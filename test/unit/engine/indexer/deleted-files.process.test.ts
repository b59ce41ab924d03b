/** What was indexed and is deleted does not stay in the index for long. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderStats } from '../../../../src/engine/indexer/folder-stats';
import { indexFolder } from '../../../../src/engine/indexer/indexer';
import { formatIndexSize } from '../../../../src/surfaces/cli/format-numbers';

/** As many chunks as there are functions: each nearly fills one. */
function largeFile(name: string): string {
  const body = Array.from({ length: 40 }, (_, line) => `  const value${line} = compute(${line}, '${name}', input);`);
  return Array.from(
    { length: 8 },
    (_, i) => `export function ${name}Part${i}(input: number): number {\n${body.join('\n')}\n  return input;\n}\n`,
  ).join('\n');
}

describe('a large project that is deleted', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-deleted-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('leaves the index with the next update, though it is only one change', async () => {
    const files = Array.from({ length: 40 }, (_, i) => join(folder, `module${i}.ts`));
    for (const [i, file] of files.entries()) writeFileSync(file, largeFile(`module${i}`));
    writeFileSync(join(folder, 'kept.ts'), largeFile('kept'));
    await indexFolder(folder, { isAlone: true, jobs: 1 });
    const before = (await folderStats(folder)).index;
    assert.ok(before.searchedChunks > 300, `${before.searchedChunks} chunks`);
    for (const file of files) rmSync(file);
    await indexFolder(folder, { isAlone: true, jobs: 1 });
    const { index } = await folderStats(folder);
    assert.equal(index.files, 1);
    assert.ok(index.deadRows < before.searchedChunks / 10, `${index.deadRows} dead rows`);
    assert.ok(index.bytes < before.bytes / 4, `${index.bytes} of ${before.bytes} bytes`);
    rmSync(join(folder, 'kept.ts'));
    await indexFolder(folder, { isAlone: true, jobs: 1 });
    const empty = (await folderStats(folder)).index;
    assert.equal(empty.files, 0);
  });
});

describe('the size of an index', () => {
  it('is compared with its source where that says something', () => {
    assert.equal(formatIndexSize({ bytes: 452_000, sourceBytes: 1_000_000 }), '452.0 kB, 45.2 % of the source');
    assert.equal(formatIndexSize({ bytes: 6000, sourceBytes: 0 }), '6.0 kB');
    assert.equal(formatIndexSize({ bytes: 433_732, sourceBytes: 1000 }), '433.7 kB');
  });
});
