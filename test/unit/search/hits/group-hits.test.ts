/** Hits grouped by file. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { groupHits, type Hit, hitKey } from '../../../../src/search/hits/hit';

const hit = (path: string, score: number, id = `${path} ${score}`, root = '/w'): Hit => ({
  id,
  root,
  path,
  score,
  startLine: 1,
  endLine: 2,
  name: id,
  symbol: id,
  line: 1,
  spans: [],
  kind: 'function',
  language: 'typescript',
  scope: [],
  text: '',
  why: [],
});

describe('hits grouped by file', () => {
  it('are ordered by the best hit of each file, and within a file the best comes first', () => {
    const groups = groupHits([hit('b.ts', 0.5), hit('a.ts', 0.9), hit('b.ts', 1), hit('a.ts', 0.95)]);
    assert.deepEqual(
      groups.map(({ path, hits }) => [path, ...hits.map(({ score }) => score)]),
      [
        ['b.ts', 1, 0.5],
        ['a.ts', 0.95, 0.9],
      ],
    );
  });

  it('are separate for files with the same path in two folders', () => {
    const groups = groupHits([hit('a.ts', 1, 'x', '/one'), hit('a.ts', 1, 'x', '/two')]);
    assert.equal(groups.length, 2);
    assert.notEqual(groups[0]?.hits.map(hitKey)[0], groups[1]?.hits.map(hitKey)[0]);
  });

  it('are complete, without duplicates', () => {
    const hits = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.double({ min: 0, max: 3, noNaN: true }), fc.uuid()),
    );
    fc.assert(
      fc.property(hits, (all) => {
        const made = all.map(([path, score, id]) => hit(path, score, id));
        const grouped = groupHits(made).flatMap((group) => group.hits.map(hitKey));
        assert.deepEqual(grouped.sort(), made.map(hitKey).sort());
      }),
    );
  });
});
