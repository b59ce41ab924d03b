/** Batches of files survive what single files do to an engine. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexFolder } from '../../../src/index-service/indexer/indexer';
import { WorkerPool } from '../../../src/parse-worker/worker-pool';
import { productFile } from '../../../src/shared/product';
import { removeTemporaryFolders, temporaryFolder } from '../index/file/index-folders';
import { read } from '../index-service/indexer/indexed-content';

/** The real engine, unless a batch has a file that is named after what shall happen. */
const unruly = `
process.on('message', (message) => {
  const files = message?.params?.files?.map(({ path }) => path).join() ?? '';
  if (files.includes('always')) process.abort();
  if (message?.params?.quarantined) return;
  if (files.includes('crash')) process.abort();
  if (files.includes('hang')) for (;;);
});
require(${JSON.stringify(productFile('dist', 'parse-worker.js'))});
`;

describe('a batch of files', function () {
  this.timeout(180_000);
  afterEach(removeTemporaryFolders);

  it('is indexed whole, and what ends the engine is cut by lines or listed', async () => {
    const folder = temporaryFolder();
    const script = join(temporaryFolder(), 'unruly.js');
    writeFileSync(script, unruly);
    for (const name of ['a', 'crash', 'hang', 'always', 'z']) {
      writeFileSync(join(folder, `${name}.py`), `def ${name}():\n    return 1\n`);
    }
    const pool = new WorkerPool({ jobs: 1, script, timeoutMs: 15_000 });
    try {
      await indexFolder(folder, { pool, jobs: 1 });
    } finally {
      pool.dispose();
    }
    const index = read(join(folder, '.codegrain', 'index.cgx'));
    const said = (path: string): unknown => index.file(path)?.skipped?.reason ?? index.file(path)?.fallback ?? 'good';
    assert.deepEqual(['a.py', 'crash.py', 'hang.py', 'always.py', 'z.py'].map(said), [
      'good',
      'grammar-crashed',
      'grammar-timeout',
      'failed',
      'good',
    ]);
    assert.equal(index.searchedChunks('hang.py').length, 1);
  });
});
