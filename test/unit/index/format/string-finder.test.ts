import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeStrings, StringList } from '../../../../src/index/format/string-list';
import { StringFinder } from '../../../../src/index/format/string-pool';

const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom('get', 'Name', '_', 'ext4_', 'x', 'é', '検'), maxLength: 60 }),
  fc.constantFrom('', 'é'.repeat(1_000)),
);
const names = fc.uniqueArray(name, { maxLength: 70, selector: (text) => Buffer.from(text).toString() });

function listOf(strings: readonly string[]): StringList {
  return new StringList(encodeStrings(strings));
}

describe('The number of a string', () => {
  it('is found by its text', () => {
    fc.assert(
      fc.property(names, (strings) => {
        const finder = new StringFinder(listOf(strings));
        strings.forEach((text, number) => {
          assert.equal(finder.find(Buffer.from(text).toString()), number);
        });
        assert.equal(finder.find('no such string'), -1);
      }),
    );
  });

  it('is found in long lists, and for long strings', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `name_${(i * 7919) % 65_536}_${i}`);
    const strings = [...many, '検'.repeat(30_000), 'last'];
    const finder = new StringFinder(listOf(strings));
    strings.forEach((text, number) => {
      assert.equal(finder.find(text), number);
    });
    assert.equal(finder.find('name'), -1);
  });

  it('is looked for in damaged bytes without reading beyond them', () => {
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(255), (strings, place, byte) => {
        const bytes = encodeStrings(strings);
        if (bytes.length <= 8) return;
        const damaged = Uint8Array.from(bytes);
        damaged[8 + (place % (bytes.length - 8))] = byte;
        try {
          new StringFinder(new StringList(damaged)).find('no such string');
        } catch (error) {
          assert.ok(error instanceof RangeError, String(error));
        }
      }),
    );
  });
});
