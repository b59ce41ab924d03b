/** Answers for models: whole chunks fill a budget, best first, then parents; nothing is split, and the budget is never exceeded. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { answerText } from '../../../../src/engine/answers/answer-text';
import { fencedCode, fencedTitle, plainPlace } from '../../../../src/engine/answers/code-blocks';
import { packHits } from '../../../../src/engine/answers/pack-hits';
import type { Hit } from '../../../../src/search/hits/hit';
import { queryProblem } from '../../../../src/search/query/query-problem';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { runs } from '../../random-runs';

const counter = tokenCounter('o200k_base');
const count = (text: string): number => counter.count(text);
const options = { place: plainPlace, ids: true, count, notices: [] };

function hit(at: number, text: string, parentText?: string): Hit {
  const path = `src/file${at}.ts`;
  return {
    ...{ id: String(at).padStart(16, '0'), path, root: '/root', startLine: 10, endLine: 20, score: 1 / (at + 1) },
    ...{
      name: `name${at}`,
      symbol: `name${at}`,
      line: 10,
      spans: [[10, 20]],
      kind: 'function',
      language: 'typescript',
      scope: [],
      text,
      why: [],
    },
    ...(parentText !== undefined && {
      parent: { id: 'outer', path, startLine: 1, endLine: 50, name: 'Outer', kind: 'class', text: parentText },
    }),
  };
}

const codeOf = (words: readonly string[]): string => words.map((word) => `  use(${JSON.stringify(word)});`).join('\n');
const code = fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 40 }).map(codeOf);
const hits = fc
  .array(fc.record({ text: code, before: fc.option(code, { nil: undefined }) }), { minLength: 1, maxLength: 8 })
  .map((all) =>
    all.map(({ text, before }, i) => hit(i, text, before === undefined ? undefined : `${before}\n${text}`)),
  );

describe('a budget of tokens', () => {
  it('is never exceeded, and every shown chunk is complete', async () => {
    await fc.assert(
      fc.asyncProperty(hits, fc.integer({ min: 20, max: 3000 }), async (found, budget) => {
        const packed = await packHits(found, { ...options, budget });
        assert.equal(packed.tokens, count(packed.text));
        assert.deepEqual(
          packed.hits.map((one) => one.hit),
          found,
        );
        if (packed.hits.some(({ shown }) => shown !== 'none')) assert.ok(packed.tokens <= budget);
        for (const { hit: one, shown } of packed.hits) {
          const text = shown === 'parent' ? one.parent?.text : shown === 'chunk' ? one.text : undefined;
          if (text !== undefined) assert.ok(packed.text.includes(fencedCode(text, one.language)));
        }
      }),
      { numRuns: runs(25) },
    );
  });

  it('includes the note about a chunk, and counts it', async () => {
    const found = { ...hit(0, 'first();'), note: '[Context] It opens the door.\nKeywords: gate' };
    const { text, tokens } = await packHits([found], { ...options, budget: 500 });
    assert.ok(
      text.includes(`\n[Context] It opens the door. Keywords: gate\n${fencedCode('first();', 'typescript')}`),
      text,
    );
    assert.equal(tokens, count(text));
  });

  it('goes to the chunks of all hits before any parent', async () => {
    const long = codeOf(Array.from({ length: 60 }, (_, i) => `line ${i}`));
    const found = [hit(0, 'first();', `${long}\nfirst();`), hit(1, 'second();', `${long}\nsecond();`)];
    const all = await packHits(found, { ...options, budget: 10_000 });
    assert.deepEqual(
      all.hits.map(({ shown }) => shown),
      ['parent', 'parent'],
    );
    const one = await packHits(found, { ...options, budget: all.tokens - 10 });
    assert.deepEqual(
      one.hits.map(({ shown }) => shown),
      ['parent', 'chunk'],
    );
    const none = await packHits(found, { ...options, budget: 120 });
    assert.deepEqual(
      none.hits.map(({ shown }) => shown),
      ['chunk', 'chunk'],
    );
  });

  it('lists a chunk that does not fit by its place, and still takes a smaller one', async () => {
    const long = codeOf(Array.from({ length: 200 }, (_, i) => `line ${i}`));
    const packed = await packHits([hit(0, long), hit(1, 'small();')], { ...options, budget: 200 });
    assert.deepEqual(
      packed.hits.map(({ shown }) => shown),
      ['place', 'chunk'],
    );
    assert.ok(packed.text.includes('- src/file0.ts:10-20'));
    assert.ok(!packed.text.includes('line 0'));
  });

  it('gives the best place if it is too small for any chunk', async () => {
    const long = codeOf(Array.from({ length: 200 }, (_, i) => `line ${i}`));
    const answer = { hits: [hit(0, long)], problems: [], notices: [] };
    const { text, tokens } = await answerText(answer, { ...options, budget: 60, advice: '' });
    assert.match(text, /too small/);
    assert.match(text, /src\/file0\.ts:10-20/);
    assert.ok(tokens <= 60);
  });

  it('is counted with the counter of the model, which may be asynchronous', async () => {
    const slow = async (text: string): Promise<number> => text.length;
    const packed = await packHits([hit(0, 'a();'), hit(1, 'b();')], { ...options, count: slow, budget: 100 });
    assert.ok(packed.text.length <= 100);
  });
});

describe('an answer without hits', () => {
  it('says so, with the problems of the query and what to do', async () => {
    const problems = [queryProblem({ is: 'no-language', value: 'pyton', near: 'python' }, 0, 5)];
    const { text } = await answerText(
      { hits: [], problems, notices: ['n'] },
      { ...options, budget: 500, advice: 'Try.' },
    );
    assert.equal(text, 'Note: no language "pyton"; did you mean python?\nNote: n\nNothing was found. Try.');
  });
});

describe('code for models', () => {
  it('is fenced so that nothing in it closes the fence', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('`', '``', '```', '````', 'a', '\n')), (parts) => {
        const [first = '', ...rest] = fencedCode(parts.join(''), 'markdown').split('\n');
        const fence = /^`+/.exec(first)?.[0] ?? '';
        assert.equal(rest.filter((line) => line.includes(fence)).length, 1);
      }),
    );
  });

  it('is titled with the nearest scope', () => {
    assert.equal(
      fencedTitle({ kind: 'method', name: 'match', scope: ['org.example', 'Router'] }),
      'method Router.match',
    );
    assert.equal(fencedTitle({ kind: 'imports', name: '' }), 'imports');
  });

  it('has places on one line, whatever the file name is', () => {
    assert.equal(plainPlace({ path: 'a\nb.ts', startLine: 3, endLine: 3 }), 'a?b.ts:3');
  });
});
