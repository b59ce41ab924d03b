/** Which hits define exactly the name that was asked for. */
import assert from 'node:assert/strict';
import { splitExactNames } from '../../../../src/search/hits/exact-names';
import { parseQuery } from '../../../../src/search/query/query';

const hit = (
  symbol: string,
  more: { scope?: string[]; path?: string; kind?: string; part?: { number: number; of: number } } = {},
) => ({
  symbol,
  scope: [],
  path: 'src/fixtures.py',
  kind: 'function',
  ...more,
});
const hits = [
  hit('get_scope_node'),
  hit('getfixturemarker'),
  hit('add', { scope: ['Router'], path: 'src/router.ts', kind: 'method' }),
  hit('add', { scope: ['Store'], path: 'src/store.ts', kind: 'method' }),
  hit('TestClient', { kind: 'class' }),
  hit('Config', { kind: 'section', path: 'docs/config.md' }),
  hit(''),
];
const exact = (query: string): string[] =>
  splitExactNames(parseQuery(query).query, hits).exact.map(({ scope, symbol }) => [...scope, symbol].join('.'));

describe('exact names', () => {
  it('are the definitions with the name that is the query, or that the query has as a clear name', () => {
    assert.deepEqual(exact('getfixturemarker'), ['getfixturemarker']);
    assert.deepEqual(exact('where is get_scope_node used'), ['get_scope_node']);
    assert.deepEqual(exact('`getfixturemarker`'), ['getfixturemarker']);
    assert.deepEqual(exact('fixtures.getfixturemarker()'), ['getfixturemarker']);
  });

  it('are all definitions with a name, and only those of its owner if the query has it', () => {
    assert.deepEqual(exact('add'), ['Router.add', 'Store.add']);
    assert.deepEqual(exact('Router.add'), ['Router.add']);
    assert.deepEqual(exact('router.add'), ['Router.add']);
    assert.deepEqual(exact('Other.add'), []);
  });

  it('may have other capitals only if nothing has the same', () => {
    assert.deepEqual(exact('testclient'), ['TestClient']);
    const both = [hit('path'), hit('Path')];
    assert.deepEqual(splitExactNames(parseQuery('Path').query, both).exact, [both[1]]);
  });

  it('are none for plain words of a question, for titles and for code without a name', () => {
    assert.deepEqual(exact('how does it add a route'), []);
    assert.deepEqual(exact('Config'), []);
    assert.deepEqual(exact(''), []);
  });

  it('are not the later parts of a long definition', () => {
    const parts = [1, 2, 3].map((number) => hit('import_path', { part: { number, of: 3 } }));
    assert.deepEqual(splitExactNames(parseQuery('import_path').query, parts).exact, [parts[0]]);
  });

  it('leave the others in their order', () => {
    const { related } = splitExactNames(parseQuery('add').query, hits);
    assert.deepEqual(
      related.map(({ symbol }) => symbol),
      ['get_scope_node', 'getfixturemarker', 'TestClient', 'Config', ''],
    );
  });
});
