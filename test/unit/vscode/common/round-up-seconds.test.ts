import assert from 'node:assert/strict';
import { roundUpSeconds } from '../../../../src/vscode/common/round-up-seconds';

describe('a time that is not known exactly', () => {
  it('is rounded up, to what people would say', () => {
    const said = [0, 0.2, 3.1, 10, 11, 33.6, 58, 61, 200, 301, 3601].map(roundUpSeconds);
    assert.deepEqual(said, [1, 1, 4, 10, 15, 35, 60, 90, 210, 360, 3660]);
  });
});
