import assert from 'node:assert/strict';
import fc from 'fast-check';
import { orderByUtf8 } from '../../../../src/index/terms/utf8-order';

/** Many with the same beginning, of all lengths. */
const similarStrings = fc.string({
  unit: fc.constantFrom('a', 'b', '\0', '\x7f', '\x80', 'ß', '\ud7ff', '\ufb01', '😀', '\u{10ffff}'),
});

describe('the order of terms', () => {
  it('is that of their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), similarStrings)), (strings) => {
        const sorted = Array.from(orderByUtf8(strings), (place) => strings[place]);
        assert.deepEqual(
          sorted,
          strings.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
        );
      }),
      { numRuns: 500 },
    );
  });
});
