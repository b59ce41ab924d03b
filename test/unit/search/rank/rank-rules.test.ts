import assert from 'node:assert/strict';
import fc from 'fast-check';
import { requestedRoles, rolesOf } from '../../../../src/search/file-role';
import { parseQuery } from '../../../../src/search/query/query';
import { queryFacts } from '../../../../src/search/rank/query-facts';
import {
  coherence,
  definesRule,
  isBare,
  isBarrelFile,
  namesFileRule,
  recency,
  usage,
} from '../../../../src/search/rank/rank-rules';
import { defaultWeights } from '../../../../src/search/rank-weights';
import { KnownPaths } from '../../../../src/search/view/older-version';

const { definesShare, pathShare, coherenceStep } = defaultWeights;
const facts = (query: string) => queryFacts(parseQuery(query).query, undefined, () => 1);
const named = (name: string, symbols: string[] = []) => ({ name, symbols, kind: 'function' });
const defines = (query: string, chunk: ReturnType<typeof named>) => definesRule(facts(query), definesShare)(chunk);
const names = (query: string, path: string) => namesFileRule(facts(query), pathShare)(path);

describe('the ranking rules', () => {
  it('prefer the definition with exactly the name, then one in another case, then one whose parts are in the query', () => {
    const exact = defines('matchRoute', named('matchRoute'));
    const otherCase = defines('matchRoute', named('MatchRoute'));
    const parts = defines('how does match work for a route and a path', named('matchRoute'));
    assert.equal(exact, 1);
    assert.ok(exact > otherCase && otherCase > parts && parts > 0);
    assert.equal(defines('matchRoute', named('addRoute')), 0);
  });

  it('take one or two plain words for the name that they spell', () => {
    assert.equal(defines('match route', named('matchRoute')), definesShare.spelled);
    assert.equal(defines('match route', named('MATCH_ROUTE')), definesShare.spelled);
    assert.ok(defines('match route', named('match')) < 1);
    assert.ok(defines('matchRoute', named('match_route')) <= 1);
    assert.ok(defines('match the route of a path', named('matchRoute')) < 1);
  });

  it('find a definition among several of a chunk, and the method of `a.b`', () => {
    assert.equal(defines('parseUrl', named('first', ['first', 'parseUrl'])), 1);
    assert.equal(defines('Router.addRoute', named('addRoute')), 1);
  });

  it('find the parts of a name in each of their forms', () => {
    for (const name of ['parseHeaders', 'parsing_header', 'Größe', 'indices'])
      assert.ok(defines('how are headers parsed into indices of a große', named(name)) > 0, name);
  });

  it('ignore underscores and dollar signs around a name', () => {
    for (const name of ['_parse', '$parse', '__parse__', 'parse_'])
      assert.equal(defines('z.parse', named(name)), definesShare.otherCase, name);
    assert.equal(defines('z.parse', named('_')), 0);
  });

  it('prefer a file whose whole name is in the query to one that has the word among others', () => {
    const whole = names('router', 'src/router.ts');
    const among = names('router', 'src/startRouterModuleRunner.ts');
    const folder = names('router', 'router/create.ts');
    assert.equal(whole, 1);
    assert.ok(whole > among && among > 0 && folder > 0);
    assert.equal(names('router', 'src/server.ts'), 0);
  });

  it('stay between 0 and 1 for any query and path, and a name that is spelled out below its own share', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (query, path, name) => {
        const file = names(query, path);
        assert.ok(file >= 0 && file <= 1 + 1e-9, String(file));
        const definition = defines(query, named(name, [path]));
        assert.ok(definition >= 0 && definition <= definesShare.spelled, String(definition));
      }),
    );
  });

  it('recognise what a file is for by its path', () => {
    const roles = (path: string, language = 'typescript'): string[] => [...rolesOf(path, language)];
    assert.deepEqual(roles('src/router.ts'), []);
    assert.deepEqual(roles('src/contest.ts'), []);
    assert.deepEqual(roles('src/latest/protest.py'), []);
    for (const path of [
      'test/a.ts',
      'src/a.test.ts',
      'pkg/a_test.go',
      'test_a.py',
      'src/FooTests.cs',
      'spec/a_spec.rb',
    ])
      assert.deepEqual(roles(path), ['test'], path);
    assert.deepEqual(roles('examples/a.ts'), ['example']);
    assert.deepEqual(roles('lib/a.d.ts'), ['types']);
    assert.deepEqual(roles('api/a.pb.go', 'go'), ['generated']);
    assert.deepEqual(roles('README.md', 'markdown'), ['document']);
    assert.deepEqual(roles('package.json', 'json'), ['data']);
    assert.deepEqual(roles('legacy/a.ts'), ['legacy']);
  });

  it('recognise the roles that a query asks for', () => {
    assert.deepEqual([...requestedRoles(['the', 'Tests', 'of', 'router'])], ['test']);
    assert.deepEqual([...requestedRoles(['deprecated', 'examples'])], ['legacy', 'example']);
    assert.deepEqual([...requestedRoles(['latest', 'contest'])], []);
    assert.deepEqual([...requestedRoles(['router', 'test'])], ['test']);
    // It is about the code that recognises a test, not about its tests.
    assert.deepEqual([...requestedRoles('how does it decide whether a class is a test class'.split(' '))], []);
    assert.deepEqual([...requestedRoles('where are the tests that check how a route is matched'.split(' '))], ['test']);
  });

  it('recognise an older version only if there is a newer one', () => {
    const known = new KnownPaths(['v3/a.ts', 'v4/core/b.ts', 'api/v1/c.go', 'lib/v1/d.py', 'lib/d.py']);
    assert.equal(known.isOlderVersion('v3/a.ts'), true);
    assert.equal(known.isOlderVersion('v4/core/b.ts'), false);
    assert.equal(known.isOlderVersion('api/v1/c.go'), false);
    assert.equal(known.isOlderVersion('lib/v1/d.py'), true);
  });

  it('recognise chunks without definitions: imports, and the rest of a file that re-exports', () => {
    const bare = (kind: string, path: string, ...symbols: string[]): boolean =>
      isBare({ name: symbols[0] ?? '', symbols, kind }, isBarrelFile(path));
    assert.equal(bare('imports', 'src/a.ts'), true);
    assert.equal(bare('statements', 'src/index.ts'), true);
    assert.equal(bare('function', 'src/index.ts', 'f'), false);
    assert.equal(bare('statements', 'src/run.ts'), false);
  });

  it('count other good chunks of a file, each less than the one before, at most 1 in all', () => {
    assert.equal(coherence([0.9], coherenceStep), 0);
    assert.equal(coherence([0.4, 1], coherenceStep), 0.2);
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (scores) => {
        const sum = coherence(scores, coherenceStep);
        assert.ok(sum >= 0 && sum <= 1);
      }),
    );
  });

  it('fade smoothly with age and grow ever slower with use', () => {
    const day = 86_400_000;
    assert.equal(recency(0, 0, 30), 1);
    assert.equal(recency(0, 30 * day, 30), 0.5);
    assert.equal(recency(0, 60 * day, 30), 0.25);
    assert.equal(usage(0), 0);
    assert.ok(usage(2) - usage(1) < usage(1) - usage(0) && usage(1e9) < 1);
  });
});
