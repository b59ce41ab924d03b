/**
 * The product computes the same vectors as training: those of the unrounded model for texts of the held-out split. A text is stored
 * as its sorted words, because their order does not matter to the model.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import { halvesToFloats } from '../../../../src/embedding/vector-math';
import { productFile } from '../../../../src/shared/product';

const fixtures = productFile('test', 'fixtures', 'embedding');

describe('the built-in model and its training', () => {
  const texts = readFileSync(`${fixtures}/texts.tsv`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [side, text = '', about = ''] = line.split('\t');
      return side === 'query' ? ({ side, text } as const) : ({ side: 'passage', text: { about, text } } as const);
    });
  const trained = halvesToFloats(readFileSync(`${fixtures}/vectors.f16`));

  it('agree on a thousand texts', async () => {
    const model = await loadBuiltIn();
    assert.ok(texts.length > 900);
    assert.equal(trained.length, texts.length * model.dimensions);
    let worst = 1;
    let sum = 0;
    for (const [i, { side, text }] of texts.entries()) {
      const [vector] = await model.embed([text], side);
      assert.ok(vector);
      let dot = 0;
      let square = 0;
      for (let d = 0; d < vector.length; d++) {
        const expected = trained[i * vector.length + d] ?? 0;
        dot += (vector[d] ?? 0) * expected;
        square += expected * expected;
      }
      const cosine = dot / Math.sqrt(square);
      worst = Math.min(worst, cosine);
      sum += cosine;
    }
    assert.ok(worst >= 0.9999, `the lowest cosine is ${worst}, the mean is ${sum / texts.length}`);
  });
});
