/** Indexes that someone forged, with right checksums: a reader answers right, or refuses; it never hangs, dies, or takes much memory. */
import assert from 'node:assert/strict';
import { runForged } from '../../../../bench/damage/forge-run';
import { runs } from '../../random-runs';

/** Seeds that once went wrong. */
const keptSeeds: readonly number[] = [466, 200405];

const count = runs(300);

describe('A forged index', function () {
  this.timeout(30 * 60_000);

  it('is answered right or refused, whatever it says', async () => {
    const seeds = [...keptSeeds, ...Array.from({ length: count }, (_, seed) => seed)];
    const { asked, refused, faults } = await runForged(seeds);
    assert.deepEqual(faults, []);
    assert.equal(asked, seeds.length);
    // Otherwise nothing was forged, or nothing can be read.
    assert.ok(refused > count / 20 && refused < count / 2, `${refused} of ${asked} are refused`);
  });
});
