import assert from 'node:assert/strict';
import { addMessageBonus } from '../../../../src/search/hits/make-hits';
import { questionParts } from '../../../../src/search/query/question-parts';
import type { Candidate } from '../../../../src/search/rank/candidate';
import type { Ranked } from '../../../../src/search/rank/rank';
import { defaultWeights } from '../../../../src/search/rank-weights';

const issue = 'The cart is broken\n\nIt says "cannot merge item 7 into the cart" again.';

function candidate(path: string): Candidate {
  const chunk = {
    id: path,
    path,
    language: 'typescript',
    kind: 'function',
    name: 'f',
    scope: [],
    symbols: [],
    startLine: 1,
    endLine: 1,
    parent: undefined,
  };
  return { chunk, file: path, words: 1, vector: 1, mtimeMs: 0, uses: 0, isOlder: false };
}

async function order(query: string, texts: readonly string[], weights = defaultWeights): Promise<Ranked<Candidate>[]> {
  const ranked = texts.map((_, i) => ({ candidate: candidate(`${i}.ts`), score: 1 - i / 100, why: [] }));
  const textOf = async ({ chunk }: Candidate) => texts[Number.parseInt(chunk.path, 10)] ?? '';
  return [...(await addMessageBonus(ranked, { parts: questionParts(query) }, textOf, weights))];
}

const paths = (ranked: readonly Ranked<Candidate>[]) => ranked.map((one) => one.candidate.chunk.path);

describe('the message of a pasted text', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template literal is source text here
  const literal = 'throw new Error(`cannot merge item ${id} into the cart`)';

  it('moves the chunk that has it as a literal up, and says so', async () => {
    const ranked = await order(issue, ['merge(item)', 'cart.items', literal]);
    assert.deepEqual(paths(ranked), ['2.ts', '0.ts', '1.ts']);
    assert.deepEqual(
      ranked[0]?.why.map(({ signal }) => signal),
      ['message'],
    );
  });

  it('changes nothing if many chunks have it', async () => {
    assert.deepEqual(paths(await order(issue, ['x', ...Array(6).fill(literal)])).slice(0, 1), ['0.ts']);
  });

  it('changes nothing for a typed query, without a message, and if it is off', async () => {
    const texts = ['merge(item)', literal];
    assert.deepEqual(paths(await order('cannot merge item into the cart', texts)), ['0.ts', '1.ts']);
    assert.deepEqual(paths(await order('The cart\n\nis broken', texts)), ['0.ts', '1.ts']);
    assert.deepEqual(paths(await order(issue, texts, { ...defaultWeights, message: 0 })), ['0.ts', '1.ts']);
  });
});
