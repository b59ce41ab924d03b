import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { chunkText } from '../../../src/chunking/chunker';
import { storableJson, storableText } from '../../../src/database/storable-text';
import { labelWeights, termQuery, WordVectors, weightOf } from '../../../src/database/word-vector';
import { DocumentTerms } from '../../../src/index/terms/document-terms';
import { fieldWeights } from '../../../src/index/terms/field-weights';
import { countByCode, countCode, lengthByCode, lengthCode } from '../../../src/index/terms/quantise-frequency';
import { TermScanner } from '../../../src/index/terms/term-scanner';
import { productFile } from '../../../src/shared/product';

describe('the words of a chunk for PostgreSQL', () => {
  it('have the weights of the fields in the index file', () => {
    for (const field of ['name', 'path', 'symbols', 'scope', 'signature', 'doc', 'body'] as const) {
      const { labels, field: weight } = weightOf(field);
      assert.equal(labels, weight, field);
    }
    assert.equal(fieldWeights.context, 0);
  });

  it('have the counts and the length of the index file, and a position for each occurrence', async () => {
    const path = 'src/database/push-branch.ts';
    const { chunks } = await chunkText({ path, text: readFileSync(productFile(path), 'utf8') });
    const vectors = new WordVectors();
    for (const chunk of chunks) {
      const words = new TermScanner();
      const document = new DocumentTerms(words, fieldWeights);
      document.count(chunk);
      const expected = Array.from(document.terms.subarray(0, document.termCount), (term): [string, number] => [
        words.terms[term] ?? '',
        countByCode[countCode(document.unitsOf(term))] ?? 0,
      ]);
      const { vector, counts: own, length } = vectors.of(chunk);
      assert.deepEqual({ ...own }, Object.fromEntries(expected));
      assert.equal(length, lengthByCode[lengthCode(document.length)]);
      for (const entry of vector.split(' ')) {
        const [, term = '', places = ''] = /^'(.*)':([\dA-D,]+)$/.exec(entry) ?? [];
        const sum = places.split(',').reduce((total, place) => total + labelOf(place), 0);
        assert.ok(Math.abs(sum - (own[term] ?? 0)) <= 0.02 * sum, `${term}: ${sum}, ${own[term]}`);
      }
    }
  });

  const labelOf = (place: string): number => {
    const label = place.at(-1);
    assert.ok(label === 'A' || label === 'B' || label === 'C' || label === 'D');
    return labelWeights[label];
  };

  it('are quoted', () => {
    assert.equal(termQuery(["it's", 'a\\b'], '|'), `'it''s' | 'a\\\\b'`);
  });
});

describe('text that PostgreSQL can store', () => {
  it('keeps its length and everything but NUL and lone surrogates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud83d', '\ude00', ''), (text, odd) => {
        const source = text + odd + text;
        const stored = storableText(source);
        assert.equal(stored.length, source.length);
        assert.ok(!stored.includes('\0'));
        assert.equal(Buffer.from(stored).toString(), stored);
      }),
    );
    assert.equal(storableText('plain ␀ 😀'), 'plain ␀ 😀');
    assert.equal(storableText('a\0b\ud83dc'), 'a␀b\ufffdc');
    assert.equal(storableJson({ a: ['\0'] }), '{"a":["␀"]}');
  });
});
