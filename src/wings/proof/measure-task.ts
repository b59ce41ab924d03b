/**
 * Measures the ways of reading on one task. A tool with a token budget is called once for each budget, as an agent chooses it before the
 * call; how many tokens it takes until something is found is counted in the answer with the largest budget, from the top. The others
 * read on until the limit.
 */

import type { IndexProgress } from '../../engine/indexer/index-result';
import type { Span } from '../../search/hits/spans';
import type { ToolState } from './agent-loop/agent-tools';
import type { FileTree, ReadState } from './file-tree';
import { FolderStates } from './folder-states';
import { type ChangedLines, goldPlaces, type MeasuredTask } from './measured-task';
import { type AskWithin, readPack, readSearch } from './readers/codegrain-readers';
import { grepAndRead, readWholeFiles } from './readers/plain-readers';
import { type FoundShare, type ReadingScore, readAnswers, scoreReading, shareWithin, type ToolAnswer } from './reading';
import type { StatedTask } from './tasks/commit-tasks';
import type { GitHistory } from './tasks/git-history';

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

export interface MeasuredFolder {
  readonly measured: readonly { readonly task: MeasuredTask; readonly results: TaskResult }[];
  /** Tasks none of whose files is indexed at that state. */
  readonly unindexed: readonly StatedTask[];
  /** Files of commits that the clone does not have. */
  readonly missing: number;
}

interface MeasureOptions {
  readonly budgets: readonly number[];
  readonly onMessage: (message: string) => void;
  readonly onProgress: (done: number, of: number, indexing?: IndexProgress) => void;
  /** Called for each measured task, at its state. */
  readonly also?: ((stated: StatedTask, task: MeasuredTask, state: ToolState) => Promise<void>) | undefined;
}

/** What a commit stores instead of a file that is kept elsewhere. */
const largeFilePointer = 'version https://git-lfs.github.com/spec/';

export async function measureFolder(
  folder: string,
  tasks: readonly StatedTask[],
  history: GitHistory | undefined,
  { budgets, onMessage, onProgress, also }: MeasureOptions,
): Promise<MeasuredFolder> {
  let done = 0;
  const states = new FolderStates(folder, history, {
    onMessage,
    onProgress: (progress) => onProgress(done, tasks.length, progress),
  });
  const measured: { task: MeasuredTask; results: TaskResult }[] = [];
  const unindexed: StatedTask[] = [];
  try {
    for (const stated of tasks) {
      onProgress(done, tasks.length);
      const state = await states.at(stated.commit);
      const changed = stated.changed.flatMap((each) => linesInTree(each, state.tree));
      const { id, text } = stated;
      const task = { id, text, places: goldPlaces(changed, state.definitionsOf) };
      if (changed.length === 0) unindexed.push(stated);
      else {
        measured.push({ task, results: await measureTask(task, state, budgets) });
        await also?.(stated, task, state);
      }
      done++;
    }
    return { measured, unindexed, missing: states.missing };
  } finally {
    await states.close();
  }
}

/** Nothing if the file is not there or is no text; lines that it does not have are left out. */
function linesInTree({ path, spans }: ChangedLines, tree: FileTree): ChangedLines[] {
  const text = tree.text(path);
  if (text === undefined || text.startsWith(largeFilePointer)) return [];
  const count = tree.lines(path).length;
  const inside = spans.flatMap(([start, end]): Span[] => (start <= count ? [[start, Math.min(end, count)]] : []));
  return inside.length > 0 || spans.length === 0 ? [{ path, spans: inside }] : [];
}
