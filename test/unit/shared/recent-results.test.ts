import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RecentResults } from '../../../src/shared/recent-results';

describe('remembered results', () => {
  it('are the results of the function, and never more than twice the half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.integer({ min: 0, max: 12 })), (half, keys) => {
        const remembered = new RecentResults<number, { readonly key: number }>(half);
        for (const key of keys) {
          assert.equal(remembered.get(key, () => ({ key })).key, key);
          assert.ok(remembered.size <= 2 * half);
        }
      }),
    );
  });

  it('stay while they are used', () => {
    const remembered = new RecentResults<string, object>(2);
    let made = 0;
    const make = (): object => ({ number: made++ });
    const first = remembered.get('used', make);
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      remembered.get(key, make);
      assert.equal(remembered.get('used', make), first);
    }
    assert.equal(made, 6);
  });
});
