/**
 * What a token budget returns: of file questions the share of the files that answer, of issues the share of the changed lines. In whole
 * chunks, best first until the budget is full, and in spans, as `codegrain search --spans --budget` fills it.
 */

import { hitsForBudget } from '../../src/engine/answers/fit-spans';
import { counterOrApproximate } from '../../src/tokens/token-counter';
import type { Asked, SetName } from './question-sets';
import type { Snapshots } from './snapshots';
import { chunksWithin, fileRecall, lineRecall, type Returned, spansWithinBudget } from './span-recall';
import { visitQuestions } from './visit-questions';

export const budgets = [500, 1000, 2000, 4000] as const;
export type Budget = (typeof budgets)[number];
/** What counts as found: target files, or target lines. */
export const recalled: Readonly<Partial<Record<SetName, 'files' | 'lines'>>> = {
  files: 'files',
  issues: 'lines',
  'python-issues': 'lines',
  lines: 'lines',
};
export type Returning = 'spans' | 'chunks';

/** One question; recall by budget. */
export interface TokenRecall {
  readonly asked: Asked;
  readonly recall: Readonly<Record<Returning, readonly number[]>>;
}

/** Hits that whole chunks are taken from: more than the largest budget has room for. */
const chunkHits = 30;

export async function measureTokens(questions: readonly Asked[], snapshots: Snapshots): Promise<TokenRecall[]> {
  const counter = counterOrApproximate('o200k_base', (message) => process.stderr.write(`${message}\n`));
  const counted = new Map<string, number>();
  const count = (text: string): number => {
    const tokens = counted.get(text) ?? counter.count(text);
    counted.set(text, tokens);
    return tokens;
  };
  const measured: TokenRecall[] = [];
  const asked = questions.filter(({ set }) => recalled[set] !== undefined);
  await visitQuestions('token budgets', asked, snapshots, async (one, searcher) => {
    const recall = (returned: readonly Returned[]): number =>
      recalled[one.set] === 'files' ? fileRecall(returned, one.targets) : lineRecall(returned, one.targets);
    const whole = await searcher.search(one.text, { limit: chunkHits, parents: false });
    const answer = await searcher.search(one.text, { ...hitsForBudget, parents: false });
    const spans: number[] = [];
    for (const budget of budgets) spans.push(recall(await spansWithinBudget(answer.hits, budget, count)));
    const chunks = budgets.map((budget) => recall(chunksWithin(whole.hits, budget, count)));
    measured.push({ asked: one, recall: { spans, chunks } });
    counted.clear();
  });
  return measured;
}

/** Means by budget. Questions whose lines are not known do not count. */
export function meanRecall(measured: readonly TokenRecall[], set: SetName, returning: Returning): number[] {
  const own = measured.filter(({ asked }) => asked.set === set);
  return budgets.map((_, i) => {
    const values = own.map(({ recall }) => recall[returning][i] ?? Number.NaN).filter((value) => !Number.isNaN(value));
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  });
}
