import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { chunkText } from '../../../../src/engine/workers/chunker';
import { DocumentTerms } from '../../../../src/index/terms/document-terms';
import { countCode, fieldWeights, lengthByCode, lengthCode } from '../../../../src/index/terms/field-weights';
import { TermScanner } from '../../../../src/index/terms/term-scanner';
import { productFile } from '../../../../src/shared/product';
import { countKey, storableJson, storableText, termQuery, WordVectors } from '../../../../src/wings/team/word-vector';

describe('the words of a chunk for PostgreSQL', () => {
  it('have the counts and the length of the index file', async () => {
    const path = 'src/wings/team/push-branch.ts';
    const { chunks } = await chunkText({ path, text: readFileSync(productFile(path), 'utf8') });
    const vectors = new WordVectors();
    for (const chunk of chunks) {
      const words = new TermScanner();
      const document = new DocumentTerms(words, fieldWeights);
      document.count(chunk);
      const { vector, counts, length } = vectors.of(chunk);
      const bytes = Buffer.from(counts.slice(2), 'hex');
      for (const term of document.terms.subarray(0, document.termCount)) {
        const text = words.terms[term] ?? '';
        const key = countKey(text);
        const at = bytes.indexOf(key);
        assert.ok(at >= 0 && bytes.indexOf(key, at + 1) < 0, text);
        assert.equal(bytes[at + key.length], countCode(document.unitsOf(term)), text);
      }
      assert.equal(vector.split(' ').length, document.termCount);
      assert.equal(length, lengthByCode[lengthCode(document.length)]);
    }
  });

  it('have no byte in them that separates counts, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const words = new TermScanner();
        words.read(text);
        words.scan(0, text.length, true, { add: () => {} });
        for (const term of words.terms) assert.doesNotMatch(term, /[\x00-\x1f#]/);
      }),
    );
  });

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
