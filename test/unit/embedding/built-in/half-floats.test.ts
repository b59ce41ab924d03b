import assert from 'node:assert/strict';
import { halvesToFloats } from '../../../../src/embedding/vector-math';

/** IEEE 754 binary16; undefined for infinities and NaN, which a model never has. */
function byDefinition(half: number): number | undefined {
  const sign = half >>> 15 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0x1f) return undefined;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (fraction + 0x400) * 2 ** (exponent - 25));
}

describe('half-precision numbers', () => {
  const bytes = new Uint8Array(65_536 * 2);
  for (let half = 0; half < 65_536; half++) {
    bytes[2 * half] = half & 0xff;
    bytes[2 * half + 1] = half >> 8;
  }

  it('are all converted exactly, zeros with their sign; infinities and NaN become larger than any number', () => {
    const floats = halvesToFloats(bytes);
    assert.equal(floats.length, 65_536);
    for (let half = 0; half < 65_536; half++) {
      const expected = byDefinition(half);
      const found = floats[half] ?? Number.NaN;
      assert.ok(expected === undefined ? Math.abs(found) >= 65_536 : Object.is(found, expected), half.toString(16));
    }
  });

  it('have their well-known values', () => {
    const known: readonly (readonly [number, number])[] = [
      [0x3c00, 1],
      [0xc000, -2],
      [0x7bff, 65_504],
      [0x0001, 2 ** -24],
      [0x3555, 0.333251953125],
    ];
    for (const [half, value] of known)
      assert.deepEqual([...halvesToFloats(bytes.subarray(2 * half, 2 * half + 2))], [value]);
  });

  it('can begin at an odd address', () => {
    const shifted = new Uint8Array(7);
    shifted.set([0x00, 0x3c, 0x00, 0xc0], 1);
    assert.deepEqual([...halvesToFloats(shifted.subarray(1, 5))], [1, -2]);
    assert.deepEqual([...halvesToFloats(new Uint8Array(0))], []);
  });
});
