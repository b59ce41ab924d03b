import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareUtf8 } from '../../../../src/index/lexical/lexical-builder';
import { runs } from '../../random-runs';

/** Many with the same beginning, of all lengths. */
const similarStrings = fc.string({
  unit: fc.constantFrom('a', 'b', '\0', '\x7f', '\x80', 'ß', '\ud7ff', '\ufb01', '😀', '\u{10ffff}'),
});

describe('the order of terms', () => {
  it('is that of their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), similarStrings)), (strings) => {
        assert.deepEqual(
          strings.toSorted(compareUtf8),
          strings.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
        );
      }),
      { numRuns: runs(160) },
    );
  });
});
