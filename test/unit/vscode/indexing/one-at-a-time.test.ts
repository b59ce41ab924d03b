/** Work that is requested many times during a run is done once more, not many times. */
import assert from 'node:assert/strict';
import { OneAtATime } from '../../../../src/vscode/indexing/one-at-a-time';

describe('work that runs one at a time', () => {
  it('runs once more for all requests during a run', async () => {
    let started = 0;
    let atOnce = 0;
    const work = new OneAtATime(async () => {
      assert.equal(++atOnce, 1);
      const number = ++started;
      await new Promise((done) => setImmediate(done));
      atOnce--;
      return number;
    });
    const first = work.run();
    const others = [work.run(), work.run(), work.run()];
    assert.equal(await first, 1);
    assert.deepEqual(await Promise.all(others), [2, 2, 2]);
    assert.equal(await work.run(), 3);
    void work.run();
    void work.run();
    await work.settled();
    assert.deepEqual([started, atOnce], [5, 0]);
  });

  it('continues after a failure, which rejects only the requests of that run', async () => {
    let started = 0;
    const work = new OneAtATime(async () => {
      await new Promise((done) => setImmediate(done));
      if (++started === 1) throw new Error('broken');
      return started;
    });
    const first = work.run();
    const second = work.run();
    await assert.rejects(first, /broken/);
    assert.equal(await second, 2);
    assert.equal(await work.run(), 3);
  });
});
