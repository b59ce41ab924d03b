/** One bad file does not spoil a batch, whatever it does to its parse worker. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { indexFolder } from '../../../../src/engine/indexer/indexer';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import { defaultChunkOptions } from '../../../../src/options/chunk-options';
import { productFile } from '../../../../src/shared/product';
import { defaultLimits } from '../../../../src/workspace/read-file';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { read } from '../indexer/indexed-content';

/** The real parse worker, unless a batch has a file whose name says how the worker fails. */
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

/** The real parse worker. The one without the optimiser writes down whether the other one has ended when it gets its request. */
const oneAtATime = `
const { readFileSync, writeFileSync } = require('node:fs');
const isLiftoff = process.execArgv.includes('--liftoff-only');
if (!isLiftoff) writeFileSync(__filename + '.pid', String(process.pid));
const hasEnded = () => {
  try {
    return !process.kill(Number(readFileSync(__filename + '.pid', 'utf8')), 0);
  } catch {
    return true;
  }
};
process.on('message', (message) => {
  if (!isLiftoff || !message?.params?.files) return;
  // A process that was killed is there for a moment more.
  for (const end = Date.now() + 5000; !hasEnded() && Date.now() < end; );
  writeFileSync(__filename + '.ended', String(hasEnded()));
});
require(${JSON.stringify(productFile('dist', 'parse-worker.js'))});
`;

/** The real parse worker. It creates a file when it gets a batch, and begins when another file says that something urgent was asked. */
const marked = `
const { existsSync, writeFileSync } = require('node:fs');
process.on('message', (message) => {
  if (!(message?.params?.files?.length > 1)) return;
  writeFileSync(__filename + '.batch', '');
  while (!existsSync(__filename + '.asked')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
});
require(${JSON.stringify(productFile('dist', 'parse-worker.js'))});
`;

describe('a batch of files', function () {
  this.timeout(180_000);
  afterEach(removeTemporaryFolders);

  it('is indexed completely, and files that kill the worker are chunked by lines or listed as skipped', async () => {
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
    const outcome = (path: string): unknown =>
      index.file(path)?.skipped?.reason ?? index.file(path)?.fallback ?? 'good';
    assert.deepEqual(['a.py', 'crash.py', 'hang.py', 'always.py', 'z.py'].map(outcome), [
      'good',
      'grammar-crashed',
      'grammar-timeout',
      'failed',
      'good',
    ]);
    assert.equal(index.searchedChunks('hang.py').length, 1);
  });

  it('does not need both workers at once if there is no room for them', async () => {
    const folder = temporaryFolder();
    const at = temporaryFolder();
    const script = join(at, 'one-at-a-time.js');
    writeFileSync(script, oneAtATime);
    writeFileSync(join(folder, 'a.py'), 'def a():\n    return 1\n');
    writeFileSync(join(folder, 'b.swift'), 'func b() -> Int {\n    return 1\n}\n');
    const pool = new WorkerPool({ jobs: 1, script, memoryPerSlot: 0 });
    try {
      await indexFolder(folder, { pool, jobs: 1 });
    } finally {
      pool.dispose();
    }
    assert.equal(readFileSync(`${script}.ended`, 'utf8'), 'true');
    const index = read(join(folder, '.codegrain', 'index.cgx'));
    for (const path of ['a.py', 'b.swift']) assert.equal(index.searchedChunks(path).length, 1);
  });

  it('gives way to the text of an editor, and is completed after it', async () => {
    const folder = temporaryFolder();
    const source = Array.from({ length: 100 }, (_, i) => `def f${i}(a):\n    return a * ${i}\n`).join('\n');
    const files = Array.from({ length: 200 }, (_, i) => {
      const file = join(folder, `${i}.py`);
      writeFileSync(file, source);
      return { path: `${i}.py`, file, size: source.length, mtimeMs: 1 };
    });
    const settings = { options: defaultChunkOptions, limits: defaultLimits, rowBytes: 128 };
    const script = join(folder, 'marked.js');
    writeFileSync(script, marked);
    const pool = new WorkerPool({ jobs: 1, script });
    const order: string[] = [];
    try {
      const batch = pool.segments({ ...settings, files }, undefined).then((replies) => {
        order.push('batch');
        return replies;
      });
      while (!existsSync(`${script}.batch`)) await sleep(10);
      const text = 'def typed():\n    return 1\n';
      const typed = { path: 'typed.py', file: join(folder, 'typed.py'), size: text.length, mtimeMs: 1, text };
      const urgent = pool.segments({ ...settings, files: [typed], isUrgent: true }, undefined);
      await sleep(10);
      writeFileSync(`${script}.asked`, '');
      const [reply] = await urgent;
      order.push('text');
      assert.equal(reply?.chunks, 1);
      const replies = await batch;
      assert.deepEqual(order, ['text', 'batch']);
      assert.ok(replies.length > 1);
      assert.equal(
        replies.reduce((sum, one) => sum + one.files, 0),
        files.length,
      );
    } finally {
      pool.dispose();
    }
  });
});
