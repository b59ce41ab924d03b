/** The query history, and how the user moves through it. */
import assert from 'node:assert/strict';
import { addHistoryEntry, HistoryCursor, maxHistoryEntries } from '../../../../src/vscode/search/search-memory';

describe('the query history', () => {
  it('has the latest query first, without duplicates or blank queries', () => {
    assert.deepEqual(addHistoryEntry(['b', 'a'], ' a '), ['a', 'b']);
    assert.deepEqual(addHistoryEntry(['a'], '  '), ['a']);
  });

  it('drops the oldest query when it is full', () => {
    let entries: string[] = [];
    for (let i = 0; i < maxHistoryEntries + 5; i++) entries = addHistoryEntry(entries, `query ${i}`);
    assert.equal(entries.length, maxHistoryEntries);
    assert.equal(entries[0], `query ${maxHistoryEntries + 4}`);
  });

  it('goes back to older queries and forward to the text being typed', () => {
    const history = new HistoryCursor(['two', 'one']);
    assert.equal(history.older('dra'), 'two');
    assert.equal(history.older('two'), 'one');
    assert.equal(history.older('one'), 'one');
    assert.equal(history.newer('one'), 'two');
    assert.equal(history.newer('two'), 'dra');
    assert.equal(history.newer('dra'), 'dra');
  });

  it('skips an entry that equals the text in the box', () => {
    assert.equal(new HistoryCursor(['two', 'one']).older('two'), 'one');
    assert.equal(new HistoryCursor([]).older('x'), 'x');
  });

  it('starts again at the latest query after typing', () => {
    const history = new HistoryCursor(['two', 'one']);
    history.older('');
    history.leave();
    assert.equal(history.isAt('two'), false);
    assert.equal(history.older('x'), 'two');
    history.add('three');
    assert.equal(history.older(''), 'three');
  });
});
