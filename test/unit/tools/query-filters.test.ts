/** Filters chosen beside a query. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseQuery } from '../../../src/search/query/query';
import { filtersText } from '../../../src/tools/query-filters';

describe('filters beside a query', () => {
  it('say the same as those in it', () => {
    const text = filtersText({ path: ['my folder/*.ts'], language: ['python', ''], kind: ['function'] });
    assert.equal(text, 'path:"my folder/*.ts" lang:"python" kind:"function" ');
    const { query, problems } = parseQuery(`words ${text}`);
    assert.equal(query.text, 'words');
    assert.deepEqual(query.languages.any, ['python']);
    assert.deepEqual(problems, []);
  });

  it('are nothing where none is chosen', () => {
    assert.equal(filtersText({}), '');
    assert.equal(filtersText({ path: [' '], kind: ['""'] }), '');
  });

  it('never become words of the query, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
        const text = filtersText({ path: [value.replaceAll(/[“”]/g, '')] });
        assert.equal(parseQuery(`words ${text}`).query.text, 'words');
      }),
    );
  });
});
