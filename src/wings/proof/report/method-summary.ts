/** The results of many tasks in few numbers, the same weight for each task. */
import type { MethodResult } from '../measure-task';

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
  const budgets = results[0]?.shares.map((_, at) => at) ?? [];
  return {
    lines: budgets.map((at) => mean(results.map(({ shares }) => shares[at]?.lines ?? Number.NaN))),
    places: budgets.map((at) => mean(results.map(({ shares }) => shares[at]?.places ?? Number.NaN))),
    firstLine: tokensUntil(
      results.map(({ firstLine }) => firstLine),
      limit,
    ),
    firstPlace: tokensUntil(
      results.map(({ firstPlace }) => firstPlace),
      limit,
    ),
    allPlaces: tokensUntil(
      results.map(({ allPlaces }) => allPlaces),
      limit,
    ),
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
