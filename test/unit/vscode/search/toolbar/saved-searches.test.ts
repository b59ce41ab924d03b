/** Saved searches are a list by name. */
import assert from 'node:assert/strict';
import { noFilters } from '../../../../../src/vscode/search/messages/search-request';
import { addSavedSearch, removeSavedSearch, suggestedName } from '../../../../../src/vscode/search/search-memory';

const search = (name: string, query = name) => ({ name, query, filters: noFilters });

describe('saved searches', () => {
  it('are sorted by name, and a name is used once', () => {
    const all = [search('retries'), search('cart'), search('retries', 'other')].reduce(addSavedSearch, []);
    assert.deepEqual(
      all.map(({ name, query }) => [name, query]),
      [
        ['cart', 'cart'],
        ['retries', 'other'],
      ],
    );
    assert.deepEqual(removeSavedSearch(all, 'cart'), [search('retries', 'other')]);
  });

  it('are named after their query at first: one line, not too long', () => {
    assert.equal(suggestedName(' where are\n  retries '), 'where are retries');
    assert.equal(suggestedName('x'.repeat(100)).length, 60);
  });
});
