import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeScales, decodeScalesOf, encodeScales, scaleBytes } from '../../../../src/index/vectors/row-scales';

describe('Scales of vectors', () => {
  it('are right within 0.025 %, and do not change when they are written again', () => {
    const scale = fc.float({ min: Math.fround(2 ** -23), max: 255, noNaN: true });
    fc.assert(
      fc.property(fc.array(scale), (list) => {
        const scales = Float32Array.from(list);
        const bytes = encodeScales(scales);
        assert.equal(bytes.length, scaleBytes * scales.length);
        const back = decodeScales(bytes);
        back.forEach((value, row) => {
          assert.ok(Math.abs(value - (scales[row] ?? 0)) <= 0.000_25 * (scales[row] ?? 0), `${scales[row]} → ${value}`);
        });
        assert.deepEqual(encodeScales(back), bytes);
      }),
    );
  });

  it('may be 0, and stay in their range', () => {
    const back = [...decodeScales(encodeScales(Float32Array.of(0, 1e-12, 1, 1000, Infinity)))];
    assert.deepEqual(back, [0, 0, 1, 255.9375, 255.9375]);
  });

  it('are the same for single rows', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.array(fc.nat(19)), (list, wanted) => {
        const bytes = list.subarray(0, list.length - (list.length % scaleBytes));
        const all = decodeScales(bytes);
        const rows = Uint32Array.from(wanted.filter((row) => row < all.length));
        assert.deepEqual(
          [...decodeScalesOf(rows, bytes)],
          Array.from(rows, (row) => all[row]),
        );
      }),
    );
  });
});
