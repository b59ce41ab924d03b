/** Branches too large to compare everything: the index of vectors, and words that many chunks have. The limits are small here. */
import assert from 'node:assert/strict';
import { findBranches } from '../../../src/database/branch';
import { BranchView, type DatabaseCandidate } from '../../../src/database/branch-view';
import { Database, type Queries } from '../../../src/database/database';
import { readAddress } from '../../../src/database/database-address';
import { push } from '../../../src/database/push-folder';
import { type SearchLimits, searchLimits } from '../../../src/database/search-limits';
import { loadBuiltIn } from '../../../src/embedding/built-in/built-in-embedder';
import type { Embedder } from '../../../src/embedding/embedder';
import { parseQuery } from '../../../src/search/query/query';
import { temporaryFolder } from '../index/file/index-folders';
import { largeFolder, put } from './pushed-folder';
import { openTestDatabase, type TestDatabase } from './test-database';

const everything: SearchLimits = { ...searchLimits, mostCompared: 1e9, mostCounted: 1e9 };
const indexed: SearchLimits = { ...everything, mostCompared: 1 };

describe('a large branch', function () {
  this.timeout(180_000);
  let server: TestDatabase;
  let database: Database;
  let embedder: Embedder;
  before(async () => {
    server = await openTestDatabase();
    await server.reset();
    database = await Database.open(readAddress(server.url, undefined, {}));
    embedder = await loadBuiltIn();
    const common = { branch: 'main', embedder, jobs: 1 };
    await push(largeFolder(60), database, { ...common, repository: 'large' });
    await push(recipes(), database, { ...common, repository: 'recipes' });
  });
  after(async () => {
    await database.close();
    await server.reset();
    await server.close();
  });

  /** What a search finds, and the statements that looked for candidates. */
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
    await database.configure(`set hnsw.ef_search = ${limits.mostNearest}`);
    const [branch] = await findBranches(database, repository, 'main');
    assert.ok(branch);
    const view = await BranchView.open(branch, queries, limits);
    const { query } = parseQuery(text);
    const [vector] = byVectors ? await embedder.embed([query.text], 'query') : [];
    const found = await view.find(query, byWords ? query.lexical.terms : [], vector, limit);
    return { found, statements };
  };
  const asksIndex = (sql: string | undefined): boolean => /nearest as materialized/.test(sql ?? '');
  // Many chunks here are equally near, so it is left open which of them come.
  const nearness = (found: readonly DatabaseCandidate[]): string[] => found.map(({ vector }) => vector.toFixed(4));

  it('is asked through the index of vectors, which offers what comparing all of them offers', async () => {
    for (const text of ['add the values of a step', 'f12 part 2', 'total']) {
      const near = await find('large', text, indexed, { byWords: false });
      const all = await find('large', text, everything, { byWords: false });
      assert.deepEqual(near.statements.map(asksIndex), [true]);
      assert.deepEqual(all.statements.map(asksIndex), [false]);
      assert.equal(near.found.length, 10);
      assert.deepEqual(nearness(near.found), nearness(all.found));
    }
  });

  it('is compared in full where the nearest are of other repositories, however many chunks have the words', async () => {
    const text = 'add the values that a step gives to the total';
    const few = { ...indexed, mostNearest: 20 };
    const { found, statements } = await find('recipes', text, few);
    assert.deepEqual(statements.map(asksIndex), [true, false]);
    const all = await find('recipes', text, everything);
    assert.deepEqual(
      found.map(({ chunk }) => chunk.path),
      all.found.map(({ chunk }) => chunk.path),
    );
    assert.ok(found.filter(({ words }) => words > 0).length >= 10);
  });

  it('is compared in full, at once, where there are filters', async () => {
    const { found, statements } = await find('large', 'path:d3 add values', indexed);
    assert.deepEqual(statements.map(asksIndex), [false]);
    assert.ok(found.length > 0 && found.every(({ chunk }) => chunk.path.startsWith('d3/')));
  });

  it('gives no candidate for a word that many chunks have, but counts it', async () => {
    const asked = { limit: 2, byVectors: false };
    const { found } = await find('recipes', 'step saffron', { ...everything, mostCounted: 5, frequent: 0.5 }, asked);
    const all = await find('recipes', 'step saffron', everything, { ...asked, limit: 100 });
    assert.equal(all.found.length, 40);
    assert.deepEqual(
      found.map(({ chunk, words }) => [/saffron/.test(chunk.path), words]),
      all.found.slice(0, 2).map(({ words }) => [true, words]),
    );
    const rare = await find('recipes', 'step', { ...everything, mostCounted: 5, frequent: 0.5 }, asked);
    assert.equal(rare.found.length, 2, 'where there is no other word, it has to do');
  });
});

/** Prose that is far from code, and has words of it. */
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
