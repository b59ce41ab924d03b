/** Keys that go through the lines of a snippet. */
import assert from 'node:assert/strict';
import { nextLine } from '../../../../../../src/vscode/search/page/rows/tree-keys';

describe('the cursor in a snippet', () => {
  it('begins at the first line or the last one, by the direction', () => {
    assert.equal(nextLine([3, 9, 12], undefined, 1), 3);
    assert.equal(nextLine([3, 9, 12], undefined, -1), 12);
  });

  it('goes on to the next line, and from the last to the first', () => {
    assert.equal(nextLine([3, 9, 12], 3, 1), 9);
    assert.equal(nextLine([3, 9, 12], 12, 1), 3);
    assert.equal(nextLine([3, 9, 12], 3, -1), 12);
  });

  it('begins again where the line is gone, and has nowhere to go in an empty snippet', () => {
    assert.equal(nextLine([3, 9], 5, 1), 3);
    assert.equal(nextLine([], undefined, 1), undefined);
  });
});
