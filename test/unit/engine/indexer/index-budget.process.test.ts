/** An index stays within the size that the user allows: real files, real parse workers, and the built command line. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { IndexProblem } from '../../../../src/engine/indexer/index-problem';
import { type IndexOptions, indexFolder } from '../../../../src/engine/indexer/indexer';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import type { IndexFileProblem } from '../../../../src/index/file/index-error';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { runCommandSync } from '../../surfaces/cli/runner/run-command';
import { read } from './indexed-content';

describe('An index with a limit on its size', function () {
  this.timeout(240_000);
  let folder: string;
  let file: string;
  let pool: WorkerPool;
  before(() => {
    pool = new WorkerPool({ jobs: 1 });
  });
  after(() => pool.dispose());
  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder, '.codegrain', 'index.cgx');
  });
  afterEach(removeTemporaryFolders);

  const put = (path: string, functions: number): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const stem = path.replaceAll(/\W/g, '');
    const one = (i: number): string =>
      `export function ${stem}Step${i}(value${i}: number): number {\n  const ${stem}${i} = ${stem}Next(value${i}, '${stem} ${i * 7}');\n  return ${stem}${i} * ${i};\n}\n`;
    writeFileSync(join(folder, path), Array.from({ length: functions }, (_, i) => one(i)).join('\n'));
  };
  const index = (options: IndexOptions = {}) => indexFolder(folder, { pool, jobs: 1, ...options });
  const wholeSize = async (): Promise<number> => {
    const indexFile = join(temporaryFolder(), 'whole.cgx');
    await index({ indexFile });
    return statSync(indexFile).size;
  };
  const problemOf = async (run: Promise<unknown>): Promise<IndexFileProblem> => {
    const error: unknown = await run.then(
      () => assert.fail('it fits'),
      (error: unknown) => error,
    );
    assert.ok(error instanceof IndexProblem, String(error));
    return error.problem;
  };

  it('stops before it gets larger, keeps what is in it, and says what would make it fit', async () => {
    for (let i = 0; i < 12; i++) put(`large/part${i}.ts`, 120);
    for (let i = 0; i < 3; i++) put(`small/part${i}.ts`, 60);
    const limit = (await wholeSize()) / 2;
    const messages: string[] = [];
    const { reason, overrun } = await problemOf(
      index({ maxIndexBytes: limit, onMessage: (message) => messages.push(message) }),
    );
    assert.equal(reason, 'too-large');
    assert.ok(statSync(file).size <= limit, `${statSync(file).size} bytes`);
    const files = read(file).stats().files;
    assert.ok(files > 0 && files < 15, `${files} files`);
    assert.ok(overrun && overrun.expected > limit);
    assert.equal(overrun.files, 15 - files);
    assert.deepEqual(
      overrun.folders.map(({ path }) => path),
      ['large', 'small'],
    );
    assert.equal(overrun.dimensions?.fewer, 128);
    assert.ok((overrun.dimensions?.saves ?? 0) > 0 && (overrun.dimensions?.saves ?? 0) < overrun.expected / 2);
    assert.match(messages.join('\n'), /would need about/);
  });

  it('goes on with a higher limit, or without the files that were too many', async () => {
    for (let i = 0; i < 8; i++) put(`large/part${i}.ts`, 120);
    put('small.ts', 20);
    const limit = (await wholeSize()) / 2;
    await problemOf(index({ maxIndexBytes: limit }));
    const { added } = await index({ maxIndexBytes: 5_000_000 });
    assert.ok(added > 0 && added < 9, `${added} were left`);
    assert.equal(read(file).stats().files, 9);
    rmSync(file);
    await index({ maxIndexBytes: limit, exclude: ['large'] });
    assert.equal(read(file).stats().files, 1);
  });

  it('makes room by compaction before it counts as full', async () => {
    for (let i = 0; i < 4; i++) put(`part${i}.ts`, 100);
    await index();
    const once = statSync(file).size;
    for (let round = 1; round < 6; round++) {
      for (let i = 0; i < 4; i++) put(`part${i}.ts`, 100 + round);
      await index({ maxIndexBytes: 2.6 * once });
      assert.ok(statSync(file).size <= 2.6 * once);
    }
    assert.equal(read(file).stats().files, 4);
  });

  it('ends the command line with status 3 and names the flags that help', () => {
    for (let i = 0; i < 40; i++) put(`src/part${i}.ts`, 400);
    const { status, stderr } = runCommandSync(['index', '--max-size', '1'], { cwd: folder });
    assert.equal(status, 3, stderr);
    assert.match(
      stderr,
      /the index is at its limit of 1 MB; with the \d+ files that are left it would have about \d+ MB/,
    );
    assert.match(stderr, /--max-size \d+ .*\n.*--exclude \.\/src .*\n.*--dimensions 128 /);
    assert.ok(statSync(file).size <= 1_000_000);
  });
});
