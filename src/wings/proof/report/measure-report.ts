/** What was measured on a folder: one object that the table, the page and `--json` show. */
import type { LoopReport, LoopSummary } from '../agent-loop/agent-loops';
import { type MeasuredFolder, type MethodResult, type ReadingMethod, readingMethods } from '../measure-task';
import type { FoundShare, ReadingScore } from '../reading';

export interface MeasureReport {
  readonly folder: string;
  readonly date: string;
  readonly measured: MeasuredFolder['measured'];
  /** Ascending; shares are given for all of them. The last one is the limit. */
  readonly budgets: readonly number[];
  /** Those of the tables. */
  readonly shown: readonly number[];
  readonly limit: number;
  readonly methods: Readonly<Record<ReadingMethod, MethodSummary>>;
  /** What was left out, in words, with the number of commits or tasks. */
  readonly skipped: readonly (readonly [why: string, count: number])[];
  readonly notes: readonly string[];
  /** Runs of a model, if there were any. */
  readonly loops?: LoopReport | undefined;
}

/** The plot has more points than the tables have columns. */
const plotted = [250, 500, 1000, 1500, 2000, 3000, 4000, 6000, 8000];

export function plotBudgets(shown: readonly number[]): number[] {
  const limit = shown.at(-1) ?? 0;
  return [...new Set([...plotted.filter((budget) => budget < limit), ...shown])].sort((a, b) => a - b);
}

export function measureReport(
  measured: MeasuredFolder['measured'],
  rest: Omit<MeasureReport, 'measured' | 'limit' | 'methods'>,
): MeasureReport {
  const limit = rest.budgets.at(-1) ?? 0;
  const summaryOf = (method: ReadingMethod): MethodSummary =>
    summarize(
      measured.flatMap(({ results }) => results[method] ?? []),
      limit,
    );
  const methods = Object.fromEntries(readingMethods.map((method) => [method, summaryOf(method)]));
  return { ...rest, measured, limit, methods: methods as MeasureReport['methods'] };
}

/** In the order of `shown`. */
function atShown(values: readonly number[], { budgets, shown }: MeasureReport): number[] {
  return shown.map((budget) => values[budgets.indexOf(budget)] ?? Number.NaN);
}

/** The one sentence that matters; undefined if there is too little to say. */
export function headline({ methods, budgets, shown }: MeasureReport): string | undefined {
  const budget = shown[Math.floor(shown.length / 2)];
  const at = budget === undefined ? -1 : budgets.indexOf(budget);
  const [own, other] = [methods.pack.places[at], methods.grep.places[at]];
  if (budget === undefined || own === undefined || other === undefined || Number.isNaN(own + other)) return undefined;
  return `One call of pack shows ${percentText(own)} of the changed places within ${countText(budget)} tokens; grep and reading show ${percentText(other)}.`;
}

export function percentText(share: number): string {
  return Number.isNaN(share) ? '–' : `${Math.round(share * 100)} %`;
}

export function countText(count: number): string {
  return Number.isNaN(count) ? '–' : Math.round(count).toLocaleString('en-US');
}

