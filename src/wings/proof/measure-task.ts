/**
 * Measures the ways of reading on one task. A tool with a token budget is called once for each budget, as an agent chooses it before the
 * call; how many tokens it takes until something is found is counted in the answer with the largest budget, from the top. The others
 * read on until the limit.
 */
import type { MeasuredTask } from './measured-task';
import type { ReadState } from './read-state';
import { type AskWithin, readPack, readSearch } from './readers/codegrain-readers';
import { grepAndRead } from './readers/grep-reader';
import { readWholeFiles } from './readers/whole-file-reader';
import { readAnswers, type ToolAnswer } from './reading';
import { type FoundShare, type ReadingScore, scoreReading, shareWithin } from './reading-score';

/** `pack`, `search_code` in spans and in whole chunks, grep and reading around matches, whole files. */
export const readingMethods = ['pack', 'spans', 'chunks', 'grep', 'files'] as const;
export type ReadingMethod = (typeof readingMethods)[number];

export interface MethodResult extends ReadingScore {
  /** By budget, in the order of the budgets. */
  readonly shares: readonly FoundShare[];
  readonly milliseconds: number;
}

export type TaskResult = Readonly<Partial<Record<ReadingMethod, MethodResult>>>;

type Measure = (
  task: MeasuredTask,
  state: ReadState,
  budgets: readonly number[],
) => MethodResult | Promise<MethodResult>;

const measures: Readonly<Record<ReadingMethod, Measure>> = {
  pack: byBudget(readPack),
  spans: byBudget((text, state) => readSearch(text, 'spans', state)),
  chunks: byBudget((text, state) => readSearch(text, 'chunks', state)),
  grep: byReadingOn(grepAndRead),
  files: byReadingOn(readWholeFiles),
};

/** @param budgets ascending; the last one is the limit. */
export async function measureTask(
  task: MeasuredTask,
  state: ReadState,
  budgets: readonly number[],
  methods: readonly ReadingMethod[] = readingMethods,
): Promise<TaskResult> {
  const results: Partial<Record<ReadingMethod, MethodResult>> = {};
  for (const method of methods) results[method] = await measures[method](task, state, budgets);
  return results;
}

function byBudget(askFor: (text: string, state: ReadState) => AskWithin): Measure {
  return async (task, state, budgets) => {
    const ask = askFor(task.text, state);
    const limit = budgets.at(-1) ?? 0;
    // Later answers are quicker: they are made from the same hits.
    const started = performance.now();
    const answer = await ask(limit);
    const milliseconds = performance.now() - started;
    const shares: FoundShare[] = [];
    for (const budget of budgets) {
      const reading = readAnswers([await ask(budget)], budget, state.count);
      shares.push(shareWithin(task, reading, budget));
    }
    return { ...scoreReading(task, readAnswers([answer], limit, state.count)), shares, milliseconds };
  };
}

function byReadingOn(answersTo: (text: string, tree: ReadState['tree']) => Iterable<ToolAnswer>): Measure {
  return (task, { tree, count }, budgets) => {
    const started = performance.now();
    const reading = readAnswers(answersTo(task.text, tree), budgets.at(-1) ?? 0, count);
    const milliseconds = performance.now() - started;
    const shares = budgets.map((budget) => shareWithin(task, reading, budget));
    return { ...scoreReading(task, reading), shares, milliseconds };
  };
}
