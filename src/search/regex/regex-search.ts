/**
 * Regular expressions over the files of indexes. The words of the index say which files can match (regex-file.ts); these are read,
 * those of the product before tests and documents, and matched line by line. The work is limited in time: an expression that
 * backtracks without end is stopped, and an expression that every file can match reads as many files as the time allows.
 */
import { setImmediate } from 'node:timers/promises';
import { runWithin, TimeLimitError } from '../../shared/time-limit';
import { WorkClock } from '../../shared/work-clock';
import { decodeText, validUtf8 } from '../../workspace/decode-text';
import { secretByContent } from '../../workspace/secret-files';
import { rolesOf } from '../file-role';
import type { Query } from '../query/query';
import type { Regex } from '../query/query-filters';
import { type QueryProblem, queryProblem } from '../query/query-problem';
import type { SearchArea } from '../query/search-choices';
import type { AllowedRows } from '../view/find-rows';
import type { FoundRow, IndexView } from '../view/index-view';
import { allowedRows, type IsHidden } from '../view/row-filters';
import { isDecodedLanguage, type Rechunk, SourceTexts } from '../view/source-texts';
import type { RowPlace } from '../view/view-vectors';
import {
  type CandidateFile,
  chunkPieces,
  filesFor,
  type MatchedRow,
  matchedRows,
  type TextPiece,
  wholePiece,
} from './regex-file';
import { matcherOf, needlesOf } from './regex-literals';
import type { RegexMatch } from './regex-match';

/** Bytes that show whether a file is in UTF-16. */
const headBytes = 8192;

/**
 * Reads many files of an index as fast as the system allows: the bytes of a file are searched before they are decoded. Drafts and files
 * that changed are left to `SourceTexts`.
 */
class RegexTexts {
  /** Only ASCII has the same bytes in all encodings but UTF-16. */
  private readonly needles: readonly string[];

  constructor(regexes: readonly Regex[]) {
    this.needles = regexes.flatMap(needlesOf).filter((needle) => /^[\0-\x7f]*$/.test(needle));
  }

  /**
   * The text of a file that the offsets of its chunks are in, or an empty text if nothing in it can match or it must not be read.
   * Undefined if it changed, or was decoded.
   */
  wholeText({ view, stored, file }: CandidateFile, sources: SourceTexts): string | undefined {
    const path = stored.path(file);
    if (view.draft(path) || isDecodedLanguage(stored.language(file))) return sources.wholeText(view, stored.file(file));
    const read = view.gate.readBytes(path);
    if ('skipped' in read) return '';
    const { bytes } = read;
    const known = stored.table.stamp(file);
    if (known.size !== read.size || known.mtimeMs !== read.mtimeMs) return sources.wholeText(view, stored.file(file));
    const isWide = (bytes[0] ?? 0) >= 0xfe || bytes.subarray(0, headBytes).includes(0);
    if (!isWide && !this.needles.every((needle) => bytes.includes(needle))) return '';
    const text = isWide ? decodeText(bytes)?.text : (validUtf8(bytes) ?? decodeText(bytes)?.text);
    return text !== undefined && secretByContent(path, text) ? '' : text;
  }
}

interface RegexLimits {
  /** Milliseconds of processor time for all files; a slow disk may take five times as long. */
  readonly totalMs: number;
  /** Milliseconds for a few files at once. */
  readonly batchMs: number;
  /** Rows; with more, no further file is read. */
  readonly rows: number;
}

const regexLimits: RegexLimits = { totalMs: 2000, batchMs: 1000, rows: 5000 };

/** Files in which the expression was stopped; with more, it is not tried any further. */
const maxStopped = 2;
/** Characters and files that are matched at once: a time limit takes a thread. */
const batchLength = 1 << 22;
const batchFiles = 256;
/** Files that are read between two looks at the clock. */
const filesPerLook = 16;
/** Files that are chunked again, because they changed or are not plain text. */
const maxChunkings = 20;

interface RegexAnswer {
  readonly rows: readonly MatchedRow[];
  /** Files that were read, of those that can match. */
  readonly read: number;
  readonly files: number;
  readonly problems: readonly QueryProblem[];
}

interface RegexOptions {
  /** As in `SearchOptions`. */
  readonly only?: readonly SearchArea[] | undefined;
  readonly hiddenIn?: ((view: IndexView) => IsHidden | undefined) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: RegexLimits;
}

type ReadFile = { readonly place: CandidateFile; readonly pieces: readonly TextPiece[] };

