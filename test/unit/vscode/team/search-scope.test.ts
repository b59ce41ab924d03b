/** Scopes as text: what a results editor and a language model write. */
import assert from 'node:assert/strict';
import { readScope, type SearchScope, scopeText } from '../../../../src/vscode/team/search-scope';

describe('a search scope', () => {
  const texts: readonly (readonly [string, SearchScope])[] = [
    ['', { is: 'workspace' }],
    ['all', { is: 'all' }],
    ['shop', { is: 'repository', repository: 'shop' }],
    ['acme/shop@feature/x', { is: 'repository', repository: 'acme/shop', branch: 'feature/x' }],
  ];

  it('is written as a short text and read again', () => {
    for (const [text, scope] of texts) {
      assert.equal(scopeText(scope), text);
      assert.deepEqual(readScope(text), scope);
    }
  });

  it('is the workspace if a model says so', () => {
    assert.deepEqual(readScope(' workspace '), { is: 'workspace' });
  });

  it('has no branch where nothing is before or after the sign', () => {
    assert.deepEqual(readScope('@scope'), { is: 'repository', repository: '@scope' });
    assert.deepEqual(readScope('shop@'), { is: 'repository', repository: 'shop@' });
  });
});
