/**
 * What a reader has in its context, line by line: each tool call returns lines, some of which are lines of files. A line counts from
 * the token at which it ends, so that an answer that is cut by a limit counts for what came before.
 */
import type { MeasuredTask } from './measured-task';

/** A line of an answer; `path` and `line` where it is a line of a file. */
export interface ShownLine {
  readonly text: string;
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
}

/** A call of a tool and its answer. */
export type ToolAnswer = { readonly call: string; readonly lines: readonly ShownLine[] };

/** A line of a file that is in the context. */
interface SeenLine {
  readonly path: string;
  readonly line: number;
  /** Tokens read until the end of the line. */
  readonly tokens: number;
  /** Calls made until then. */
  readonly calls: number;
}

export interface Reading {
  readonly seen: readonly SeenLine[];
  readonly tokens: number;
  readonly calls: number;
}

type Count = (text: string) => number;

/** Reads answers, in order, until the limit of tokens. A generator is asked only for what is read. */
export function readAnswers(answers: Iterable<ToolAnswer>, limit: number, count: Count): Reading {
  const seen: SeenLine[] = [];
  const known = new Set<string>();
  let tokens = 0;
  let calls = 0;
  for (const { call, lines } of answers) {
    calls++;
    // The call is written by the model, so it is in the context too.
    tokens += count(call);
    // The tokens of lines do not add up exactly to those of the text.
    const counts = lines.map(({ text }) => count(`${text}\n`));
    const sum = counts.reduce((all, each) => all + each, 0);
    const scale = sum > 0 ? count(lines.map(({ text }) => text).join('\n')) / sum : 1;
    const before = tokens;
    let read = 0;
    for (const [at, { path, line }] of lines.entries()) {
      read += counts[at] ?? 0;
      tokens = before + Math.round(read * scale);
      if (tokens > limit) return { seen, tokens: limit, calls };
      if (path === undefined || line === undefined || known.has(`${path}:${line}`)) continue;
      known.add(`${path}:${line}`);
      seen.push({ path, line, tokens, calls });
    }
    if (tokens >= limit) break;
  }
  return { seen, tokens: Math.min(tokens, limit), calls };
}

// What a reading found of a task, and when.

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

export function scoreReading(task: MeasuredTask, reading: Reading): ReadingScore {
  const { lines, places } = foundTimes(task, reading);
  const all = Math.max(...places);
  return {
    firstLine: finite(Math.min(...(lines.length > 0 ? lines : places))),
    firstPlace: finite(Math.min(...places)),
    allPlaces: finite(all),
    calls: reading.seen.find((each) => each.tokens >= all)?.calls ?? reading.calls,
  };
}

export function shareWithin(task: MeasuredTask, reading: Reading, budget: number): FoundShare {
  const { lines, places } = foundTimes(task, reading);
  return { lines: share(lines, budget), places: share(places, budget) };
}

/** The tokens until each changed line, and until each place: its first changed line. */
function foundTimes({ places }: MeasuredTask, { seen }: Reading) {
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
