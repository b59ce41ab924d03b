import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseQuery } from '../../../../src/search/query/query';
import { pastedTerms, reduceTerms, searchedTerms } from '../../../../src/search/query/query-terms';
import { partWeights, pastedTermLimits } from '../../../../src/search/rank-weights';

const noParts = { title: '', prose: '', code: '', output: '' };

function weightsOf(parts: Partial<typeof noParts>): Record<string, number> {
  return Object.fromEntries(pastedTerms({ ...noParts, ...parts }).map(({ term, weight }) => [term, weight]));
}

describe('the terms of a pasted text', () => {
  it('count by the part that they are in', () => {
    const weights = weightsOf({ title: 'cart', prose: 'basket', code: 'shelf', output: 'wagon' });
    const { title, prose, code, output } = partWeights;
    assert.deepEqual(weights, { cart: title, basket: prose, shelf: code, wagon: output });
    assert.ok(title > prose && prose > code && code > output);
  });

  it('count by the best part', () => {
    assert.ok((weightsOf({ title: 'cart', output: 'cart' }).cart ?? 0) >= partWeights.title);
  });

  it('count more if they are repeated, each time less', () => {
    const [once = 0, twice = 0, often = 0] = [1, 2, 100].map((n) => weightsOf({ prose: 'cart '.repeat(n) }).cart);
    assert.ok(once < twice && twice < often && often < 3 * once);
  });
});

describe('reduced terms', () => {
  const terms = ['cart', 'the', 'missing', 'basket'].map((term, i) => ({ term, weight: 1 + i / 10 }));
  const rarity = new Map([
    ['cart', 5],
    ['the', 0.1],
    ['basket', 4],
  ]);
  const rarityOf = (term: string) => rarity.get(term) ?? 0;

  it('are the rare ones that the index has, in the order of the text', () => {
    assert.deepEqual(
      reduceTerms(terms, rarityOf, 2).map(({ term }) => term),
      ['cart', 'basket'],
    );
  });

  it('are all terms if there are few', () => {
    assert.equal(reduceTerms(terms, rarityOf, 4), terms);
  });

  it('keep a word of the title before a rarer word of a log', () => {
    const both = [
      { term: 'basket', weight: partWeights.title },
      { term: 'cart', weight: partWeights.output },
    ];
    assert.deepEqual(reduceTerms(both, rarityOf, 1), both.slice(0, 1));
  });

  it('are never more than asked for, and each is one of the terms', () => {
    const term = fc.record({ term: fc.string(), weight: fc.double({ min: 0, max: 3, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(term), fc.nat(20), (all, max) => {
        const reduced = reduceTerms(all, ({ length }) => length, max);
        assert.ok(reduced.length <= Math.max(max, 0) || all.length <= max);
        assert.ok(reduced.every((one) => all.includes(one)));
      }),
    );
  });

  it('of a long issue are few, of a typed query all', () => {
    const words = Array.from({ length: 3000 }, (_, i) => `word${i.toString(36).replaceAll(/\d/g, 'x')}q`).join(' ');
    const { query } = parseQuery(`The cart is empty\n\n${words}`);
    const searched = searchedTerms(query, ({ length }) => length);
    assert.equal(searched.length, pastedTermLimits.used);
    assert.ok(searched.some(({ term }) => term === 'cart'));
    const typed = parseQuery('why is the cart empty').query;
    assert.equal(
      searchedTerms(typed, () => 0),
      typed.lexical.terms,
    );
  });
});
