/** A folder with so many chunks that its index is compacted while files are added: real files, real parse workers. */
import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import { appendFiles } from '../../../../src/engine/indexer/append-changes';
import type { IndexTally, IndexWork } from '../../../../src/engine/indexer/index-work';
import type { ChunkingPool } from '../../../../src/engine/workers/chunking-pool';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import type { FileToIndex } from '../../../../src/engine/workers/worker-protocol';
import { indexSettings } from '../../../../src/index/index-settings';
import { mergeLexical } from '../../../../src/index/lexical/merge-segments';
import { IndexWriter } from '../../../../src/index/write/index-writer';
import { defaultChunkOptions } from '../../../../src/options/chunk-options';
import { defaultLimits } from '../../../../src/workspace/read-file';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { contentOf } from './indexed-content';

describe('An index that gets very many chunks', function () {
  this.timeout(120_000);
  let pool: WorkerPool;
  before(() => {
    pool = new WorkerPool({ jobs: 2 });
  });
  after(() => pool.dispose());
  afterEach(removeTemporaryFolders);

  const source = (name: string): string =>
    Array.from(
      { length: 60 },
      (_, i) =>
        `export function ${name}${i}(value: number): number {\n${`  value += ${name}Base(${i});\n`.repeat(9)}  return value;\n}\n`,
    ).join('\n');

  function makeFiles(count: number): { readonly root: string; readonly files: FileToIndex[] } {
    const root = temporaryFolder();
    const files = Array.from({ length: count }, (_, i) => {
      const path = `part${i}.ts`;
      const file = join(root, path);
      writeFileSync(file, source(`part${i}`));
      const { size, mtimeMs } = statSync(file);
      return { path, file, size, mtimeMs };
    });
    return { root, files };
  }

  /** @param many rows that are very many. */
  async function openWork(root: string, many: number | undefined): Promise<IndexWork> {
    const model = await describeBuiltIn();
    const settings = indexSettings(model, defaultChunkOptions, defaultLimits);
    const indexFile = join(temporaryFolder(), 'index.cgx');
    const opened = await IndexWriter.open(indexFile, settings, { mergeLexical, codesFrom: many, apartFrom: many });
    if ('problem' in opened) throw new Error(opened.problem.message);
    return {
      root,
      writer: opened.writer,
      pool,
      jobs: 2,
      chunk: defaultChunkOptions,
      limits: defaultLimits,
      rowBytes: model.dimensions,
      notes: `${indexFile}.notes`,
      model: { is: 'built-in', dimensions: model.dimensions },
      onProgress: undefined,
    };
  }

  const newTally = (): IndexTally => ({
    ...{ chunks: 0, embedded: 0, bytes: 0, cpuMs: 0, compactions: 0 },
    warnings: new Set(),
    encodings: new Map(),
  });

  it('is compacted in between by another process, and has the same content', async () => {
    const { root, files } = makeFiles(40);
    const [often, never] = [await openWork(root, 100), await openWork(root, undefined)];
    const [tally, plain] = [newTally(), newTally()];
    let apart = 0;
    const counting: ChunkingPool = {
      chunk: (...args) => pool.chunk(...args),
      segments: (...args) => pool.segments(...args),
      compact: async (job) => {
        const done = await pool.compact(job);
        if (done && done.cpuMs > 0) apart++;
        return done;
      },
    };
    await appendFiles(files, { work: { ...often, pool: counting }, tally: tally });
    await appendFiles(files, { work: never, tally: plain });
    assert.equal(apart, tally.compactions);
    assert.equal(plain.compactions, 0);
    assert.ok(tally.compactions >= 2, `compacted ${tally.compactions} times`);
    assert.ok(often.writer.index.contents.appended < never.writer.index.contents.appended);
    assert.equal(tally.chunks, plain.chunks);
    assert.equal(contentOf(often.writer.index), contentOf(never.writer.index));
    await often.writer.close();
    await never.writer.close();
  });

  it('is compacted by this process if another one cannot', async () => {
    const { root, files } = makeFiles(20);
    const [broken, never] = [await openWork(root, 100), await openWork(root, undefined)];
    const halfWay: ChunkingPool = {
      chunk: (...args) => pool.chunk(...args),
      segments: (...args) => pool.segments(...args),
      compact: async ({ target }) => {
        writeFileSync(target, 'the process ended here');
        return undefined;
      },
    };
    const tally = newTally();
    await appendFiles(files, { work: { ...broken, pool: halfWay }, tally: tally });
    assert.ok(tally.compactions > 0);
    await appendFiles(files, { work: never, tally: newTally() });
    assert.equal(contentOf(broken.writer.index), contentOf(never.writer.index));
    await broken.writer.close();
    await never.writer.close();
  });

  it('keeps what is in it when indexing is cancelled', async () => {
    const { root, files } = makeFiles(40);
    const stop = new AbortController();
    const work = await openWork(root, 100);
    const tally = newTally();
    const cancelling: IndexWork = {
      ...work,
      onProgress: ({ chunks }) => chunks >= 100 && stop.abort(new Error('stop')),
    };
    await assert.rejects(appendFiles(files, { work: cancelling, tally: tally, signal: stop.signal }));
    assert.equal(tally.compactions, 0);
    assert.ok(work.writer.index.contents.fileCount > 0);
    await work.writer.close();
  });
});
