/** Files of which some lines change: what did not change is taken over, and the index is as if made from nothing. Real parse workers. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type { IndexReport } from '../../../../src/engine/indexer/index-result';
import { indexFolder } from '../../../../src/engine/indexer/indexer';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import { indexFileOf } from '../../../../src/index/index-settings';
import { mergeLexical } from '../../../../src/index/lexical/merge-segments';
import { IndexWriter } from '../../../../src/index/write/index-writer';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { runs } from '../../random-runs';
import { files } from '../../search/search-workspace';
import { contentOf, read } from './indexed-content';

/** So long that it has several chunks. */
const longFile = Array.from(
  { length: 60 },
  (_, i) =>
    `/** Step ${i}. */\nexport function step${i}(value: number): number {\n  return value * ${i} + offset;\n}\n`,
).join('\n');
const texts: Readonly<Record<string, string>> = { ...files, 'src/steps.ts': `const offset = 3;\n\n${longFile}` };

describe('files of which lines change', function () {
  this.timeout(180_000);
  let root: string;
  let pool: WorkerPool;
  const cacheBefore = process.env.CODEGRAIN_CACHE;

  before(() => {
    process.env.CODEGRAIN_CACHE = '';
    pool = new WorkerPool({ jobs: 1 });
  });
  after(() => {
    pool.dispose();
    if (cacheBefore === undefined) delete process.env.CODEGRAIN_CACHE;
    else process.env.CODEGRAIN_CACHE = cacheBefore;
  });
  beforeEach(() => {
    root = temporaryFolder();
    for (const [path, text] of Object.entries(texts)) put(path, text);
  });
  afterEach(removeTemporaryFolders);

  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const index = (indexFile?: string): Promise<IndexReport> =>
    indexFolder(root, { pool, jobs: 1, isAlone: true, ...(indexFile !== undefined && { indexFile }) });

  it('embeds only the chunk that changed', async () => {
    await index();
    put('src/steps.ts', (texts['src/steps.ts'] ?? '').replace('value * 30 + offset', 'value * 30 - offset'));
    const { changed, chunks, embedded } = await index();
    assert.deepEqual({ changed, embedded }, { changed: 1, embedded: 1 });
    assert.ok(chunks > 3);
  });

  it('has what an index made from nothing has, whatever lines change, also after it was compacted as a large one is', async () => {
    await index();
    const line = fc.constantFrom(
      '',
      '// another line',
      'const offset = 4;',
      'import { x } from "./x";',
      '}',
      'function f() {',
    );
    const edit = fc.record({
      path: fc.constantFrom(...Object.keys(texts)),
      at: fc.nat({ max: 200 }),
      removed: fc.nat({ max: 2 }),
      line,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), fc.boolean(), async (edits, isCompacted) => {
        const now = new Map(Object.entries(texts));
        for (const { path, at, removed, line } of edits) {
          const lines = (now.get(path) ?? '').split('\n');
          lines.splice(at % lines.length, removed, line);
          now.set(path, lines.join('\n'));
        }
        for (const [path, text] of now) put(path, text);
        if (isCompacted) await compactAsLarge(indexFileOf(root));
        await index();
        const alone = join(temporaryFolder(), 'alone.cgx');
        await index(alone);
        assert.equal(contentOf(read(indexFileOf(root))), contentOf(read(alone)));
      }),
      { numRuns: runs(8) },
    );
  });
});

/** With vectors in planes, which only large indexes have. */
async function compactAsLarge(file: string): Promise<void> {
  const { header, contents } = read(file);
  const { model = '', chunker = '' } = contents.about ?? {};
  const settings = { model, chunker, dimensions: header.dimensions };
  const opened = await IndexWriter.open(file, settings, { mergeLexical, codesFrom: 1 });
  if ('problem' in opened) throw new Error(opened.problem.message);
  await opened.writer.compact();
  await opened.writer.close();
}
