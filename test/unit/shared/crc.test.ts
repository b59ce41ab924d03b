import assert from 'node:assert/strict';
import fc from 'fast-check';
import { crc32, tableCrc32 } from '../../../src/shared/crc';

describe('CRC-32', () => {
  it('is the one of zip and PNG', () => {
    for (const crc of [crc32, tableCrc32]) {
      assert.equal(crc(Buffer.from('123456789')), 0xcbf43926);
      assert.equal(crc(new Uint8Array(0)), 0);
    }
  });

  it('is the same from tables and from native code, at once and in pieces', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (bytes, cut) => {
        const whole = crc32(bytes);
        assert.equal(tableCrc32(bytes), whole);
        for (const crc of [crc32, tableCrc32])
          assert.equal(crc(bytes.subarray(cut), crc(bytes.subarray(0, cut))), whole);
      }),
    );
  });
});
