import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeStrings, StringList } from '../../../../src/index/format/string-list';

const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom('get', 'Name', '_', 'ext4_', 'x', 'é', '検'), maxLength: 60 }),
  fc.constantFrom('', 'a'.repeat(5_000), 'é'.repeat(3_000)),
);

describe('A list of strings', () => {
  it('gives each string as it was put in, alone and all together', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 70 }), (strings) => {
        const list = new StringList(encodeStrings(strings));
        const written = strings.map((text) => Buffer.from(text).toString());
        assert.deepEqual(list.all(), written);
        for (let i = strings.length - 1; i >= 0; i--) assert.equal(list.get(i), written[i]);
      }),
    );
  });

  it('takes few bytes for names that begin alike', () => {
    const names = ['get_user', 'get_user_id', 'get_user_name', 'get_user_names', 'serialize', 'serializeString'];
    const plain = names.join('').length;
    assert.ok(encodeStrings(names).length - 8 < 0.6 * plain, `${encodeStrings(names).length - 8} of ${plain}`);
  });

  it('is refused if its bytes are no list, and never read beyond its end', () => {
    const whole = encodeStrings(['alpha', 'alphabet', 'alphabetical', 'beta']);
    fc.assert(
      fc.property(fc.nat(), fc.nat(255), fc.nat(), (place, value, length) => {
        const bytes = whole.slice(0, length % (whole.length + 1));
        const at = place % whole.length;
        if (at < bytes.length) bytes[at] = value;
        try {
          new StringList(bytes).all();
        } catch (error) {
          assert.ok(error instanceof RangeError, String(error));
        }
      }),
    );
  });
});
