/** What a query was read to have, and how it is taken out again. */
import assert from 'node:assert/strict';
import { parseQuery, shownQuery } from '../../../../src/search/query/query';
import { withoutOperator } from '../../../../src/search/query/search-choices';

const readOperators = (query: string) => {
  const parsed = parseQuery(query);
  return shownQuery(parsed, parsed.problems).operators;
};
const texts = (query: string): string[] => readOperators(query).map(({ text }) => text);

describe('the operators of a query', () => {
  it('are its filters, phrases and exclusions, as they are written', () => {
    const query = 'retry "try again" path:src -old lang:ts,js';
    assert.deepEqual(texts(query), ['"try again"', 'path:src', '-old', 'lang:ts,js']);
    for (const { text, start, end } of readOperators(query)) assert.equal(query.slice(start, end), text);
  });

  it('are not what was read as plain text', () => {
    assert.deepEqual(texts('std::vector http://x TODO: fix a - b'), []);
    assert.deepEqual(texts('TypeError: "x" is not a function\n    at f (a.js:1:2)'), []);
  });

  it('are not what cannot be used', () => {
    assert.deepEqual(texts('cart lang:pyhton path:src'), ['path:src']);
  });

  it('can be removed, with the space around them', () => {
    const query = 'retry "try again" path:src failed';
    const [phrase, path] = readOperators(query);
    assert.ok(phrase && path);
    assert.equal(withoutOperator(query, path), 'retry "try again" failed');
    assert.equal(withoutOperator(withoutOperator(query, phrase), path), 'retry failed');
    assert.equal(withoutOperator('path:src', { text: 'path:src', start: 0, end: 8 }), '');
  });

  it('are left alone if they are no longer there', () => {
    assert.equal(withoutOperator('retry', { text: 'path:src', start: 6, end: 14 }), 'retry');
  });
});
