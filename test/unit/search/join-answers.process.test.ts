/** Two answers to one query become the answer that one search in both would have given. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { loadBuiltIn } from '../../../src/embedding/built-in/built-in-embedder';
import { CodeIndex } from '../../../src/engine/code-index';
import { joinAnswers } from '../../../src/search/join-answers';
import type { SearchAnswer, SearchOptions } from '../../../src/search/searcher';
import { productFile } from '../../../src/shared/product';
import { makeWorkspace, rechunk, type TestWorkspace, viewOf } from './search-workspace';

/** Real code: folders of this repository. */
function sourcesIn(...folders: readonly string[]): Record<string, string> {
  const files: Record<string, string> = {};
  for (const folder of folders)
    for (const name of readdirSync(productFile('src', folder)))
      if (name.endsWith('.ts')) files[`${folder}/${name}`] = readFileSync(productFile('src', folder, name), 'utf8');
  return files;
}

const queries = [
  'how are candidates ranked',
  'reconnect after the connection is lost',
  'where are secrets removed from messages',
  'normalise scores of words and vectors',
  'parse the options of a query',
  'DatabaseProblem',
  'mixScores',
  'path filter glob',
  'confidence that the hits answer the question',
  'how many chunks contain a word',
  'read a file in batches',
  'kind:function rank',
];

describe('the join of two answers', function () {
  this.timeout(180_000);
  let one: TestWorkspace;
  let other: TestWorkspace;
  let searchers: { readonly one: CodeIndex; readonly other: CodeIndex; readonly both: CodeIndex };
  before(async () => {
    one = await makeWorkspace(sourcesIn('search/rank', 'search/query', 'search/hits'));
    other = await makeWorkspace(sourcesIn('wings/team', 'wings/team/schema', 'workspace'));
    const embedder = await loadBuiltIn();
    const searcherOf = (...spaces: readonly TestWorkspace[]) =>
      new CodeIndex(
        spaces.map(({ root }) => viewOf(root)),
        embedder,
        rechunk,
      );
    searchers = { one: searcherOf(one), other: searcherOf(other), both: searcherOf(one, other) };
  });
  after(() => {
    one.dispose();
    other.dispose();
  });

  const ask = async (query: string, options: SearchOptions = {}) => {
    const [first, second, both] = await Promise.all(
      [searchers.one, searchers.other, searchers.both].map((searcher) => searcher.search(query, options)),
    );
    assert.ok(first && second && both);
    return { first, second, both, joined: joinAnswers(first, second, options.limit ?? 10) };
  };
  const places = ({ hits }: SearchAnswer): string[] => hits.map(({ path, startLine }) => `${path}:${startLine}`);

  /** Share of the hits of one search in both that the other answers have. */
  const overlap = (answers: readonly SearchAnswer[], expected: readonly SearchAnswer[]): number => {
    const wanted = expected.map((answer) => new Set(places(answer)));
    const found = answers.flatMap((answer, i) => places(answer).filter((place) => wanted[i]?.has(place)));
    return found.length / wanted.reduce((sum, { size }) => sum + size, 0);
  };

  for (const mode of ['hybrid', 'semantic', 'keyword'] as const)
    it(`has the hits of one search in both: ${mode}`, async () => {
      const answers = await Promise.all(queries.map((query) => ask(query, { mode })));
      const both = answers.map((answer) => answer.both);
      const joined = answers.map((answer) => answer.joined);
      // Not 1: what a rule gives for a name depends on how rare its words are in all that is searched.
      assert.ok(overlap(joined, both) > 0.85);
      for (const [i, { hits }] of joined.entries()) {
        const first = both[i]?.hits.slice(0, 3).map(({ path }) => path);
        assert.ok(first?.includes(hits[0]?.path ?? ''), queries[i]);
      }
      const unscaled = answers.map(({ first, second }) =>
        joinAnswers({ ...first, scale: undefined }, { ...second, scale: undefined }, 10),
      );
      assert.ok(
        overlap(unscaled, both) < overlap(joined, both),
        'scores of two answers are not comparable as they are',
      );
    });

  it('has scores that are the sum of what its signals gave, best first', async () => {
    for (const query of queries) {
      const { hits } = (await ask(query)).joined;
      for (const [i, { score = NaN, why }] of hits.entries()) {
        assert.ok(Math.abs(score - why.reduce((sum, { share }) => sum + share, 0)) < 1e-9);
        assert.ok(i === 0 || score <= (hits[i - 1]?.score ?? 0));
      }
    }
  });

  it('is the other answer where one found nothing', async () => {
    const { first } = await ask('mixScores');
    const nothing: SearchAnswer = { hits: [], problems: [], notices: ['the database does not respond'] };
    const joined = joinAnswers(first, nothing, 10);
    assert.deepEqual(joined.hits, first.hits);
    assert.deepEqual([joined.confidence, joined.notices], [first.confidence, nothing.notices]);
    assert.deepEqual(joinAnswers(nothing, first, 10).hits, first.hits);
    assert.deepEqual(joinAnswers(nothing, nothing, 10).hits, []);
  });

  it('says once what both say, and is as sure as the surer one', async () => {
    const { first } = await ask('how are candidates ranked');
    const unsure: SearchAnswer = { ...first, confidence: 'none', notices: ['a'] };
    const sure: SearchAnswer = { ...first, confidence: 'strong', notices: ['a', 'b'] };
    const joined = joinAnswers(unsure, sure, 10);
    assert.deepEqual([joined.confidence, joined.notices], ['strong', ['a', 'b']]);
    assert.ok(joined.hits.every(({ confidence }) => confidence === 'strong'));
  });

  it('has code that both have once, as the local hit, with the other path as a copy', async () => {
    const { first } = await ask('mixScores');
    const asStored = (path: (path: string) => string): SearchAnswer => ({
      ...first,
      hits: first.hits.map((hit) => ({ ...hit, root: 'it@main', path: path(hit.path) })),
    });
    const same = joinAnswers(
      first,
      asStored((path) => path),
      10,
    );
    assert.deepEqual(places(same), places(first));
    assert.ok(same.hits.every(({ root }) => root === one.root));
    const copied = joinAnswers(
      first,
      asStored((path) => `copy/${path}`),
      10,
    );
    assert.deepEqual(places(copied), places(first));
    const [best] = copied.hits;
    const { path = '', startLine = 0, endLine = 0 } = best ?? {};
    assert.deepEqual(best?.duplicates?.at(-1), { root: 'it@main', path: `copy/${path}`, startLine, endLine });
  });

  it('keeps further places only in files of its hits', async () => {
    const { joined } = await ask('how are candidates ranked', { limit: 3, further: 5 });
    const files = new Set(joined.hits.slice(0, 3).map(({ root, path }) => root + path));
    assert.ok(joined.hits.length > 3 && joined.hits.every(({ root, path }) => files.has(root + path)));
  });
});
