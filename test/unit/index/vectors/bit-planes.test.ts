/** Vectors of four bits are the same after they were divided into high and low bits. */
import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import {
  highBytes,
  lowRowBytes,
  packHighBits,
  packLowBits,
  unpackPlaneRow,
} from '../../../../src/index/vectors/bit-planes';
import { levelValues } from '../../../../src/index/vectors/four-bit-values';

describe('high and low bits of vectors', () => {
  it('give every value back', () => {
    const rows = fc
      .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 70 }))
      .chain(([groups, count]) =>
        fc.tuple(
          fc.constant(4 * groups),
          fc.array(fc.constantFrom(...levelValues), { minLength: 4 * groups * count, maxLength: 4 * groups * count }),
        ),
      );
    fc.assert(
      fc.property(rows, ([dimensions, numbers]) => {
        const values = Int8Array.from(numbers);
        const count = values.length / dimensions;
        const high = new Uint8Array(highBytes(count, dimensions));
        const low = new Uint8Array(count * lowRowBytes(dimensions));
        packHighBits(values, dimensions, high);
        equal(packLowBits(values, low), true);
        const restored = new Int8Array(values.length);
        for (let row = 0; row < count; row++) {
          const own = low.subarray(row * lowRowBytes(dimensions), (row + 1) * lowRowBytes(dimensions));
          unpackPlaneRow({ high, block: 0 }, own, row, restored.subarray(row * dimensions, (row + 1) * dimensions));
        }
        deepEqual(restored, values);
      }),
    );
  });

  it('refuse values that have more than four', () => {
    equal(packLowBits(Int8Array.of(6, 18, 31, 7), new Uint8Array(1)), false);
  });
});
