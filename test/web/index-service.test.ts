/** The index service in a browser: a folder mirrored into memory, indexed and searched as on the desktop. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { CodeIndex } from '../../src/engine/code-index';
import type { IndexReport } from '../../src/engine/indexer/index-result';
import { indexFolder } from '../../src/engine/indexer/indexer';
import type { FolderSetup, FolderStatus } from '../../src/engine/service-protocol';
import { InThreadPool } from '../../src/engine/workers/in-thread-pool';
import { IndexReader } from '../../src/index/file/index-reader';
import { indexFileOf } from '../../src/index/index-settings';
import { defaultChunkOptions } from '../../src/options/chunk-options';
import type { SearchAnswer } from '../../src/search/searcher';
import { IndexView } from '../../src/search/view/index-view';
import { productFile } from '../../src/shared/product';
import { defaultLimits } from '../../src/workspace/read-file';
import { openWebPage, type WebPage } from './web-page';

const source = 'src/tokens';
const paths = readdirSync(productFile(source), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(productFile(source).length + 1));
const root = '/virtual/tokens';
const setup: FolderSetup = {
  root,
  include: [],
  exclude: [],
  chunk: defaultChunkOptions,
  limits: defaultLimits,
  model: { is: 'built-in' },
};
const queries = [
  'count the tokens of a piece',
  'PieceScanner',
  'how are surrogate pairs handled',
  'path:estimates weights',
];

const hitsOf = ({ hits }: SearchAnswer): unknown =>
  hits.map(({ id, path, startLine, endLine, score }) => [id, path, startLine, endLine, score?.toFixed(4)]);

describe('the index service in a browser', () => {
  let web: WebPage;
  const service = 'index-service';
  const ask = async <T>(method: string, params: unknown): Promise<T> =>
    ((await web.ask(service, method, params)) as { readonly answer: T }).answer;
  const search = (query: string): Promise<SearchAnswer> => ask('search', { query, options: { limit: 8 } });

  before(async () => {
    web = await openWebPage();
    await web.call('putFetched', service, { root, base: `/${source}/`, paths, mtimeMs: 1_700_000_000_000 });
  });
  after(() => web[Symbol.asyncDispose]());

  it('indexes a mirrored folder', async () => {
    const [opened] = await ask<FolderStatus[]>('folders', [[setup]]);
    assert.equal(opened?.is, 'absent');
    const report = await ask<IndexReport>('refresh', { root });
    assert.deepEqual([report.added, report.warnings], [paths.length, []]);
  });

  it('finds what the desktop finds, with the same scores', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'codegrain-web-'));
    try {
      cpSync(productFile(source), folder, { recursive: true });
      await indexFolder(folder, { pool: new InThreadPool() });
      const opened = IndexReader.open(indexFileOf(folder));
      assert('index' in opened);
      const searcher = new CodeIndex(
        [new IndexView(opened.index, folder)],
        () => loadBuiltIn(),
        async () => [],
      );
      for (const query of queries) {
        const desktop = await searcher.search(query, { limit: 8 });
        assert(desktop.hits.length > 0, query);
        assert.deepEqual(hitsOf(await search(query)), hitsOf(desktop), query);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('opens the index of the last session without indexing again', async () => {
    const before = await search('PieceScanner');
    assert(((await web.call('takeIndex', service, { root })) as number) > 10_000);
    await web.call('endWorker', service, {});
    await web.call('putFetched', service, { root, base: `/${source}/`, paths, mtimeMs: 1_700_000_000_000 });
    await web.call('loadTakenIndex', service, { root });
    const [opened] = await ask<FolderStatus[]>('folders', [[setup]]);
    assert.deepEqual([opened?.is, opened?.files], ['ready', paths.length]);
    assert.deepEqual(hitsOf(await search('PieceScanner')), hitsOf(before));
    const report = await ask<IndexReport>('refresh', { root });
    assert.deepEqual([report.unchanged, report.chunks], [paths.length, 0]);
  });

  it('follows changed and removed files', async () => {
    const bytes = [...Buffer.from('export function frobnicateWidgets(): void {}\n')];
    const put = { root, files: [{ path: 'new/frob.ts', bytes, mtimeMs: Date.now() }] };
    await web.call('putBytes', service, put);
    await ask('update', { root, paths: ['new/frob.ts'] });
    assert.equal((await search('frobnicateWidgets')).hits[0]?.path, 'new/frob.ts');
    await web.ask(service, 'remove files', { root, paths: ['new'] });
    await ask('update', { root, paths: ['new/frob.ts'] });
    assert(!(await search('frobnicateWidgets')).hits.some(({ path }) => path === 'new/frob.ts'));
  });

  it('does not index by lines what only lacks its grammar for a moment', async () => {
    await web.page.context().route('**/python.wasm', (route) => route.fulfill({ status: 503 }));
    const bytes = [...Buffer.from('def zylophone():\n    return 1\n')];
    await web.call('putBytes', service, { root, files: [{ path: 'z.py', bytes, mtimeMs: 1_700_000_000_000 }] });
    await assert.rejects(ask('update', { root, paths: ['z.py'] }), /cannot load .*python\.wasm: status 503/);
    await web.page.context().unrouteAll();
    await ask('refresh', { root });
    const [hit] = (await search('zylophone')).hits;
    assert.deepEqual([hit?.path, hit?.kind], ['z.py', 'function']);
  });

  it('refuses paths outside the folder', async () => {
    await assert.rejects(
      web.call('putBytes', service, { root, files: [{ path: '../x', bytes: [], mtimeMs: 0 }] }),
      /not a path/,
    );
  });
});
