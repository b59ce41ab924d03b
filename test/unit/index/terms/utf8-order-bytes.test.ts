import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TermBytes } from '../../../../src/index/terms/utf8-order';

describe('the bytes of terms', () => {
  it('are UTF-8, and those of the term before are still valid', () => {
    const term = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ minLength: 200, maxLength: 400 }));
    fc.assert(
      fc.property(fc.array(term), (terms) => {
        const bytes = new TermBytes();
        let before: { readonly term: string; readonly bytes: Uint8Array } | undefined;
        for (const term of terms) {
          const now = bytes.of(term);
          assert.deepEqual(Buffer.from(now), Buffer.from(term));
          if (before) assert.deepEqual(Buffer.from(before.bytes), Buffer.from(before.term));
          before = { term, bytes: now };
        }
      }),
    );
  });
});
