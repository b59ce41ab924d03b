/** What was measured on a folder: one object that the table, the page and `--json` show. */
import type { LoopReport } from '../agent-loop/agent-loops';
import type { MeasuredFolder } from '../measure-folder';
import { type ReadingMethod, readingMethods } from '../measure-task';
import { type MethodSummary, summarize } from './method-summary';

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
export function atShown(values: readonly number[], { budgets, shown }: MeasureReport): number[] {
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

export function timeText(milliseconds: number): string {
  return milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds)} ms`;
}
