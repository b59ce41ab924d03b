/** Queries that were of use, and how one goes through them. */
import assert from 'node:assert/strict';
import { History } from '../../../../src/vscode/search/page/history-list';
import { mostEntries, withEntry } from '../../../../src/vscode/search/query-history';

describe('the history of queries', () => {
  it('has the latest first, each once, and no blank ones', () => {
    assert.deepEqual(withEntry(['b', 'a'], ' a '), ['a', 'b']);
    assert.deepEqual(withEntry(['a'], '  '), ['a']);
  });

  it('forgets the oldest', () => {
    let entries: string[] = [];
    for (let i = 0; i < mostEntries + 5; i++) entries = withEntry(entries, `query ${i}`);
    assert.equal(entries.length, mostEntries);
    assert.equal(entries[0], `query ${mostEntries + 4}`);
  });

  it('leads to older queries and back to what was being typed', () => {
    const history = new History(['two', 'one']);
    assert.equal(history.older('dra'), 'two');
    assert.equal(history.older('two'), 'one');
    assert.equal(history.older('one'), 'one');
    assert.equal(history.newer('one'), 'two');
    assert.equal(history.newer('two'), 'dra');
    assert.equal(history.newer('dra'), 'dra');
  });

  it('does not show again what stands in the box', () => {
    assert.equal(new History(['two', 'one']).older('two'), 'one');
    assert.equal(new History([]).older('x'), 'x');
  });

  it('begins anew when something was typed', () => {
    const history = new History(['two', 'one']);
    history.older('');
    history.leave();
    assert.equal(history.isAt('two'), false);
    assert.equal(history.older('x'), 'two');
    history.add('three');
    assert.equal(history.older(''), 'three');
  });
});
