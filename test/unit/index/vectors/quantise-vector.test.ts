import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { packFourBits, unpackFourBits } from '../../../../src/index/vectors/four-bit-values';
import {
  quantiseQuery,
  quantiseToFourBits,
  quantiseVector,
  restoreVector,
  rotate,
  rotateBack,
  rowBytes,
} from '../../../../src/index/vectors/quantise-vector';

const vectors = fc
  .integer({ min: 1, max: 300 })
  .chain((length) => fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length }))
  .map((values) => Float32Array.from(values));

function lengthOf(values: Float32Array): number {
  return Math.hypot(...values);
}

function distance(a: Float32Array, b: Float32Array): number {
  return lengthOf(a.map((value, at) => value - (b[at] ?? 0)));
}

describe('quantised vectors', () => {
  it('a rotation keeps lengths and can be undone', () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        const turned = vector.slice();
        rotate(turned);
        ok(Math.abs(lengthOf(turned) - lengthOf(vector)) < 1e-5 * (1 + lengthOf(vector)));
        rotateBack(turned);
        ok(distance(turned, vector) < 1e-5 * (1 + lengthOf(vector)));
      }),
    );
  });

  it('a rotation spreads one dimension over all of them', () => {
    const vector = new Float32Array(256);
    vector[17] = 1;
    rotate(vector);
    ok(vector.every((value) => Math.abs(Math.abs(value) - 1 / 16) < 1e-6));
  });

  it('the signs of the rotation never change: stored vectors depend on them', () => {
    const vector = new Float32Array(32);
    vector[0] = 1;
    vector[5] = 0.5;
    const row = new Int8Array(32);
    quantiseVector(vector, row);
    deepEqual(Array.from(row.subarray(0, 8)), [42, 127, 42, 127, 127, 42, 127, 42]);
  });

  it('a row restores its vector within half a step of its scale', () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        const row = new Int8Array(rowBytes(vector.length));
        const scale = quantiseVector(vector, row);
        const back = restoreVector(row, scale, vector.length);
        equal(back.length, vector.length);
        ok(distance(back, vector) <= 0.51 * scale * Math.sqrt(row.length) + 1e-5);
      }),
    );
  });

  it('a row of four bits points in the direction of its vector', () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        const row = new Int8Array(rowBytes(vector.length));
        const scale = quantiseToFourBits(vector, row);
        const back = restoreVector(row, scale, vector.length);
        const product = vector.reduce((sum, value, at) => sum + value * (back[at] ?? 0), 0);
        ok(product >= 0.95 * lengthOf(vector) * lengthOf(back) - 1e-6);
      }),
    );
  });

  it('a row of four bits is packed into half its bytes and comes back the same', () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        const row = new Int8Array(rowBytes(vector.length));
        quantiseToFourBits(vector, row);
        const packed = packFourBits(new Uint8Array(row.buffer));
        equal(packed?.length, row.length / 2);
        const back = new Int8Array(row.length);
        unpackFourBits(packed ?? new Uint8Array(0), new Uint8Array(back.buffer));
        deepEqual(back, row);
      }),
    );
  });

  it('values that need eight bits are not packed', () => {
    equal(packFourBits(Uint8Array.of(6, 18, 7, 6)), undefined);
  });

  it('a vector of zeros stays a vector of zeros', () => {
    const row = new Int8Array(64).fill(9);
    equal(quantiseVector(new Float32Array(50), row), 0);
    deepEqual(row, new Int8Array(64));
    deepEqual(restoreVector(row, 0, 50), new Float32Array(50));
    deepEqual(quantiseQuery(new Float32Array(50), 64), { values: new Int16Array(64), scale: 0 });
  });

  it('refuses values that are not finite', () => {
    const row = new Int8Array(32);
    throws(() => quantiseVector(new Float32Array([1, Number.NaN]), row), /not a finite number/);
    throws(() => quantiseVector(new Float32Array([Number.POSITIVE_INFINITY]), row), /not a finite number/);
  });
});
