/** `codegrain search --from` finds the same hits as the index file. */
import assert from 'node:assert/strict';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import type { CodeIndex } from '../../../../src/engine/code-index';
import type { Hit } from '../../../../src/search/hits/hit';
import type { SearchOptions } from '../../../../src/search/searcher';
import { productFile } from '../../../../src/shared/product';
import { Database } from '../../../../src/wings/team/database';
import { readDatabaseAddress } from '../../../../src/wings/team/database-address';
import { DatabaseSearcher } from '../../../../src/wings/team/database-searcher';
import { pushBranch } from '../../../../src/wings/team/push-branch';
import { makeWorkspace, type TestWorkspace } from '../../search/search-workspace';
import { openTestDatabase, runCli, type TestDatabase } from './test-database';

describe('a search in a database', function () {
  this.timeout(180_000);
  let server: TestDatabase;
  let database: Database;
  let workspace: TestWorkspace;
  let searcher: DatabaseSearcher;
  let local: CodeIndex;
  before(async () => {
    server = await openTestDatabase();
    await server.reset();
    workspace = await makeWorkspace();
    database = await Database.open(readDatabaseAddress(server.url, undefined, {}));
    const embedder = await loadBuiltIn();
    local = await workspace.searcher();
    const index = local.views[0]?.reader;
    await pushBranch(workspace.root, database, { repository: 'it', branch: 'main', embedder, index, jobs: 1 });
    searcher = await DatabaseSearcher.open(database, {}, async () => embedder);
  });
  after(async () => {
    await database.close();
    await server.reset();
    await server.close();
    await workspace.dispose();
  });

  const shown = (hits: readonly Hit[]) =>
    hits.map(({ root: _root, score: _score, why, terms: _terms, enclosing = [], ...hit }) => ({
      ...hit,
      // An index also knows the types that begin in the text.
      enclosing: enclosing.filter(({ line }) => line < hit.startLine),
      why: why.map(({ signal }) => signal),
    }));
  const assertSame = (remote: readonly Hit[], expected: readonly Hit[], query: string): void => {
    assert.deepEqual(shown(remote), shown(expected), query);
    // Vectors have 16 bits per value in the database.
    for (const [i, { score = NaN }] of remote.entries())
      assert.ok(
        Math.abs(score - (expected[i]?.score ?? Infinity)) < 0.0005,
        `${query}: ${score}, ${expected[i]?.score}`,
      );
  };
  const assertSameHits = async (query: string, options: SearchOptions = {}): Promise<readonly Hit[]> => {
    const expected = await local.search(query, options);
    const remote = await searcher.search(query, options);
    assertSame(remote.hits, expected.hits, query);
    assert.deepEqual(remote.problems, expected.problems);
    return remote.hits;
  };

  it('gives the same hits, scores, texts, parents and duplicates', async () => {
    for (const query of [
      'matchRoute',
      'start server port',
      'how are errors turned into a response',
      'parse_header',
      'parse duration seconds',
      'Router.addRoute',
      'src/router.ts',
      'xqzvkw',
    ])
      await assertSameHits(query);
  });

  it('applies every filter and mode', async () => {
    for (const query of [
      'path:src route',
      'path:*.py parse',
      '-path:v1 parse_header',
      'lang:python parse',
      '-lang:python parse',
      'kind:function parse',
      'kind:class -kind:function router',
      'name:parse* header',
      '-name:parse* header',
      '"best === undefined" route',
      '-"best === undefined" route',
      'route -handler',
      'lang:pyhton route',
      'route path:"',
    ])
      await assertSameHits(query);
    for (const mode of ['semantic', 'keyword'] as const) await assertSameHits('match the route of a request', { mode });
    await assertSameHits('match the route of a request', { parents: false });
    await assertSameHits('match the route of a request', { limit: 2, context: true });
  });

  it('gives each parent once, with its text', async () => {
    const hits = await assertSameHits('route handler request', { limit: 50 });
    const parents = hits.flatMap(({ parent }) => (parent ? [`${parent.path}:${parent.startLine}`] : []));
    assert.equal(new Set(parents).size, parents.length);
  });

  it('explains a hit with the same words', async () => {
    const [expected] = (await local.search('matchRoute path', { explain: true, limit: 1 })).hits;
    const [remote] = (await searcher.search('matchRoute path', { explain: true, limit: 1 })).hits;
    assert.deepEqual(
      remote?.terms?.map(({ term, score }) => [term, score.toFixed(3)]),
      expected?.terms?.map(({ term, score }) => [term, score.toFixed(3)]),
    );
  });

  it('finds similar code, the same as the index does', async () => {
    const expected = await local.similar('v1/parse.py', 2);
    const remote = await searcher.similar('v1/parse.py', 2);
    assertSame(remote?.hits ?? [], expected?.hits ?? [], 'similar');
    assert.equal(await searcher.similar('v1/parse.py', 10_000), undefined);
  });

  it('prints hits with their repository and branch', async () => {
    // PGlite allows one connection at a time.
    await database.close();
    const env = { CODEGRAIN_DATABASE_URL: server.url };
    const { status, stdout, stderr } = await runCli(['search', '--from', '', 'matchRoute'], {
      cwd: productFile(),
      env,
    });
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^it@main\/src\/router\.ts\n1\. 13 {2}.*matchRoute\n/);
    const similar = await runCli(['similar', '--from', '', '--json', 'v1/parse.py:2'], { cwd: productFile(), env });
    assert.equal(similar.status, 0, similar.stderr);
  });
});
