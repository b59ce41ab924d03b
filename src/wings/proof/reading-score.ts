/** What a reading found of a task, and when. */
import type { MeasuredTask } from './measured-task';
import type { Reading } from './reading';

/**
 * Tokens, ascending. A reader stops at the last one. What it did not find until then counts as found there: the true number is larger.
 */
export const defaultBudgets = [2000, 4000, 8000] as const;

export interface ReadingScore {
  /** Tokens until the first changed line, the first changed place, and all changed places; undefined: not within the limit. */
  readonly firstLine: number | undefined;
  readonly firstPlace: number | undefined;
  readonly allPlaces: number | undefined;
  readonly calls: number;
}

/** Share of the changed lines and places within a number of tokens. */
export interface FoundShare {
  /** NaN if only files are known. */
  readonly lines: number;
  readonly places: number;
}

interface FoundTimes {
  /** Of each changed line. */
  readonly lines: readonly number[];
  /** Of each place: its first changed line. */
  readonly places: readonly number[];
}

export function scoreReading(task: MeasuredTask, reading: Reading): ReadingScore {
  const { lines, places } = foundTimes(task, reading);
  const all = Math.max(...places);
  return {
    firstLine: finite(Math.min(...(lines.length > 0 ? lines : places))),
    firstPlace: finite(Math.min(...places)),
    allPlaces: finite(all),
    calls: callsUntil(reading, all),
  };
}

export function shareWithin(task: MeasuredTask, reading: Reading, budget: number): FoundShare {
  const { lines, places } = foundTimes(task, reading);
  return { lines: share(lines, budget), places: share(places, budget) };
}

function foundTimes({ places }: MeasuredTask, { seen }: Reading): FoundTimes {
  const byLine = new Map<string, number>();
  const byPath = new Map<string, number>();
  for (const { path, line, tokens } of seen) {
    byLine.set(`${path}:${line}`, tokens);
    if (!byPath.has(path)) byPath.set(path, tokens);
  }
  const lines: number[] = [];
  const ofPlaces = places.map((place) => {
    const times = place.lines.flatMap(([start, end]) =>
      Array.from(
        { length: end - start + 1 },
        (_, at) => byLine.get(`${place.path}:${start + at}`) ?? Number.POSITIVE_INFINITY,
      ),
    );
    for (const time of times) lines.push(time);
    return times.length > 0 ? Math.min(...times) : (byPath.get(place.path) ?? Number.POSITIVE_INFINITY);
  });
  return { lines, places: ofPlaces };
}

function share(times: readonly number[], budget: number): number {
  return times.filter((time) => time <= budget).length / times.length;
}

function finite(tokens: number): number | undefined {
  return Number.isFinite(tokens) ? tokens : undefined;
}

function callsUntil({ seen, calls }: Reading, tokens: number): number {
  return seen.find((each) => each.tokens >= tokens)?.calls ?? calls;
}
