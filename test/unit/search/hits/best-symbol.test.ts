/** The definition of a chunk that a query is about. */
import assert from 'node:assert/strict';
import { bestSymbol, symbolAt } from '../../../../src/search/hits/best-symbol';
import { parseQuery } from '../../../../src/search/query/query';

const text = `def get_scope_node(node, scope):
    """Uses getfixturemarker elsewhere."""
    return node


# getfixturemarker finds the marker.
def getfixturemarker(obj):
    return getattr(obj, "marker", None)


def alias(x): return x
`;
const chunk = {
  name: 'get_scope_node',
  symbols: ['get_scope_node', 'getfixturemarker', 'alias'],
  text,
  startLine: 135,
};
const best = (query: string) => bestSymbol(parseQuery(query).query, chunk);

describe('the symbol of a hit', () => {
  it('is the definition that the query names, at its line, not in a comment', () => {
    assert.deepEqual(best('getfixturemarker'), { symbol: 'getfixturemarker', line: 141 });
    assert.deepEqual(best('where is `alias` used'), { symbol: 'alias', line: 145 });
    assert.deepEqual(best('fixtures.getfixturemarker()'), { symbol: 'getfixturemarker', line: 141 });
  });

  it('is the definition around a line that matches an expression', () => {
    assert.equal(symbolAt(137, chunk), 'get_scope_node');
    assert.equal(symbolAt(142, chunk), 'getfixturemarker');
    assert.equal(symbolAt(145, chunk), 'alias');
    assert.equal(symbolAt(142, { ...chunk, symbols: [] }), 'get_scope_node');
  });

  it('is a definition whose words are all in the question, else the name of the chunk', () => {
    const merged = {
      ...chunk,
      symbols: ['get_scope_node', 'price', 'read_marker'],
      text: `${text}def read_marker(): ...\n`,
    };
    const found = (query: string) => bestSymbol(parseQuery(query).query, merged).symbol;
    assert.equal(found('which function can read the marker of an object'), 'read_marker');
    assert.equal(found('how is the price of all items computed'), 'get_scope_node');
    assert.equal(found('something else'), 'get_scope_node');
  });

  it('is the definition with the same capitals, if there are two', () => {
    const both = { name: 'path', symbols: ['path', 'Path'], text: 'def path(): ...\nclass Path: ...\n', startLine: 1 };
    assert.deepEqual(bestSymbol(parseQuery('Path').query, both), { symbol: 'Path', line: 2 });
    assert.deepEqual(bestSymbol(parseQuery('path').query, both), { symbol: 'path', line: 1 });
  });

  it('has no line if the text does not define it, and is empty if the chunk has no name', () => {
    const none = { ...chunk, name: '', symbols: [] };
    assert.deepEqual(bestSymbol(parseQuery('anything').query, none), { symbol: '', line: undefined });
    assert.deepEqual(bestSymbol(parseQuery('x').query, { ...chunk, text: '' }), {
      symbol: 'get_scope_node',
      line: undefined,
    });
  });

  it('is not where a later part of a function calls the function itself', () => {
    const part = { name: 'walk', symbols: [], text: '        return walk(node.next)\n', startLine: 80 };
    assert.deepEqual(bestSymbol(parseQuery('walk').query, part), { symbol: 'walk', line: undefined });
    const section = { name: 'Install', symbols: [], text: '## Install\n\nInstall it with npm.\n', startLine: 80 };
    assert.deepEqual(bestSymbol(parseQuery('Install').query, section), { symbol: 'Install', line: 80 });
  });
});
