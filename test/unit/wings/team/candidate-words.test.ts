import assert from 'node:assert/strict';
import { searchLimits, wordsQuery } from '../../../../src/wings/team/candidates/candidate-words';

describe('the chunks that a search by words reads', () => {
  const query = (rows: number, counts: Readonly<Record<string, number>>) =>
    wordsQuery(
      Object.entries(counts).map(([term, count]) => ({ term, rows: count })),
      rows,
      100,
      searchLimits,
    );

  it('are all that have one of the words, if they are few', () => {
    assert.deepEqual(query(10_000_000, { route: 300, parse: 19_000 }), { text: `'route' | 'parse'`, cap: undefined });
  });

  it('are those with a word that is not frequent, in a branch of some size', () => {
    const text = `'route' | 'parse'`;
    assert.deepEqual(query(60_000, { route: 300, the: 30_000, parse: 5000 }), { text, cap: undefined });
    assert.equal(query(60_000, { the: 30_000, a: 20_000 }).text, `'the' | 'a'`, 'there is no other word');
  });

  it('are, among millions, those with a rare word or with two of the others', () => {
    const { text, cap } = query(10_000_000, { request: 200_000, saffron: 40, route: 90_000, get: 1_500_000 });
    assert.equal(text, `'saffron' | ('route' & 'request')`);
    assert.equal(cap, undefined);
  });

  it('have three or more of the words if two are too frequent together', () => {
    const { text } = query(10_000_000, { get: 600_000, value: 500_000, name: 400_000 });
    assert.equal(text, `('name' & 'value' & 'get')`);
  });

  it('are limited in number if nothing else limits them', () => {
    assert.deepEqual(query(10_000_000, { get: 2_000_000 }), { text: `'get'`, cap: searchLimits.maxCounted });
  });
});
