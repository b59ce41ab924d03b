/**
 * Regular expressions over the files of indexes. The words of the index say which files can match (regex-files.ts); these are read,
 * those of the product before tests and documents, and matched line by line. The work is limited in time: an expression that
 * backtracks without end is stopped, and an expression that every file can match reads as many files as the time allows.
 */
import { setImmediate } from 'node:timers/promises';
import { runWithin, TimeLimitError } from '../../shared/time-limit';
import { type Rechunk, SourceTexts } from '../hits/source-texts';
import type { Query } from '../query/query';
import { type QueryProblem, queryProblem } from '../query/query-problem';
import type { SearchArea } from '../query/search-area';
import { rolesOf } from '../rank/file-role';
import type { IndexView } from '../view/index-view';
import { allowedRows } from '../view/row-filters';
import { type FilePlace, type MatchedRow, matchedRows, piecesOf } from './regex-file';
import { filesFor } from './regex-files';
import { matcherOf } from './regex-lines';

interface RegexLimits {
  /** Milliseconds for all files, and for one file. */
  readonly totalMs: number;
  readonly fileMs: number;
  /** Rows; with more, no further file is read. */
  readonly rows: number;
}

export const regexLimits: RegexLimits = { totalMs: 2000, fileMs: 250, rows: 5000 };

/** Files in which the expression was stopped; with more, it is not tried any further. */
const maxStopped = 3;
/** Characters and files that are matched between two looks at the clock. */
const batchLength = 1 << 18;
const batchFiles = 32;

export interface RegexAnswer {
  readonly rows: readonly MatchedRow[];
  /** Files that were read, of those that can match. */
  readonly read: number;
  readonly files: number;
  readonly problems: readonly QueryProblem[];
}

interface RegexOptions {
  readonly only?: readonly SearchArea[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: RegexLimits;
}

interface ReadFile {
  readonly place: FilePlace;
  readonly pieces: Awaited<ReturnType<typeof piecesOf>>;
}

export async function searchRegexes(
  views: readonly IndexView[],
  query: Query,
  rechunk: Rechunk,
  { only, signal, limits = regexLimits }: RegexOptions = {},
): Promise<RegexAnswer> {
  const places = inOrder(views.flatMap((view) => candidates(view, query, only)));
  const search = new RegexRun(query, limits);
  let batch: ReadFile[] = [];
  let length = 0;
  let read = 0;
  for (const place of places) {
    if (search.isOver) break;
    const pieces = await piecesOf(place, new SourceTexts(rechunk));
    read++;
    batch.push({ place, pieces });
    length += pieces.reduce((sum, { text }) => sum + text.length, 0);
    if (length < batchLength && batch.length < batchFiles) continue;
    search.match(batch);
    batch = [];
    length = 0;
    await setImmediate();
    signal?.throwIfAborted();
  }
  search.match(batch);
  const { rows, stopped } = search;
  return { rows: allowedOf(rows, views, query, only), read, files: places.length, problems: problemsOf(read, places.length, stopped) };
}

/** Matches batches of files within the limits. */
class RegexRun {
  readonly rows: MatchedRow[] = [];
  /** Paths of files in which the expression took too long. */
  readonly stopped: string[] = [];
  private readonly matchers: readonly ReturnType<typeof matcherOf>[];
  private readonly end: number;

  constructor(
    { regexes }: Query,
    private readonly limits: RegexLimits,
  ) {
    this.matchers = regexes.map(matcherOf);
    this.end = performance.now() + limits.totalMs;
  }

  get isOver(): boolean {
    return performance.now() >= this.end || this.rows.length >= this.limits.rows || this.stopped.length >= maxStopped;
  }

  match(files: readonly ReadFile[]): void {
    for (let at = 0; at < files.length && this.stopped.length < maxStopped; at++) {
      try {
        runWithin(this.limits.fileMs, () => {
          for (; at < files.length; at++) {
            const { pieces, place } = files[at] ?? {};
            if (pieces && place) this.rows.push(...matchedRows(pieces, place, this.matchers));
          }
        });
      } catch (error) {
        if (!(error instanceof TimeLimitError)) throw error;
        const { stored, file } = files[at]?.place ?? {};
        this.stopped.push(stored?.path(file ?? 0) ?? '');
      }
    }
  }
}

function candidates(view: IndexView, query: Query, only: readonly SearchArea[] | undefined): FilePlace[] {
  const sets = filesFor(view, query.regexes);
  const allowed = allowedRows(view, query, only);
  return view.segments.flatMap((stored, segment) => {
    const places: FilePlace[] = [];
    for (let file = 0; file < stored.fileCount; file++) {
      if (sets && !sets[segment]?.[file]) continue;
      const [from, to] = stored.searchedRows(file);
      if (from === to || !view.isLiving(segment, from)) continue;
      if (allowed && !allowed[segment]?.subarray(from, to).includes(1)) continue;
      places.push({ view, segment, stored, file });
    }
    return places;
  });
}

/** Files without a role, such as that of a test, first; then by path. */
function inOrder(places: readonly FilePlace[]): FilePlace[] {
  const keyed = places.map((place) => {
    const path = place.stored.path(place.file);
    return { place, path, roles: rolesOf(path, place.stored.language(place.file)).size };
  });
  return keyed
    .sort((a, b) => a.roles - b.roles || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .map(({ place }) => place);
}

function allowedOf(
  rows: readonly MatchedRow[],
  views: readonly IndexView[],
  query: Query,
  only: readonly SearchArea[] | undefined,
): MatchedRow[] {
  const masks = new Map(views.map((view) => [view, allowedRows(view, query, only)]));
  return rows.filter(({ view, segment, row }) => {
    const allowed = masks.get(view);
    return allowed === undefined || allowed[segment]?.[row] === 1;
  });
}

function problemsOf(read: number, files: number, stopped: readonly string[]): QueryProblem[] {
  const [path] = stopped;
  const problems: QueryProblem[] = [];
  if (path !== undefined) problems.push(queryProblem({ is: 'slow-regex', path, more: stopped.length - 1 }, 0, 0));
  if (read < files) problems.push(queryProblem({ is: 'regex-cut-off', read, files }, 0, 0));
  return problems;
}
