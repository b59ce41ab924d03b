import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type TermList, TermListBuilder } from '../../../../src/index/lexical/term-list';
import { nearSpellings } from '../../../../src/search/near-words/word-reader';
import { runs } from '../../random-runs';

function listOf(words: readonly string[]): TermList {
  const builder = new TermListBuilder();
  words.forEach((word, i) => {
    builder.add(Buffer.from(word, 'latin1'), word.length, i + 1);
  });
  return builder.list();
}

/** Letters to leave out, add, replace, or swap with their neighbour; straight from the definition. */
function changes(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  if (a[0] === b[0]) return changes(a.slice(1), b.slice(1));
  const all = [changes(a.slice(1), b), changes(a, b.slice(1)), changes(a.slice(1), b.slice(1))];
  if (a.length > 1 && a[0] === b[1] && a[1] === b[0]) all.push(changes(a.slice(2), b.slice(2)));
  return 1 + Math.min(...all);
}

describe('near spellings', () => {
  const near = (word: string, words: readonly string[], max: number): string[] =>
    nearSpellings(word, [listOf(words)], max).map((one) => one.word);

  it('have one letter less, more, wrong, or two swapped', () => {
    const words = ['request', 'requests', 'reques', 'requset', 'reqxest', 'response', 'require'];
    assert.deepEqual(near('request', words, 1), ['request', 'requests', 'reques', 'requset', 'reqxest']);
  });

  it('count swapped and double letters less than others, and wrong letters more', () => {
    const found = nearSpellings('progess', [listOf(['process', 'progress', 'proegss', 'proggess'])], 1);
    const distances = Object.fromEntries(found.map(({ word, distance }) => [word, distance]));
    assert.deepEqual(distances, { process: 1.3, progress: 1, proegss: 0.8, proggess: 0.8 });
  });

  it('are exactly those within the number of changes', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 3, maxLength: 7 });
    fc.assert(
      fc.property(word, fc.uniqueArray(word, { maxLength: 30 }), fc.constantFrom(1, 2), (typed, words, max) => {
        const expected = words.filter((one) => changes(typed, one) <= max);
        assert.deepEqual(near(typed, words, max), expected);
      }),
      { numRuns: runs(100) },
    );
  });
});
