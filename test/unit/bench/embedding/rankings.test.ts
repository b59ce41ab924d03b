import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Bm25 } from '../../../../bench/embedding/bm25';
import { best, fuseRankings, mixScores } from '../../../../bench/embedding/rankings';
import { dot, reshape } from '../../../../bench/embedding/smaller-vectors';
import { splitWords, wordsAndNames } from '../../../../bench/embedding/split-words';

describe('words of code', () => {
  it('are the parts of identifiers in lower case', () => {
    assert.deepEqual(splitWords('parseHTTPRequest snake_case_name XMLFile2021'), [
      ...['parse', 'http', 'request'],
      ...['snake', 'case', 'name'],
      ...['xml', 'file', '2021'],
    ]);
  });

  it('leave out single characters and long numbers, and have at most 24 characters', () => {
    assert.deepEqual(splitWords(`x 12345 ${'a'.repeat(30)}`), ['a'.repeat(24)]);
  });
});

describe('words and names', () => {
  it('are the words, followed by each compound name as a whole', () => {
    assert.deepEqual(wordsAndNames('readFile(path_to)'), ['read', 'file', 'readfile', 'path', 'to', 'path_to']);
    assert.deepEqual(wordsAndNames('plain words, x1 a'), ['plain', 'words']);
  });
});

describe('BM25', () => {
  it('ranks first a document with more of the query words', () => {
    const words = new Bm25(['read the file', 'read the configuration file', 'draw a line']);
    const scores = words.scores('read configuration');
    assert.deepEqual(best(scores, 3, 0), [1, 0]);
    assert.equal(scores[2], 0);
  });

  it('is the published formula', () => {
    // Two documents of 2 and 4 words, so 3 on average; "alpha" is in the first alone.
    const score = new Bm25(['alpha beta', 'beta beta gamma delta']).scores('alpha')[0] ?? 0;
    const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
    assert.ok(Math.abs(score - (idf * 2.2) / (1 + 1.2 * (1 - 0.75 + (0.75 * 2) / 3))) < 1e-6);
  });

  it('accepts an empty list of documents and an empty query', () => {
    assert.equal(new Bm25([]).scores('a word').length, 0);
    assert.deepEqual([...new Bm25(['', 'text']).scores('')], [0, 0]);
  });
});

describe('mixed rankings', () => {
  it('put first a document that both sides put first', () => {
    const vector = [0.1, 0.9, 0.3];
    const lexical = [0, 7, 2];
    assert.deepEqual(mixScores(vector, lexical, 2), [1, 2]);
    assert.deepEqual(fuseRankings(vector, lexical, 2), [1, 2]);
  });

  it('equal the ranking of the vectors if no word is known', () => {
    const vector = [0.1, 0.9, 0.3];
    assert.deepEqual(mixScores(vector, [0, 0, 0], 3), [1, 2, 0]);
    assert.deepEqual(fuseRankings(vector, [0, 0, 0], 3), [1, 2, 0]);
  });

  it('prefer the earlier of two equal documents', () => {
    assert.deepEqual(best([0.5, 0.7, 0.5, 0.7], 4), [1, 3, 0, 2]);
  });

  it('contain only distinct documents, for any scores', () => {
    const score = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(score, score), { maxLength: 300 }), (pairs) => {
        const [vector, lexical] = [pairs.map(([v]) => v), pairs.map(([, l]) => Math.abs(l))];
        for (const ranking of [mixScores(vector, lexical, 10), fuseRankings(vector, lexical, 10)]) {
          assert.equal(ranking.length, Math.min(10, pairs.length));
          assert.equal(new Set(ranking).size, ranking.length);
          assert.ok(ranking.every((i) => i >= 0 && i < pairs.length));
        }
      }),
    );
  });
});

describe('smaller vectors', () => {
  const vector = Float32Array.from({ length: 256 }, (_, i) => Math.sin(i + 1) / Math.sqrt(128));

  it('have length 1 again after they are cut to their first dimensions', () => {
    const cut = reshape(vector, 64);
    assert.equal(cut.length, 64);
    assert.ok(Math.abs(dot(cut, cut) - 1) < 1e-6);
  });

  it('have at most 255 values and nearly the same direction after rounding to int8', () => {
    const rounded = reshape(vector, 'int8');
    const scale = Math.max(...vector.map(Math.abs)) / 127;
    assert.ok(rounded.every((value) => Math.abs(value / scale - Math.round(value / scale)) < 1e-3));
    assert.ok(dot(rounded, vector) / Math.sqrt(dot(rounded, rounded) * dot(vector, vector)) > 0.9999);
  });

  it('stay zero if they are zero', () => {
    assert.deepEqual(reshape(new Float32Array(128), 'int8'), new Float32Array(128));
    assert.deepEqual(reshape(new Float32Array(128), 64), new Float32Array(64));
  });
});
