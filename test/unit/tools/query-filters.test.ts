/** Filters given separately from the query. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseQuery } from '../../../src/search/query/query';
import { filtersText } from '../../../src/tools/query-filters';

describe('filters given separately from the query', () => {
  it('mean the same as filters in the query', () => {
    const text = filtersText({ path: ['my folder/*.ts'], language: ['python', ''], kind: ['function'] });
    assert.equal(text, 'path:"my folder/*.ts" lang:"python" kind:"function" ');
    const { query, problems } = parseQuery(`words ${text}`);
    assert.equal(query.text, 'words');
    assert.deepEqual(query.languages.any, ['python']);
    assert.deepEqual(problems, []);
  });

  it('are empty if none is given', () => {
    assert.equal(filtersText({}), '');
    assert.equal(filtersText({ path: [' '], kind: ['""'] }), '');
  });

  it('never become words of the query, whatever they contain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
        const text = filtersText({ path: [value.replaceAll(/[“”]/g, '')] });
        assert.equal(parseQuery(`words ${text}`).query.text, 'words');
      }),
    );
  });
});
