/** A search in many branches at once: one statement, which finds what one statement for each branch finds. */
import assert from 'node:assert/strict';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import type { Embedder } from '../../../../src/embedding/embedder';
import { parseQuery } from '../../../../src/search/query/query';
import { BranchView, findBranches } from '../../../../src/wings/team/branch';
import { type SearchLimits, searchLimits } from '../../../../src/wings/team/candidates/candidate-words';
import { type DatabaseCandidate, findCandidates } from '../../../../src/wings/team/candidates/find-candidates';
import { Database, type Queries } from '../../../../src/wings/team/database';
import { readDatabaseAddress } from '../../../../src/wings/team/database-address';
import { DatabaseSearcher } from '../../../../src/wings/team/database-searcher';
import { pushBranch } from '../../../../src/wings/team/push-branch';
import { largeFolder, put, smallFolder } from './pushed-folder';
import { openTestDatabase, type TestDatabase } from './test-database';
import { TestPooler } from './test-pooler';

const questions = ['add the values of a step', 'route request', 'f12 part 2', 'total', 'path:src route', 'xqzvkw'];

describe('a search in several branches', function () {
  this.timeout(180_000);
  let server: TestDatabase;
  let database: Database;
  let embedder: Embedder;
  before(async () => {
    server = await openTestDatabase();
    await server.reset();
    database = await Database.open(readDatabaseAddress(server.url, undefined, {}));
    embedder = await loadBuiltIn();
    const common = { branch: 'main', embedder, jobs: 1 };
    await pushBranch(largeFolder(30), database, { ...common, repository: 'large' });
    const small = smallFolder();
    await pushBranch(small, database, { ...common, repository: 'small' });
    put(small, 'src/more.py', 'def route_more(request):\n    """Adds the values of a step."""\n    return request\n');
    await pushBranch(small, database, { ...common, repository: 'fork' });
  });
  after(async () => {
    await database.close();
    await server.reset();
    await server.close();
  });

  const find = async (
    text: string,
    { limits = searchLimits, apart = false }: { limits?: SearchLimits; apart?: boolean } = {},
  ): Promise<{ readonly found: readonly DatabaseCandidate[]; readonly statements: number }> => {
    let statements = 0;
    const queries: Queries = {
      rows: (sql, values) => {
        if (sql.startsWith('with ')) statements++;
        return database.rows(sql, values);
      },
    };
    const views = (await findBranches(database, {})).map((branch) => new BranchView(branch));
    const { query } = parseQuery(text);
    const [vector] = await embedder.embed([query.text], 'query');
    const { terms } = query.lexical;
    await BranchView.loadTermCounts(
      queries,
      views,
      terms.map(({ term }) => term),
    );
    const search = {
      query,
      termsOf: () => terms,
      vectors: new Map(vector ? [[embedder.id, vector]] : []),
      limit: 10,
      limits,
      allVectors: undefined,
    };
    const found: DatabaseCandidate[] = [];
    for (const group of apart ? views.map((view) => [view]) : [views])
      found.push(...(await findCandidates(queries, group, search)));
    return { found, statements };
  };
  const shown = (found: readonly DatabaseCandidate[]) =>
    found.map(({ view, chunk, words, vector }) => [
      view.root,
      chunk.path,
      chunk.id,
      words.toFixed(9),
      vector.toFixed(9),
    ]);

  it('finds the same candidates with one statement as with one for each branch', async () => {
    for (const text of questions) {
      const together = await find(text);
      const apart = await find(text, { apart: true });
      assert.deepEqual(shown(together.found), shown(apart.found), text);
      assert.deepEqual([together.statements, apart.statements], [1, 3]);
    }
  });

  it('takes the best of all branches if there are too many for a share of each', async () => {
    const { found } = await find('add the values of a step', { limits: { ...searchLimits, maxCandidates: 5 } });
    assert.ok(found.length >= 5 && found.length <= 10, `${found.length}`);
    const { found: all } = await find('add the values of a step');
    const best = (of: readonly DatabaseCandidate[]): number[] => of.map(({ words }) => words).sort((a, b) => b - a);
    assert.deepEqual(best(found).slice(0, 3), best(all).slice(0, 3));
  });

  it('works through a pooler that gives each transaction another connection', async () => {
    const pooler = new TestPooler(new URL(server.url));
    // PGlite has one connection at a time.
    await database.close();
    const url = await pooler.start();
    const ask = async (address: string): Promise<unknown> => {
      const own = await Database.open(readDatabaseAddress(address, undefined, {}));
      try {
        const searcher = await DatabaseSearcher.open(own, {}, async () => embedder);
        const answers = [];
        for (const text of questions) answers.push((await searcher.search(text)).hits);
        answers.push((await searcher.similar('src/router.py', 1))?.hits);
        return answers;
      } finally {
        await own.close();
      }
    };
    try {
      const expected = await ask(server.url);
      assert.deepEqual(await ask(url), expected);
      assert.ok(pooler.transactions > questions.length);
      const pushed = await Database.open(readDatabaseAddress(url, undefined, {}));
      const report = await pushBranch(smallFolder(), pushed, {
        repository: 'pooled',
        branch: 'main',
        embedder,
        jobs: 1,
      });
      await pushed.close();
      assert.ok(report.total.files > 0);
      assert.deepEqual(pooler.sessionState, []);
    } finally {
      await pooler.stop();
      database = await Database.open(readDatabaseAddress(server.url, undefined, {}));
    }
  });
});
