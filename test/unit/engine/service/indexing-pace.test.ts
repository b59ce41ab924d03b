/** Indexing uses only as much of the machine as its pace allows. */
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { PaceLimiter } from '../../../../src/engine/service/indexing-pace';

describe('the pace of indexing', () => {
  /** Starts pieces of work that end on command, and counts how many run. */
  function pieces(pace: PaceLimiter, count: number, signal?: AbortSignal) {
    const ends: (() => void)[] = [];
    let running = 0;
    const all = Array.from({ length: count }, () =>
      pace.turn(async () => {
        running++;
        await new Promise<void>((resolve) => ends.push(resolve));
        running--;
      }, signal),
    );
    return { all, running: () => running, endOne: () => ends.shift()?.() };
  }
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('is one piece per core at full pace, one when gentle, none when paused', async () => {
    const pace = new PaceLimiter();
    const cores = availableParallelism();
    const work = pieces(pace, cores + 4);
    await settled();
    assert.equal(work.running(), cores);
    pace.set('paused');
    for (let i = 0; i < cores; i++) work.endOne();
    await settled();
    assert.equal(work.running(), 0);
    pace.set('gentle');
    await settled();
    assert.equal(work.running(), 1);
    for (let i = 0; i < 4; i++) {
      work.endOne();
      await settled();
    }
    await Promise.all(work.all);
  });

  it('releases cancelled work that waits for a turn', async () => {
    const pace = new PaceLimiter();
    pace.set('paused');
    const abort = new AbortController();
    const waiting = pace.turn(async () => assert.fail(), abort.signal);
    const running = pace.running(abort.signal);
    abort.abort(new Error('stopped'));
    await assert.rejects(waiting, /stopped/);
    await assert.rejects(running, /stopped/);
    pace.set('full');
    assert.equal(await pace.turn(async () => 1), 1);
  });
});
