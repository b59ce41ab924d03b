/** Numbers as bytes: those that are written are read, and no others. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DamagedSectionError } from '../../../../src/index/damaged-section';
import { ByteReader, ByteWriter } from '../../../../src/index/format/byte-codec';

describe('a number of a section', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), fc.array(fc.integer()), (numbers, signed) => {
        const out = new ByteWriter();
        for (const number of numbers) out.varint(number);
        for (const number of signed) out.signed(number);
        const reader = new ByteReader(out.view());
        assert.deepEqual(
          [numbers.map(() => reader.varint()), signed.map(() => reader.signed())],
          [numbers, signed.map((number) => (number === 0 ? 0 : number))],
        );
      }),
    );
  });

  it('is refused if it has more bytes than any number needs, or is larger than any', () => {
    for (const bytes of [
      [...Array<number>(9).fill(0xff), 1],
      [...Array<number>(300).fill(0x80), 1],
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
      [0x80, 0x80],
      [],
    ])
      assert.throws(() => new ByteReader(Uint8Array.from(bytes)).varint(), DamagedSectionError);
    const largest = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f];
    assert.equal(new ByteReader(Uint8Array.from(largest)).varint(), Number.MAX_SAFE_INTEGER);
  });

  it('announces no more things than there are bytes', () => {
    assert.equal(new ByteReader(Uint8Array.of(3, 0, 0, 0)).count(), 3);
    assert.throws(() => new ByteReader(Uint8Array.of(4, 0, 0, 0)).count(), DamagedSectionError);
    assert.throws(() => new ByteReader(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f)).count(), DamagedSectionError);
  });
});
