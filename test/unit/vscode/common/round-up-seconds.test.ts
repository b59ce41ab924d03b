import assert from 'node:assert/strict';
import { roundUpSeconds } from '../../../../src/vscode/common/round-up-seconds';

describe('an estimated time', () => {
  it('is rounded up in steps that grow with it', () => {
    const rounded = [0, 0.2, 3.1, 10, 11, 33.6, 58, 61, 200, 301, 3601].map(roundUpSeconds);
    assert.deepEqual(rounded, [1, 1, 4, 10, 15, 35, 60, 90, 210, 360, 3660]);
  });
});
