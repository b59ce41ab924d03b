/** The terms of a query in lines of code. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitWord } from '../../../../src/index/terms/split-word';
import { irregularStems } from '../../../../src/index/terms/stem';
import { LineTerms } from '../../../../src/search/hits/line-terms';
import { runs } from '../../random-runs';

function termsOf(word: string): string[] {
  const { whole, parts } = splitWord(word);
  return whole === undefined ? [...parts] : [whole, ...parts];
}

function found(terms: readonly string[], line: string): string[] {
  return new LineTerms(new Set(terms)).in(line);
}

/** Words as English makes them, so that stems differ from them. */
const piece = fc
  .tuple(
    fc.oneof(
      fc.string({ unit: fc.constantFrom(...'abeilmnrstuxyz'), minLength: 1, maxLength: 6 }),
      fc.nat().map(String),
    ),
    fc.constantFrom('', 's', 'es', 'ies', 'ed', 'ied', 'ing', 'e', 'y', 'ting', '2'),
  )
  .map(([begin, end]) => begin + end);
const name = fc
  .array(
    piece.chain((text) => fc.constantFrom(text, text.toUpperCase(), text.charAt(0).toUpperCase() + text.slice(1))),
    { minLength: 1, maxLength: 4 },
  )
  .chain((pieces) => fc.constantFrom(pieces.join(''), pieces.join('_'), `$${pieces.join('__')}`));

describe('the terms of a query in a line', () => {
  it('are found in each of their forms', () => {
    assert.deepEqual(found(['pars', 'header'], 'for (h of parseHTTPHeaders(PARSED)) x'), ['pars', 'header', 'pars']);
    assert.deepEqual(found(['use', 'index'], 'using(indices)'), ['use', 'index']);
  });

  it('may have their letters apart in a name', () => {
    assert.deepEqual(found(['filename'], 'char *FILE_NAME = f_ilename;'), ['filename', 'filename']);
  });

  it('are found in other scripts', () => {
    assert.deepEqual(found(['gross', '設定'], 'Größe // 設定を読む'), ['gross', '設定']);
  });

  it('are those of its words, whatever the words are', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.nat({ max: 8 }), (names, chosen) => {
        const all = names.flatMap(termsOf);
        const terms = new Set([all[chosen % Math.max(1, all.length)] ?? 'x', 'other']);
        assert.deepEqual(
          new LineTerms(terms).in(`(${names.join(' + ')});`),
          all.filter((term) => terms.has(term)),
        );
      }),
      { numRuns: runs(600) },
    );
  });

  it('are found in words with irregular stems', () => {
    for (const [word, term] of irregularStems) assert.deepEqual(found([term], `x = ${word};`), [term], word);
  });
});
