/** Changes of files are gathered into few pieces of work, and nobody waits long. */
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
} from '../../../../src/vscode/indexing/change-burst';

describe('a burst of changes', () => {
  let told: ChangedPaths[];
  let burst: ChangeBurst;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    told = [];
    burst = new ChangeBurst((changed) => told.push(changed));
  });
  afterEach(() => mock.timers.reset());

  it('is told once, when it is quiet, each path once', () => {
    for (const path of ['a.ts', 'b.ts', 'a.ts']) {
      burst.add(path);
      mock.timers.tick(quietMs - 1);
    }
    assert.deepEqual(told, []);
    mock.timers.tick(1);
    assert.deepEqual(told, [['a.ts', 'b.ts']]);
    mock.timers.tick(maxStormMs);
    assert.equal(told.length, 1);
  });

  it('does not wait for an end that does not come', () => {
    for (let time = 0; time < 3 * maxWaitMs; time += 100) {
      burst.add('log.txt');
      mock.timers.tick(100);
    }
    assert.deepEqual(told, [['log.txt'], ['log.txt'], ['log.txt']]);
  });

  it('of many paths is about the whole folder, once the storm is over', () => {
    for (let i = 0; i <= maxPaths; i++) burst.add(`${i}.ts`);
    for (let time = 0; time < maxWaitMs * 2; time += 100) {
      burst.add(`later${time}.ts`);
      mock.timers.tick(100);
    }
    assert.deepEqual(told, []);
    mock.timers.tick(quietMs);
    assert.deepEqual(told, ['all']);
  });

  it('that was told begins anew', () => {
    burst.addAll();
    mock.timers.tick(quietMs);
    burst.add('a.ts');
    mock.timers.tick(quietMs);
    assert.deepEqual(told, ['all', ['a.ts']]);
  });

  it('is forgotten by whoever disposes of it', () => {
    burst.add('a.ts');
    burst.dispose();
    mock.timers.tick(maxStormMs);
    assert.deepEqual(told, []);
  });

  it('loses no path, whatever the pauses', () => {
    const step = fc.record({ path: fc.nat(300).map((n) => `${n}.ts`), pause: fc.nat(400) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        told = [];
        const added = new Set<string>();
        for (const { path, pause } of steps) {
          burst.add(path);
          added.add(path);
          mock.timers.tick(pause);
        }
        mock.timers.tick(maxStormMs);
        if (told.includes('all')) return;
        assert.deepEqual(new Set(told.flat()), added);
      }),
    );
  });
});
