/** How a text is split into the words of the built-in model. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { productFile } from '../../../../src/shared/product';
import { plainWords, vocabularyOf } from '../../../../training/model-words';
import { runs } from '../../random-runs';

/** Greedy, the longest piece first, from the left; a character that begins no piece is skipped. */
function piecesByHand(word: string, known: ReadonlySet<string>): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < word.length; ) {
    let end = word.length;
    while (end - start >= 3 && !known.has(word.slice(start, end))) end--;
    if (end - start >= 3) {
      pieces.push(word.slice(start, end));
      start = end;
    } else start++;
  }
  return pieces;
}

function wordsOf(list: readonly string[], text: string, room = 640): string[] {
  const into = new Uint16Array(room);
  const count = vocabularyOf(list.join('\n')).words(text, into);
  return [...into.subarray(0, count)].map((word) => list[word] ?? '?');
}

/** Strings in which case changes, digits and separators are adjacent more often than in random ones. */
const identifiers = fc.string({ unit: fc.constantFrom(...'abzABZ019_-. \nÄéß中😀\u017f\u212a'), maxLength: 80 });
const anyText = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  identifiers,
  fc.string({ unit: fc.constantFrom(...'aA0'), minLength: 20, maxLength: 90 }),
);
const lowerWords = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abc1'), minLength: 2, maxLength: 6 }), {
  minLength: 1,
  maxLength: 40,
});

describe('the words of a text', () => {
  it('are the matches of the expression, in lower case, without single characters and long numbers, cut at 24', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const list = [...new Set(plainWords(text))];
        assert.deepEqual(wordsOf(list, text), plainWords(text));
      }),
      { numRuns: runs(600) },
    );
  });

  it('are the same in real files', () => {
    for (const path of [
      'README.md',
      'package-lock.json',
      'src/embedding/built-in/text-words.ts',
      'src/embedding/built-in/pool.wat',
    ]) {
      const text = readFileSync(productFile(path), 'utf8');
      const words = plainWords(text);
      assert.deepEqual(wordsOf([...new Set(words)], text, words.length), words);
    }
  });

  it('are split at case changes and underscores of identifiers', () => {
    const words = (text: string): string => plainWords(text).join(' ');
    assert.equal(words('parseHTTPHeader'), 'parse http header');
    assert.equal(
      words('snake_case_name kebab-case-name SCREAMING_CASE'),
      'snake case name kebab case name screaming case',
    );
    assert.equal(words('utf8Decode x1 v2024 sha1234567'), 'utf decode 2024 sha');
    assert.equal(words('naïve café'), 'na ve caf');
  });
});

describe('a vocabulary', () => {
  it('finds each of its words in any case, and splits unknown words', () => {
    fc.assert(
      fc.property(
        lowerWords,
        anyText,
        fc.array(fc.string({ unit: fc.constantFrom(...'abcABC1 '), maxLength: 20 })),
        (list, text, more) => {
          const known = new Set(list);
          const whole = [text, ...more, ...list].join(' ');
          const expected = plainWords(whole).flatMap((word) => (known.has(word) ? [word] : piecesByHand(word, known)));
          assert.deepEqual(wordsOf(list, whole, 0xffff), expected);
        },
      ),
      { numRuns: runs(160) },
    );
  });

  it('takes the longest pieces of at least three characters, from the left', () => {
    assert.deepEqual(wordsOf(['un', 'read', 'readable', 'able', 'lock'], 'unreadable'), ['readable']);
    assert.deepEqual(wordsOf(['abc', 'abcd', 'def'], 'abcdef'), ['abcd']);
    assert.deepEqual(wordsOf(['abc', 'def'], 'xabcyydefz'), ['abc', 'def']);
    assert.deepEqual(wordsOf(['ab', 'cd'], 'abcd'), []);
  });

  it('gives the same words for the same text again', () => {
    const list = ['abc', 'def'];
    const vocabulary = vocabularyOf(list.join('\n'));
    const into = new Uint16Array(8);
    for (let i = 0; i < 3; i++) {
      assert.equal(vocabulary.words('abcdef ABCDEF', into), 4);
      assert.deepEqual([...into.subarray(0, 4)], [0, 1, 0, 1]);
    }
  });

  it('stops at the end of the buffer, also inside a word, and writes nothing after it', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.string({ unit: fc.constantFrom(...'abcdefABC '), maxLength: 120 }), (room, text) => {
        const list = ['abc', 'def', 'fed', 'cab'];
        const all = wordsOf(list, text, 200);
        assert.deepEqual(wordsOf(list, text, room), all.slice(0, room));
      }),
    );
    const into = new Uint16Array(6).fill(9);
    assert.equal(vocabularyOf('abc\ndef').words('abcdefabc', into.subarray(0, 2)), 2);
    assert.deepEqual([...into], [0, 1, 9, 9, 9, 9]);
  });

  it('can be empty, and has a maximum size', () => {
    assert.deepEqual(wordsOf([], 'any text at all'), []);
    const largest = Array.from({ length: 0xffff }, (_, i) => i.toString(36).padStart(4, 'z'));
    assert.ok(vocabularyOf(largest.join('\n')));
    assert.throws(
      () => vocabularyOf([...largest, 'onemore'].join('\n')),
      /65536 words are more than a vocabulary may have/,
    );
  });

  it('still works after more unknown words than it remembers', () => {
    const vocabulary = vocabularyOf('abc\ndef');
    const into = new Uint16Array(640);
    // More unknown words than are remembered.
    for (let i = 0; i < 60_000; i++) vocabulary.words(`q${i.toString(36).replace(/[0-9]/g, 'x')}abc`, into);
    assert.equal(vocabulary.words('abcdef', into), 2);
    assert.deepEqual([...into.subarray(0, 2)], [0, 1]);
  });
});
