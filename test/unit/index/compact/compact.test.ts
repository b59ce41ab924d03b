import assert from 'node:assert/strict';
import { isWorthCompacting } from '../../../../src/index/compact/compact';

const megabyte = 1_000_000;

function isWorth(base: number, deltas: number, bytes: number): boolean {
  return isWorthCompacting({ header: { baseEnd: base }, end: base + bytes, appended: deltas });
}

describe('an index is compacted by itself', () => {
  it('when deltas are a sixth of it', () => {
    assert.equal(isWorth(50 * megabyte, 5, 9 * megabyte), false);
    assert.equal(isWorth(50 * megabyte, 5, 11 * megabyte), true);
  });

  it('when a small one has 64 deltas', () => {
    assert.equal(isWorth(20 * megabyte, 63, megabyte), false);
    assert.equal(isWorth(20 * megabyte, 64, megabyte), true);
  });

  it('when a large one has a delta for each three megabytes, not after a branch switch of some files', () => {
    assert.equal(isWorth(454 * megabyte, 112, 55 * megabyte), false);
    assert.equal(isWorth(454 * megabyte, 170, 55 * megabyte), true);
  });

  it('when a new small one has eight deltas', () => {
    assert.equal(isWorth(1000, 7, 100_000), false);
    assert.equal(isWorth(1000, 8, 100_000), true);
  });
});
