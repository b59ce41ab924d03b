/** Selecting several results. */
import assert from 'node:assert/strict';
import { RowPicks } from '../../../../../../src/vscode/search/page/rows/row-picks';

const files = [
  { key: 'a', hits: ['a1', 'a2'] },
  { key: 'b', hits: ['b1'] },
  { key: 'c', hits: ['c1', 'c2'] },
];
const rows = ['a', 'a1', 'a2', 'b', 'b1', 'c', 'c1', 'c2'];

function picksOf(keys: readonly string[] = []): RowPicks {
  const picks = new RowPicks(keys);
  picks.keepOnly(files);
  return picks;
}

describe('selected results', () => {
  it('are selected and dropped one at a time, in the order of the user', () => {
    const picks = picksOf();
    picks.toggle('b1');
    picks.toggle('a1');
    assert.deepEqual(picks.keys, ['b1', 'a1']);
    picks.toggle('b1');
    assert.deepEqual(picks.keys, ['a1']);
  });

  it('are all hits of a file, if the file is selected', () => {
    const picks = picksOf();
    picks.toggle('a1');
    assert.equal(picks.has('a'), false);
    picks.toggle('a');
    assert.deepEqual(picks.keys, ['a1', 'a2']);
    assert.equal(picks.has('a'), true);
    picks.toggle('a');
    assert.equal(picks.size, 0);
  });

  it('can be a range, which grows and shrinks and leaves what was selected before', () => {
    const picks = picksOf();
    picks.toggle('c2');
    picks.toggle('a2');
    picks.extend('b1', rows);
    assert.deepEqual([...picks.keys].sort(), ['a2', 'b1', 'c2']);
    picks.extend('a1', rows);
    assert.deepEqual([...picks.keys].sort(), ['a1', 'a2', 'c2']);
  });

  it('do not include the other hits of a file whose row is in the range', () => {
    const picks = picksOf();
    picks.startRange('b1');
    picks.extend('c1', rows);
    assert.deepEqual(picks.keys, ['b1', 'c1']);
  });

  it('include the hits of a collapsed file in the range', () => {
    const picks = picksOf();
    picks.startRange('a2');
    picks.extend('c', ['a', 'a1', 'a2', 'b', 'b1', 'c']);
    assert.deepEqual(picks.keys, ['a2', 'b1', 'c1', 'c2']);
  });

  it('are dropped when they are no results any more', () => {
    const picks = new RowPicks(['a1', 'gone']);
    assert.equal(picks.keepOnly(files), true);
    assert.deepEqual(picks.keys, ['a1']);
    assert.equal(picks.keepOnly(files), false);
    picks.selectAll();
    assert.equal(picks.size, 5);
    picks.clear();
    assert.equal(picks.size, 0);
  });
});
