/** A token budget is shared out among hits: a few lines of every file first, then the best chunks whole. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fitSpans } from '../../../../src/engine/answers/fit-spans';
import type { Hit } from '../../../../src/search/hits/hit';
import { spanText } from '../../../../src/search/hits/spans';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { runs } from '../../random-runs';

const counter = tokenCounter('o200k_base');
const count = (text: string): number => counter.count(text);
const options = { count, textOf: spanText };

/** A chunk of calls; its best lines are its first ones. */
function hit(path: string, score: number, lines: number, repeat = 0): Hit {
  const text = Array.from({ length: lines }, (_, at) => `  call${at}(${JSON.stringify(path)}, ${score});\n`).join('');
  const bestLines = Array.from({ length: lines }, (_, at) => 10 + at);
  return {
    ...{ id: `${path}${score}`, path, root: '/root', startLine: 10, endLine: 9 + lines, score, name: 'n', symbol: 'n' },
    ...{ line: 10, spans: [[10, 10]], bestLines, kind: 'function', language: 'typescript', scope: [], text },
    why: [
      { signal: 'words', share: score + repeat },
      { signal: 'repeat', share: -repeat },
    ],
  };
}

const shownLines = ({ spans }: { spans: readonly (readonly [number, number])[] }): number =>
  spans.reduce((sum, [start, end]) => sum + end - start + 1, 0);

describe('a budget of tokens for spans', () => {
  it('is never exceeded, counts what is shown, and leaves nothing unnamed', async () => {
    const hits = fc
      .array(fc.record({ path: fc.constantFrom('a', 'b', 'c', 'd'), lines: fc.integer({ min: 0, max: 40 }) }), {
        maxLength: 12,
      })
      .map((all) => all.map(({ path, lines }, at) => hit(path, 1 / (at + 1), lines)));
    await fc.assert(
      fc.asyncProperty(hits, fc.integer({ min: 1, max: 3000 }), async (found, budget) => {
        const { fitted, leftOut } = await fitSpans(found, { ...options, budget });
        assert.ok(fitted.reduce((sum, { tokens }) => sum + tokens, 0) <= budget);
        for (const { hit: one, spans, text, tokens } of fitted) {
          assert.equal(text, spanText(one, spans));
          assert.equal(tokens, count(text));
        }
        const shown = new Set(fitted.map((one) => one.hit));
        assert.deepEqual(
          found.filter((one) => shown.has(one)),
          fitted.map((one) => one.hit),
        );
        assert.deepEqual(
          found.filter((one) => !shown.has(one)),
          leftOut,
        );
      }),
      { numRuns: runs(50) },
    );
  });

  it('shows a few lines of other files before all lines of the best one', async () => {
    const found = ['a', 'b', 'c', 'd'].map((path, at) => hit(path, 1 - at / 10, 100));
    const { fitted } = await fitSpans(found, { ...options, budget: 1200 });
    assert.deepEqual(
      fitted.map((one) => one.hit.path),
      ['a', 'b', 'c', 'd'].slice(0, fitted.length),
    );
    assert.ok(fitted.length >= 3);
    const [first = 0, second = 0] = fitted.map(shownLines);
    assert.ok(first > 3 * second, `${first} and ${second} lines`);
  });

  it('then shows whole chunks, where further chunks of a file count like its first', async () => {
    const found = [hit('a', 1, 20), hit('b', 0.8, 20), hit('a', 0.45, 20, 0.45)];
    const { fitted } = await fitSpans(found, { ...options, budget: 560 });
    const lines = new Map(fitted.map((one) => [one.hit.score, shownLines(one)]));
    assert.equal(lines.get(1), 20);
    assert.equal(lines.get(0.45), 20);
    assert.ok((lines.get(0.8) ?? 0) < 20);
  });

  it('cuts the last hit to its best lines', async () => {
    const { fitted, leftOut } = await fitSpans([hit('a', 1, 40)], { ...options, budget: 200 });
    const [one] = fitted;
    assert.ok(one && shownLines(one) > 5 && shownLines(one) < 40);
    assert.deepEqual(leftOut, []);
  });

  it('can be counted over the whole answer', async () => {
    const found = ['a', 'b', 'c'].map((path, at) => hit(path, 1 - at / 10, 10));
    const total = (fitted: readonly { tokens: number }[]): number =>
      fitted.reduce((sum, { tokens }) => sum + tokens + 20, 0);
    const { fitted } = await fitSpans(found, { ...options, budget: 150, total });
    assert.ok(fitted.length > 0 && total(fitted) <= 150);
  });
});
