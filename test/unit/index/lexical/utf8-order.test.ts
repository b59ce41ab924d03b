import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sortByUtf8 } from '../../../../src/index/lexical/utf8-order';

describe('order of terms', () => {
  it('is that of their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (strings) => {
        const sorted = [...strings];
        sortByUtf8(sorted);
        assert.deepEqual(
          sorted,
          strings.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
        );
      }),
    );
  });
});