export async function searchRegexes(
  views: readonly IndexView[],
  query: Query,
  rechunk: Rechunk,
  { only, hiddenIn, signal, limits = regexLimits }: RegexOptions = {},
): Promise<RegexAnswer> {
  const allowed = new Map(views.map((view) => [view, allowedRows(view, query, only, hiddenIn?.(view))]));
  const places = inOrder(views.flatMap((view) => candidates(view, query, allowed.get(view))));
  const search = new RegexRun(query, limits);
  const texts = new RegexTexts(query.regexes);
  let batch: ReadFile[] = [];
  let length = 0;
  let read = 0;
  let chunkings = 0;
  let seen = 0;
  for (const place of places) {
    if (seen++ % filesPerLook === 0 && search.isOver) break;
    const sources = new SourceTexts(rechunk);
    const text = texts.wholeText(place, sources);
    if (text === undefined && ++chunkings > maxChunkings) continue;
    const pieces = text === undefined ? await chunkPieces(place, sources) : [wholePiece(place, text)];
    read++;
    if (text === '') continue;
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
  return {
    rows: rows.filter(({ view, segment, row }) => isAllowed(allowed.get(view), segment, row)),
    read,
    files: places.length,
    problems: problemsOf(read, places.length, stopped),
  };
}

/** Matches batches of files within the limits. */
class RegexRun {
  readonly rows: MatchedRow[] = [];
  /** Paths of files in which the expression took too long. */
  readonly stopped: string[] = [];
  private readonly matchers: readonly ReturnType<typeof matcherOf>[];
  private readonly clock = new WorkClock();

  constructor(
    { regexes }: Query,
    private readonly limits: RegexLimits,
  ) {
    this.matchers = regexes.map(matcherOf);
  }

  get isOver(): boolean {
    const { rows, totalMs } = this.limits;
    return this.clock.spent >= totalMs || this.rows.length >= rows || this.stopped.length >= maxStopped;
  }

  match(files: readonly ReadFile[]): void {
    for (let at = 0; at < files.length && this.stopped.length < maxStopped; at++) {
      try {
        runWithin(this.limits.batchMs, () => {
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

function candidates(view: IndexView, query: Query, allowed: AllowedRows): CandidateFile[] {
  const found = filesFor(view, query.regexes);
  return view.segments.flatMap((stored, segment) => {
    const places: CandidateFile[] = [];
    for (const file of found?.[segment] ?? new Uint32Array(stored.fileCount).keys()) {
      const [from, to] = stored.searchedRows(file);
      if (from === to || !view.isLiving(segment, from)) continue;
      if (allowed && !allowed[segment]?.subarray(from, to).includes(1)) continue;
      places.push({ view, segment, stored, file });
    }
    return places;
  });
}

/** Files without a role, such as that of a test, first; then by path. */
function inOrder(places: readonly CandidateFile[]): CandidateFile[] {
  const keyed = places.map((place) => {
    const path = place.stored.path(place.file);
    return { place, path, roles: rolesOf(path, place.stored.language(place.file)).size };
  });
  return keyed
    .sort((a, b) => a.roles - b.roles || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .map(({ place }) => place);
}

function isAllowed(allowed: AllowedRows, segment: number, row: number): boolean {
  return allowed === undefined || allowed[segment]?.[row] === 1;
}

function problemsOf(read: number, files: number, stopped: readonly string[]): QueryProblem[] {
  const [path] = stopped;
  const problems: QueryProblem[] = [];
  if (path !== undefined) problems.push(queryProblem({ is: 'slow-regex', path, more: stopped.length - 1 }, 0, 0));
  if (read < files) problems.push(queryProblem({ is: 'regex-cut-off', read, files }, 0, 0));
  return problems;
}

// The rows that match the regular expressions of a query, as the ranking needs them.

/** Rows that are ranked in any case; with more, words and meaning choose. */
const maxRanked = 1000;

export class RegexRows {
  /** By view, segment and row. */
  private readonly byView = new Map<IndexView, Map<number, Map<number, MatchedRow>>>();

  constructor(private readonly rows: readonly MatchedRow[]) {
    for (const one of rows) {
      const ofView = this.byView.get(one.view) ?? new Map<number, Map<number, MatchedRow>>();
      const ofSegment = ofView.get(one.segment) ?? new Map<number, MatchedRow>();
      ofSegment.set(one.row, one);
      ofView.set(one.segment, ofSegment);
      this.byView.set(one.view, ofView);
    }
  }

  matchesOf({ view, segment, row }: RowPlace & { readonly view: IndexView }): readonly RegexMatch[] {
    return this.byView.get(view)?.get(segment)?.get(row)?.matches ?? [];
  }

  /** By segment and row of a view: 1 for the rows that match. */
  allowedIn(view: IndexView): Uint8Array[] {
    return view.segments.map(({ searched }, segment) => {
      const mask = new Uint8Array(searched);
      for (const row of this.byView.get(view)?.get(segment)?.keys() ?? []) mask[row] = 1;
      return mask;
    });
  }

  placesIn(view: IndexView): readonly RowPlace[] {
    return this.rows.filter((one) => one.view === view).slice(0, maxRanked);
  }

  /** Without words, what is defined comes before what is used; the rest stays in the order of files. */
  foundAlone(): FoundRow[] {
    const definitions = this.rows.filter(({ isDefinition }) => isDefinition);
    const uses = this.rows.filter(({ isDefinition }) => !isDefinition);
    return [...definitions, ...uses]
      .slice(0, maxRanked)
      .map(({ view, segment, row, isDefinition }) => ({ view, segment, row, words: isDefinition ? 2 : 1, vector: 0 }));
  }
}
