/** Branches too large to compare everything: the vector index, and frequent words. The limits are small here. */
import assert from 'node:assert/strict';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import type { Embedder } from '../../../../src/embedding/embedder';
import { parseQuery } from '../../../../src/search/query/query';
import { BranchView, findBranches } from '../../../../src/wings/team/branch';
import { type SearchLimits, searchLimits } from '../../../../src/wings/team/candidates/candidate-words';
import { type DatabaseCandidate, findCandidates } from '../../../../src/wings/team/candidates/find-candidates';
import { Database, type Queries } from '../../../../src/wings/team/database';
import { readDatabaseAddress } from '../../../../src/wings/team/database-address';
import { pushBranch } from '../../../../src/wings/team/push-branch';
import { temporaryFolder } from '../../index/file/index-folders';
import { largeFolder, put } from './pushed-folder';
import { openTestDatabase, type TestDatabase } from './test-database';

const everything: SearchLimits = { ...searchLimits, maxCompared: 1e9, maxScanned: 1e9, maxCounted: 1e9 };
const indexed: SearchLimits = { ...everything, maxCompared: 1 };

describe('a large branch', function () {
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
    await pushBranch(largeFolder(60), database, { ...common, repository: 'large' });
    await pushBranch(recipes(), database, { ...common, repository: 'recipes' });
  });
  after(async () => {
    await database.close();
    await server.reset();
    await server.close();
  });

  /** The candidates of a search, and the statements that found them. */
  const find = async (
    repository: string,
    text: string,
    limits: SearchLimits,
    { limit = 10, byWords = true, byVectors = true } = {},
  ): Promise<{ readonly found: readonly DatabaseCandidate[]; readonly statements: readonly string[] }> => {
    const statements: string[] = [];
    const queries: Queries = {
      rows: (sql, values) => {
        if (sql.startsWith('with ')) statements.push(sql);
        return database.rows(sql, values);
      },
    };
    database.configure('hnsw.ef_search', String(limits.maxNearest));
    const branches = await findBranches(database, { repositories: [{ repository, branch: 'main' }] });
    const views = branches.map((branch) => new BranchView(branch));
    const { query } = parseQuery(text);
    const [vector] = byVectors ? await embedder.embed([query.text], 'query') : [];
    const { terms } = query.lexical;
    await BranchView.loadTermCounts(
      queries,
      views,
      terms.map(({ term }) => term),
    );
    const found = await findCandidates(queries, views, {
      query,
      termsOf: () => (byWords ? terms : []),
      vectors: new Map(vector ? [[embedder.id, vector]] : []),
      limit,
      limits,
      allVectors: undefined,
    });
    return { found, statements };
  };
  const usesVectorIndex = (sql: string | undefined): boolean => /nearest as materialized/.test(sql ?? '');
  // Many chunks here are equally near, so any of them may be found.
  const nearness = (found: readonly DatabaseCandidate[]): string[] => found.map(({ vector }) => vector.toFixed(4));

  it('is searched with the vector index, which finds the same as comparing all vectors', async () => {
    for (const text of ['add the values of a step', 'f12 part 2', 'total']) {
      const near = await find('large', text, indexed, { byWords: false });
      const all = await find('large', text, everything, { byWords: false });
      assert.deepEqual(near.statements.map(usesVectorIndex), [true]);
      assert.deepEqual(all.statements.map(usesVectorIndex), [false]);
      assert.equal(near.found.length, 10);
      assert.deepEqual(nearness(near.found), nearness(all.found));
    }
  });

  it('is compared in full if the nearest vectors are of other repositories, however many chunks contain the words', async () => {
    const text = 'add the values that a step gives to the total';
    const few = { ...indexed, maxNearest: 20 };
    const { found, statements } = await find('recipes', text, few);
    assert.deepEqual(statements.map(usesVectorIndex), [true, false]);
    const all = await find('recipes', text, everything);
    assert.deepEqual(
      found.map(({ chunk }) => chunk.path),
      all.found.map(({ chunk }) => chunk.path),
    );
    assert.ok(found.filter(({ words }) => words > 0).length >= 10);
  });

  it('is compared in full at once if there are filters', async () => {
    const { found, statements } = await find('large', 'path:d3 add values', indexed);
    assert.deepEqual(statements.map(usesVectorIndex), [false]);
    assert.ok(found.length > 0 && found.every(({ chunk }) => chunk.path.startsWith('d3/')));
  });

  it('gives no candidate for a frequent word alone, but scores it', async () => {
    const options = { limit: 2, byVectors: false };
    const { found } = await find(
      'recipes',
      'step saffron',
      { ...everything, maxCounted: 5, frequentShare: 0.5 },
      options,
    );
    const all = await find('recipes', 'step saffron', everything, { ...options, limit: 100 });
    assert.equal(all.found.length, 40);
    assert.deepEqual(
      found.map(({ chunk, words }) => [/saffron/.test(chunk.path), words]),
      all.found.slice(0, 2).map(({ words }) => [true, words]),
    );
    const rare = await find('recipes', 'step', { ...everything, maxCounted: 5, frequentShare: 0.5 }, options);
    assert.equal(rare.found.length, 2, 'a frequent word counts if there is no other word');
  });
});

/** Prose that is unlike code but shares some of its words. */
function recipes(): string {
  const folder = temporaryFolder();
  for (let at = 0; at < 40; at++) {
    const spice = at % 10 === 0 ? 'saffron' : 'pepper';
    put(
      folder,
      `${spice}-${at}.md`,
      `# Soup ${at}\n\nThe step that gives the soup its colour is number ${at}: add ${spice}.\n`,
    );
  }
  return folder;
}
