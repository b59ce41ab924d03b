/** Answers for models in spans: the best hits whole, some lines of others, and what is left out, within a budget. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { answerText, hitsToAsk } from '../../../../src/engine/answers/answer-text';
import { fencedCode, plainPlace } from '../../../../src/engine/answers/code-blocks';
import { packSpans } from '../../../../src/engine/answers/fit-spans';
import type { Hit } from '../../../../src/search/hits/hit';
import { spanText } from '../../../../src/search/hits/spans';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { runs } from '../../random-runs';

const counter = tokenCounter('o200k_base');
const count = (text: string): number => counter.count(text);
const options = { place: plainPlace, ids: true, count, notices: [], readMore: 'get_chunk with the id' };

function hit(at: number, lines: number): Hit {
  const text = Array.from({ length: lines }, (_, line) => `  use(${line}, 'file ${at}');\n`).join('');
  return {
    ...{ id: String(at).padStart(16, '0'), path: `src/file${at}.ts`, root: '/root', startLine: 10, endLine: 9 + lines },
    ...{ score: 1 / (at + 1), name: `name${at}`, symbol: `name${at}`, line: 10, spans: [[10, 10]], scope: [], why: [] },
    ...{ kind: 'function', language: 'typescript', text, bestLines: Array.from({ length: lines }, (_, i) => 10 + i) },
  };
}

describe('an answer in spans', () => {
  it('never exceeds its budget, and has the text of every hit that it shows', async () => {
    const hits = fc
      .array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 })
      .map((sizes) => sizes.map((lines, at) => hit(at, lines)));
    await fc.assert(
      fc.asyncProperty(hits, fc.integer({ min: 100, max: 3000 }), async (found, budget) => {
        const packed = await packSpans(found, { ...options, budget });
        assert.equal(packed.tokens, count(packed.text));
        assert.ok(packed.tokens <= budget, `${packed.tokens} of ${budget}`);
        assert.deepEqual(
          packed.hits.map((one) => one.hit),
          found,
        );
        for (const { hit: one, shown, spans } of packed.hits) {
          const text = shown === 'spans' && spans ? spanText(one, spans) : shown === 'chunk' ? one.text : undefined;
          if (text !== undefined) assert.ok(packed.text.includes(fencedCode(text, one.language)));
        }
        const none = packed.hits.filter(({ shown }) => shown === 'none').length;
        assert.equal(packed.text.includes(`Not shown: ${none} more`), none > 0);
      }),
      { numRuns: runs(25) },
    );
  });

  it('shows the best hit whole, and the shown lines of others in their headings', async () => {
    const { text, hits } = await packSpans([hit(0, 20), hit(1, 60)], { ...options, budget: 500 });
    assert.deepEqual(
      hits.map(({ shown }) => shown),
      ['chunk', 'spans'],
    );
    assert.match(text, /^## src\/file0\.ts:10-29 · function name0 · id 0{16}\n```/);
    assert.match(text, /\n## src\/file1\.ts:10-69 · function name1 · id 0{15}1 · lines 10-\d\d\n```/);
    assert.match(text, /\n\nLines left out: get_chunk with the id returns all\.$/);
  });

  it('has no more to say if everything fits', async () => {
    const { text } = await packSpans([hit(0, 3)], { ...options, budget: 500 });
    assert.ok(text.endsWith('```'));
  });

  it('is asked for with further places of the files, and whole chunks with their parents', () => {
    assert.deepEqual(hitsToAsk(undefined, true), { limit: 20, further: 20, byChunk: true, parents: false });
    assert.deepEqual(hitsToAsk(5, true), { limit: 5, byChunk: true, parents: false });
    assert.deepEqual(hitsToAsk(undefined, false), { limit: 10, byChunk: true, parents: true });
  });

  it('names the best place if the budget is too small for any line', async () => {
    const answer = { hits: [hit(0, 20)], problems: [], notices: [] };
    const { text, tokens } = await answerText(answer, { ...options, budget: 40, advice: '' });
    assert.match(text, /src\/file0\.ts:10-29/);
    assert.ok(tokens <= 40, `${tokens}: ${text}`);
  });
});
