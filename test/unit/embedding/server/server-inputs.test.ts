/** How texts are prepared for a server. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { halveInput, inBatches, makeInput } from '../../../../src/embedding/server/server-inputs';
import { tokenCounter } from '../../../../src/tokens/token-counter';

const counter = tokenCounter('cl100k_base');
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.lorem({ maxCount: 200 }));

describe('a text for a server', () => {
  it('is the beginning of the text after the prefix of the model, within the limit', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('', 'query: '), fc.integer({ min: 32, max: 120 }), (given, prefix, limit) => {
        const input = makeInput(given, 0, prefix, limit, counter);
        if (given.trim() === '') return assert.equal(input, undefined);
        assert.ok(input);
        assert.equal(input.text, prefix + given.slice(0, input.kept));
        assert.ok(input.tokens <= limit, `${input.tokens} of ${limit}`);
        if (input.kept === given.length) return;
        // No more would have fitted.
        const more = counter.count(given.slice(0, input.kept + 2)) + counter.count(prefix);
        assert.ok(given.slice(input.kept).length < 6 || more >= limit - 1, `${more} of ${limit}`);
      }),
    );
  });

  it('can be halved only a few times', () => {
    fc.assert(
      fc.property(text, (given) => {
        let input = makeInput(given, 3, 'query: ', 1000, counter);
        for (let times = 0; input; times++) {
          assert.ok(times < 12);
          const shorter = halveInput(input, 'query: ', counter);
          if (shorter)
            assert.ok(shorter.tokens < input.tokens && input.text.startsWith(shorter.text) && shorter.at === 3);
          input = shorter;
        }
      }),
    );
  });

  it('is in exactly one batch, and batches are within their limits', () => {
    const inputs = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 80 });
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100 }), (sizes, texts, tokens) => {
        const all = sizes.map((size, at) => ({ at, text: '', tokens: size, kept: 0, by: 'limit' as const }));
        const batches = [...inBatches(all, { texts, tokens }, (input) => input.tokens >= 50)];
        assert.deepEqual(
          batches.flat().sort((a, b) => a.at - b.at),
          all,
        );
        for (const batch of batches) {
          const sum = batch.reduce((before, each) => before + each.tokens, 0);
          assert.ok(
            batch.length === 1 || (batch.length <= texts && sum <= tokens && batch.every((each) => each.tokens < 50)),
          );
        }
      }),
    );
  });
});
