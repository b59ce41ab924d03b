/** A time limit counts the work of a process, so that a busy machine does not end what would have ended by itself. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { WorkClock, workOf } from '../../../src/shared/work-clock';

/** As if the process had waited. */
function wait(ms: number): void {
  const passed = performance.now.bind(performance);
  mock.method(performance, 'now', () => passed() + ms);
}

describe('the work clock', () => {
  afterEach(() => mock.restoreAll());

  it('counts processor time, and a fifth of the time that passed', () => {
    assert.equal(workOf(1000, 900), 900);
    assert.equal(workOf(1000, 50), 200);
  });

  it('is not beyond a limit while the process waits', () => {
    const clock = new WorkClock();
    wait(1100);
    assert.equal(clock.isBeyond(1000), false);
  });

  it('has a limit for processor time alone, which waiting does not reach', () => {
    const clock = new WorkClock();
    wait(600);
    assert.equal(clock.isBeyond(10_000, 500), false);
    while (!clock.isBeyond(1e9, 50));
  });

  it('is beyond a limit once the process has worked for so long', () => {
    const clock = new WorkClock();
    while (!clock.isBeyond(50));
    assert.ok(clock.spent >= 50);
  });
});
