/** Queries that were of use, and how one goes through them. */
import assert from 'node:assert/strict';
import { HistoryCursor } from '../../../../src/vscode/search/page/history-cursor';
import { addHistoryEntry, maxHistoryEntries } from '../../../../src/vscode/search/query-history';

describe('the history of queries', () => {
  it('has the latest first, each once, and no blank ones', () => {
    assert.deepEqual(addHistoryEntry(['b', 'a'], ' a '), ['a', 'b']);
    assert.deepEqual(addHistoryEntry(['a'], '  '), ['a']);
  });

  it('forgets the oldest', () => {
    let entries: string[] = [];
    for (let i = 0; i < maxHistoryEntries + 5; i++) entries = addHistoryEntry(entries, `query ${i}`);
    assert.equal(entries.length, maxHistoryEntries);
    assert.equal(entries[0], `query ${maxHistoryEntries + 4}`);
  });

  it('leads to older queries and back to what was being typed', () => {
    const history = new HistoryCursor(['two', 'one']);
    assert.equal(history.older('dra'), 'two');
    assert.equal(history.older('two'), 'one');
    assert.equal(history.older('one'), 'one');
    assert.equal(history.newer('one'), 'two');
    assert.equal(history.newer('two'), 'dra');
    assert.equal(history.newer('dra'), 'dra');
  });

  it('does not show again what stands in the box', () => {
    assert.equal(new HistoryCursor(['two', 'one']).older('two'), 'one');
    assert.equal(new HistoryCursor([]).older('x'), 'x');
  });

  it('begins anew when something was typed', () => {
    const history = new HistoryCursor(['two', 'one']);
    history.older('');
    history.leave();
    assert.equal(history.isAt('two'), false);
    assert.equal(history.older('x'), 'two');
    history.add('three');
    assert.equal(history.older(''), 'three');
  });
});
