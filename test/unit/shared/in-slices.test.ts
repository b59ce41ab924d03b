import assert from 'node:assert/strict';
import { atOnce, inSlices, sliceMs } from '../../../src/shared/in-slices';

describe('work in slices', () => {
  function* count(steps: number, milliseconds: number): Generator<void, string> {
    for (let step = 0; step < steps; step++) {
      for (const end = performance.now() + milliseconds; performance.now() < end; );
      yield;
    }
    return 'done';
  }

  it('lets other tasks have their turn', async () => {
    let turns = 0;
    let isRunning = true;
    const other = (): void => {
      turns++;
      if (isRunning) setImmediate(other);
    };
    setImmediate(other);
    assert.equal(await inSlices(count(5, sliceMs + 1)), 'done');
    isRunning = false;
    assert.ok(turns >= 4, `${turns} turns`);
  });

  it('is not interrupted where steps are short, or where it is done at once', async () => {
    let turns = 0;
    setImmediate(() => turns++);
    assert.equal(atOnce(count(5, 1)), 'done');
    assert.equal(turns, 0);
    assert.equal(await inSlices(count(1000, 0)), 'done');
  });
});
