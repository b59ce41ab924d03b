import assert from 'node:assert/strict';
import fc from 'fast-check';
import { meanOf, meansBy, ndcg, standardError } from '../../../../bench/code-search/score';

describe('nDCG@10 of returned chunks', () => {
  it('is 1 if the target files come first, in any order', () => {
    assert.equal(ndcg(['a', 'b'], ['b', 'a', 'c']), 1);
  });

  it('is 0 if no target is returned, or nothing is returned', () => {
    assert.equal(ndcg(['a'], ['b', 'c']), 0);
    assert.equal(ndcg(['a'], []), 0);
  });

  it('gives a file the rank of its first chunk; more chunks of the file use up ranks', () => {
    assert.equal(ndcg(['a'], ['b', 'b', 'a', 'a']), 1 / Math.log2(4));
    assert.ok(ndcg(['a', 'c'], ['a', 'a', 'c']) < ndcg(['a', 'c'], ['a', 'c', 'a']));
  });

  it('ignores chunks after the tenth', () => {
    const others = Array.from({ length: 10 }, (_, i) => `other ${i}`);
    assert.equal(ndcg(['a'], [...others, 'a']), 0);
    assert.equal(ndcg(['a'], [...others.slice(1), 'a']), 1 / Math.log2(11));
  });

  it('can be 1 if there are more than ten targets', () => {
    const targets = Array.from({ length: 12 }, (_, i) => `file ${i}`);
    assert.equal(ndcg(targets, targets.slice(0, 10)), 1);
  });

  it('is between 0 and 1, and above 0 if a target comes first', () => {
    const file = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.array(file, { minLength: 1 }), fc.array(file, { maxLength: 14 }), (targets, paths) => {
        const score = ndcg(targets, paths);
        assert.ok(score >= 0 && score <= 1 + 1e-12);
        assert.ok(ndcg(targets, [targets[0] ?? '', ...paths.slice(0, 9)]) > 0);
      }),
    );
  });
});

describe('means of scores', () => {
  const scored = [
    { repository: 'r', language: 'go', category: 'symbol', score: 1 },
    { repository: 'r', language: 'go', category: 'semantic', score: 0 },
    { repository: 's', language: 'c', category: 'semantic', score: 0.8 },
  ];

  it('give every question the same weight', () => {
    assert.ok(Math.abs(meanOf(scored) - 0.6) < 1e-12);
  });

  it('are computed by language, category and repository, with the number of questions', () => {
    assert.deepEqual(
      [...meansBy(scored, 'language')],
      [
        ['go', { mean: 0.5, count: 2 }],
        ['c', { mean: 0.8, count: 1 }],
      ],
    );
    assert.deepEqual([...meansBy(scored, 'category').keys()], ['symbol', 'semantic']);
    assert.deepEqual(meansBy(scored, 'repository').get('s'), { mean: 0.8, count: 1 });
  });

  it('have a standard error of 0 if all scores are equal', () => {
    assert.equal(standardError(scored.map((one) => ({ ...one, score: 0.5 }))), 0);
  });
});
