/** Keys in the results tree. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type TreeRow, treeMove } from '../../../../../../src/vscode/search/page/rows/tree-keys';

const rows: readonly TreeRow[] = [
  { key: 'a', level: 1, isOpen: true },
  { key: 'a1', level: 2, isOpen: false },
  { key: 'a2', level: 2, isOpen: true },
  { key: 'b', level: 1, isOpen: false },
];

describe('a key in the results tree', () => {
  const move = (from: string | undefined, key: string) => treeMove(rows, from, key);

  it('moves up and down over files and hits, and from the first row back to the query box', () => {
    assert.deepEqual(move('a', 'ArrowDown'), { is: 'focus', key: 'a1' });
    assert.deepEqual(move('b', 'ArrowUp'), { is: 'focus', key: 'a2' });
    assert.deepEqual(move('a', 'ArrowUp'), { is: 'leave' });
    assert.equal(move('b', 'ArrowDown'), undefined);
    assert.deepEqual(move('a', 'End'), { is: 'focus', key: 'b' });
    assert.deepEqual(move('a2', 'Home'), { is: 'focus', key: 'a' });
  });

  it('collapses and expands files', () => {
    assert.deepEqual(move('a', 'ArrowLeft'), { is: 'fold', key: 'a' });
    assert.deepEqual(move('b', 'ArrowRight'), { is: 'unfold', key: 'b' });
    assert.deepEqual(move('a', 'ArrowRight'), { is: 'focus', key: 'a1' });
    assert.equal(move('b', 'ArrowLeft'), undefined);
  });

  it('opens the details of a hit, closes them, and then moves to its file', () => {
    assert.deepEqual(move('a1', 'ArrowRight'), { is: 'unfold', key: 'a1' });
    assert.equal(move('a2', 'ArrowRight'), undefined);
    assert.deepEqual(move('a2', 'ArrowLeft'), { is: 'fold', key: 'a2' });
    assert.deepEqual(move('a1', 'ArrowLeft'), { is: 'focus', key: 'a' });
  });

  it('stays on a hit of a list by rank, which has no file above it', () => {
    const hits: readonly TreeRow[] = [
      { key: 'a1', level: 2, isOpen: false },
      { key: 'b1', level: 2, isOpen: false },
    ];
    assert.equal(treeMove(hits, 'b1', 'ArrowLeft'), undefined);
  });

  it('never moves outside the rows', () => {
    const keys = fc.constantFrom(
      'ArrowDown',
      'ArrowUp',
      'ArrowLeft',
      'ArrowRight',
      'Home',
      'End',
      'PageUp',
      'PageDown',
    );
    const anyRows = fc.uniqueArray(
      fc.record({ key: fc.string(), level: fc.constantFrom(1 as const, 2 as const), isOpen: fc.boolean() }),
      { selector: ({ key }) => key, maxLength: 20 },
    );
    fc.assert(
      fc.property(anyRows, fc.option(fc.nat(25), { nil: undefined }), keys, (all, at, key) => {
        const made = treeMove(all, at === undefined ? undefined : all[at]?.key, key);
        if (made && made.is !== 'leave') assert.ok(all.some((row) => row.key === made.key));
      }),
    );
  });
});
