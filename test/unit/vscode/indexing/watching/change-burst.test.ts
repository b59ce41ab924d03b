/** File changes are collected into few updates, and no change waits long. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import fc from 'fast-check';
import {
  ChangeBurst,
  type ChangedPaths,
  maxPaths,
  maxStormMs,
  maxWaitMs,
  quietMs,
} from '../../../../../src/vscode/indexing/watching/change-burst';

describe('a burst of changes', () => {
  let reported: ChangedPaths[];
  let burst: ChangeBurst;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    reported = [];
    burst = new ChangeBurst((changed) => reported.push(changed));
  });
  afterEach(() => mock.timers.reset());

  it('is reported once, when changes stop, with each path once', () => {
    for (const path of ['a.ts', 'b.ts', 'a.ts']) {
      burst.add(path);
      mock.timers.tick(quietMs - 1);
    }
    assert.deepEqual(reported, []);
    mock.timers.tick(1);
    assert.deepEqual(reported, [['a.ts', 'b.ts']]);
    mock.timers.tick(maxStormMs);
    assert.equal(reported.length, 1);
  });

  it('is reported after a maximum wait if changes do not stop', () => {
    for (let time = 0; time < 3 * maxWaitMs; time += 100) {
      burst.add('log.txt');
      mock.timers.tick(100);
    }
    assert.deepEqual(reported, [['log.txt'], ['log.txt'], ['log.txt']]);
  });

  it('becomes a change of the whole folder if it has many paths, reported when the storm is over', () => {
    for (let i = 0; i <= maxPaths; i++) burst.add(`${i}.ts`);
    for (let time = 0; time < maxWaitMs * 2; time += 100) {
      burst.add(`later${time}.ts`);
      mock.timers.tick(100);
    }
    assert.deepEqual(reported, []);
    mock.timers.tick(quietMs);
    assert.deepEqual(reported, ['all']);
  });

  it('starts empty after it was reported', () => {
    burst.addAll();
    mock.timers.tick(quietMs);
    burst.add('a.ts');
    mock.timers.tick(quietMs);
    assert.deepEqual(reported, ['all', ['a.ts']]);
  });

  it('is not reported after dispose', () => {
    burst.add('a.ts');
    burst.dispose();
    mock.timers.tick(maxStormMs);
    assert.deepEqual(reported, []);
  });

  it('loses no path, whatever the pauses', () => {
    const step = fc.record({ path: fc.nat(300).map((n) => `${n}.ts`), pause: fc.nat(400) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        reported = [];
        const added = new Set<string>();
        for (const { path, pause } of steps) {
          burst.add(path);
          added.add(path);
          mock.timers.tick(pause);
        }
        mock.timers.tick(maxStormMs);
        if (reported.includes('all')) return;
        assert.deepEqual(new Set(reported.flat()), added);
      }),
    );
  });
});
