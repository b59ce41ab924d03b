import assert from 'node:assert/strict';
import { ProgressMeter } from '../../../../src/engine/indexer/index-progress';

describe('the remaining time of indexing', () => {
  /** The remaining seconds after each step: seconds that pass, and bytes that are done then. */
  const remaining = (totalBytes: number, steps: readonly (readonly [seconds: number, bytes: number])[]) => {
    let now = 1000;
    const seen: (number | undefined)[] = [];
    const take = ({ remainingSeconds }: { readonly remainingSeconds: number | undefined }) =>
      seen.push(remainingSeconds);
    const meter = new ProgressMeter({ step: 'chunking', total: 100, totalBytes }, take, () => now);
    for (const [seconds, bytes] of steps) {
      now += 1000 * seconds;
      meter.add(1, 1, bytes);
    }
    return seen;
  };

  it('is not told in the first seconds of a large folder', () => {
    assert.deepEqual(
      remaining(1000, [
        [5, 1],
        [4, 1],
      ]),
      [undefined, undefined],
    );
  });

  it('leaves out how long the first results took', () => {
    assert.deepEqual(
      remaining(1000, [
        [100, 10],
        [10, 10],
        [10, 20],
      ]),
      [undefined, 980, 640],
    );
  });

  it('is told early where much is done', () => {
    assert.deepEqual(
      remaining(100, [
        [1, 10],
        [1, 40],
        [1, 50],
      ]),
      [undefined, 1.25, 0],
    );
  });

  it('is told in files where bytes are not counted', () => {
    const seen = remaining(0, [
      [1, 0],
      [10, 0],
    ]);
    assert.deepEqual(seen, [undefined, 980]);
  });
});
