import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DamagedSectionError } from '../../../../src/index/damaged-section';
import { encodeStrings, StringList } from '../../../../src/index/format/string-list';

const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom('get', 'Name', '_', 'ext4_', 'x', 'é', '検'), maxLength: 60 }),
  fc.constantFrom('', 'a'.repeat(5_000), 'é'.repeat(3_000)),
);

describe('A list of strings', () => {
  it('gives each string as it was put in, alone, all together and in bytes', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 70 }), fc.boolean(), (strings, hasOwnSymbols) => {
        const list = new StringList(encodeStrings(strings, hasOwnSymbols ? 0 : undefined));
        const written = strings.map((text) => Buffer.from(text).toString());
        assert.deepEqual(list.all(), written);
        for (let i = strings.length - 1; i >= 0; i--) assert.equal(list.get(i), written[i]);
        const visited: string[] = [];
        list.visit((number, bytes, length) => {
          assert.equal(number, visited.length);
          visited.push(Buffer.from(bytes.subarray(0, length)).toString());
        });
        assert.deepEqual(visited, written);
      }),
    );
  });

  it('takes half of the bytes of usual names', () => {
    const names = [
      'get_user',
      'get_user_name',
      'set_user_name',
      'serializeString',
      'deserializeString',
      'createTestNode',
    ];
    const plain = names.join('').length;
    assert.ok(encodeStrings(names).length - 12 < 0.6 * plain, `${encodeStrings(names).length - 12} of ${plain}`);
  });

  it('has symbols of its own if it is long, and is refused if they are damaged', () => {
    const names = Array.from({ length: 4_000 }, (_, i) => `${i % 7}DCP${i}_GRPH_INTERRUPT_CONTROL__${i % 3}SHIFT`);
    const fixed = encodeStrings(names);
    const own = encodeStrings(names, 1_000);
    assert.ok(own.length < 0.7 * fixed.length, `${own.length} of ${fixed.length}`);
    const table = 8 + 4 * Math.ceil(names.length / 16);
    const flip = (at: number) => {
      const damaged = Uint8Array.from(own);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      return new StringList(damaged);
    };
    assert.deepEqual(new StringList(own).all(), names);
    assert.throws(() => flip(table + 20).all(), RangeError);
  });

  it('is refused if it has few bytes and takes very many in memory', () => {
    const blocks = 80;
    const rest = 20_000;
    // The first string of a block is a symbol of six letters, repeated; the others of the block begin with all of it.
    const symbol = encodeStrings(['Option']).at(-1) ?? 0;
    const shared = [8 * 31 + 1, ...numberBytes(6 * rest - 31), 0];
    const block = Buffer.from([
      8 * 31,
      ...numberBytes(rest - 31),
      ...Array<number>(rest).fill(symbol),
      ...Array<number[]>(15).fill(shared).flat(),
    ]);
    const head = Uint32Array.from([16 * blocks, 0, ...Array.from({ length: blocks }, (_, i) => i * block.length)]);
    const bytes = Buffer.concat([new Uint8Array(head.buffer), ...Array<Buffer>(blocks).fill(block)]);
    const list = new StringList(new Uint8Array(bytes));
    assert.equal(list.get(17), 'Option'.repeat(rest));
    assert.throws(() => list.all(), DamagedSectionError);
  });

  it('is refused if its bytes are no list, and never read beyond its end', () => {
    const lists = [undefined, 0].map((trainFrom) =>
      encodeStrings(['alpha', 'alphabet', 'alphabetical', 'beta'], trainFrom),
    );
    fc.assert(
      fc.property(fc.constantFrom(...lists), fc.nat(), fc.nat(255), fc.nat(), (whole, place, value, length) => {
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

function numberBytes(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...numberBytes(Math.floor(value / 128))];
}
