import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mixScores } from '../../../../src/search/rank/score-scale';

const score = fc.float({ min: 0, max: 100, noNaN: true });
const scores = fc.array(score, { minLength: 1, maxLength: 40 });
const share = fc.float({ min: Math.fround(0.05), max: Math.fround(0.95), noNaN: true });

describe('the mix of words and vectors', () => {
  it('keeps the order of one side if the other has equal scores', () => {
    fc.assert(
      fc.property(scores, score, share, fc.boolean(), (telling, constant, vectorShare, isWords) => {
        const silent = telling.map(() => constant);
        const mixed = isWords ? mixScores(telling, silent, vectorShare) : mixScores(silent, telling, vectorShare);
        const total = mixed.map(({ words, vector }) => words + vector);
        for (let i = 0; i < telling.length; i++) {
          for (let j = 0; j < telling.length; j++) {
            if ((telling[i] ?? 0) >= (telling[j] ?? 0)) assert.ok((total[i] ?? 0) >= (total[j] ?? 0));
          }
        }
      }),
    );
  });

  it('does not depend on the order of the candidates, to the last bit', () => {
    const pairs = fc.array(fc.tuple(score, score), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(pairs, share, (some, vectorShare) => {
        const mixed = (all: readonly (readonly [number, number])[]): string[] =>
          mixScores(
            all.map(([words]) => words),
            all.map(([, vector]) => vector),
            vectorShare,
          ).map(({ words, vector }) => `${words} ${vector}`);
        assert.deepEqual(mixed(some.toReversed()).reverse(), mixed(some));
      }),
    );
  });

  it('gives the best candidate 1 and none less than 0, unless both sides have equal scores', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(score, score), { minLength: 1, maxLength: 40 }), share, (pairs, vectorShare) => {
        const mixed = mixScores(
          pairs.map(([words]) => words),
          pairs.map(([, vector]) => vector),
          vectorShare,
        );
        const total = mixed.map(({ words, vector }) => words + vector);
        assert.ok(mixed.every(({ words, vector }) => words >= 0 && vector >= 0));
        const best = Math.max(...total);
        assert.ok(best === 0 || Math.abs(best - 1) < 1e-9);
      }),
    );
  });

  it('never prefers a candidate that is worse on both sides', () => {
    const pairs = fc.array(fc.tuple(score, score), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(pairs, share, (all, vectorShare) => {
        const mixed = mixScores(
          all.map(([words]) => words),
          all.map(([, vector]) => vector),
          vectorShare,
        );
        const total = mixed.map(({ words, vector }) => words + vector);
        all.forEach(([words, vector], i) => {
          all.forEach(([otherWords, otherVector], j) => {
            if (words >= otherWords && vector >= otherVector) assert.ok((total[i] ?? 0) >= (total[j] ?? 0) - 1e-9);
          });
        });
      }),
    );
  });

  it('keeps two candidates together that are equally far above 0', () => {
    const [first, second] = mixScores([10, 9.9], [0.5, 0.49], 0.5).map(({ words, vector }) => words + vector);
    assert.equal(first, 1);
    assert.ok((second ?? 0) > 0.9);
  });

  it('returns nothing for no candidates', () => {
    assert.deepEqual(mixScores([], [], 0.5), []);
  });
});