function timeText(milliseconds: number): string {
  return milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds)} ms`;
}

// The results of many tasks in few numbers, the same weight for each task.

interface TokensUntil {
  /** What was not found within the limit counts as the limit. */
  readonly mean: number;
  readonly median: number;
  /** Share of the tasks in which it was found. */
  readonly found: number;
}

export interface MethodSummary {
  /** Share of the changed lines, and of the changed places, by budget. NaN if no task has lines. */
  readonly lines: readonly number[];
  readonly places: readonly number[];
  readonly firstLine: TokensUntil;
  readonly firstPlace: TokensUntil;
  readonly allPlaces: TokensUntil;
  /** Mean calls until all places are found, or the limit. */
  readonly calls: number;
  readonly medianMilliseconds: number;
}

/** @param limit where readers stopped. */
export function summarize(results: readonly MethodResult[], limit: number): MethodSummary {
  const until = (what: keyof ReadingScore) =>
    tokensUntil(
      results.map((each) => each[what]),
      limit,
    );
  const shares = (what: keyof FoundShare) =>
    (results[0]?.shares ?? []).map((_, at) => mean(results.map((each) => each.shares[at]?.[what] ?? Number.NaN)));
  return {
    lines: shares('lines'),
    places: shares('places'),
    firstLine: until('firstLine'),
    firstPlace: until('firstPlace'),
    allPlaces: until('allPlaces'),
    calls: mean(results.map(({ calls }) => calls)),
    medianMilliseconds: median(results.map(({ milliseconds }) => milliseconds)),
  };
}

function tokensUntil(tokens: readonly (number | undefined)[], limit: number): TokensUntil {
  const limited = tokens.map((each) => each ?? limit);
  const found = tokens.filter((each) => each !== undefined).length / tokens.length;
  return { mean: mean(limited), median: median(limited), found };
}

/** Of the values that are known. */
function mean(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export const methodTitles: Readonly<Record<ReadingMethod, string>> = {
  pack: 'Codegrain pack',
  spans: 'Codegrain search_code',
  chunks: 'search_code, whole chunks',
  grep: 'grep + read',
  files: 'whole files',
};

// The columns of the report: the same on the terminal and on the page.

interface ReportColumn {
  readonly title: string;
  /** One line for people who see it for the first time. */
  readonly means: string;
  /** The heads of its parts. */
  readonly heads: readonly string[];
  readonly cells: (method: ReadingMethod) => readonly string[];
}

export function reportColumns(report: MeasureReport): ReportColumn[] {
  const { methods, shown, limit } = report;
  const heads = shown.map(countText);
  const untilCells = (key: 'firstPlace' | 'allPlaces') => (method: ReadingMethod) => {
    const { median, mean, found } = methods[method][key];
    return [countText(median), countText(mean), percentText(found)];
  };
  const untilHeads = ['median', 'mean', 'found'];
  const never = `Not found within ${countText(limit)} counts as ${countText(limit)}`;
  return [
    {
      title: 'Changed lines found',
      means: 'Share of the changed lines that are in the context after so many tokens.',
      heads,
      cells: (method) => atShown(methods[method].lines, report).map(percentText),
    },
    {
      title: 'Changed places found',
      means: 'The same for functions: found as soon as one of the changed lines in it is in the context.',
      heads,
      cells: (method) => atShown(methods[method].places, report).map(percentText),
    },
    {
      title: 'Tokens until the first place',
      means: `Tokens read until the first changed place is in the context, and in how many tasks it is found. ${never}.`,
      heads: untilHeads,
      cells: untilCells('firstPlace'),
    },
    {
      title: 'Tokens until all places',
      means: 'The same until every changed place is in the context.',
      heads: untilHeads,
      cells: untilCells('allPlaces'),
    },
    {
      title: 'Calls',
      means: 'Mean tool calls until all places are found, or until the limit.',
      heads: ['mean'],
      cells: (method) => [methods[method].calls.toFixed(1)],
    },
    {
      title: 'Time',
      means: 'Median time of the tools in a task, without the time that a model needs between calls.',
      heads: ['median'],
      cells: (method) => [timeText(methods[method].medianMilliseconds)],
    },
  ];
}

// The runs of a model in words: with and without Codegrain's tools.

interface LoopTable {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

export function loopTable({ model, maxCalls, withCodegrain, without, stopped, usage }: LoopReport): LoopTable {
  const hasJudge = !Number.isNaN(withCodegrain.judged);
  const row = (name: string, { passed, named, judged, tokens, calls }: LoopSummary): string[] => [
    name,
    percentText(passed),
    percentText(named),
    ...(hasJudge ? [percentText(judged)] : []),
    countText(tokens),
    Number.isNaN(calls) ? '–' : calls.toFixed(1),
  ];
  const { runs } = withCodegrain;
  return {
    title: `${runs} ${runs === 1 ? 'task' : 'tasks'} run by ${model}, at most ${maxCalls} calls each`,
    heads: ['', 'passed', 'places named', ...(hasJudge ? ['passed by the model'] : []), 'tokens', 'calls'],
    rows: [row('with Codegrain', withCodegrain), row('without', without)],
    notes: [
      'Passed: the answer names every changed place. Places named: mean share of them. Tokens and calls: means of a run, all requests together.',
      `${countText(usage.input)} tokens read, ${countText(usage.output)} written${stopped === undefined ? '' : `; not all tasks were run: ${stopped}`}.`,
    ],
  };
}
