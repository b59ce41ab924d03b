/** The chunks of one file that match regular expressions. */
import type { LoadedSegment } from '../../index/file/loaded-segment';
import type { StoredRow } from '../../index/format/row-walk';
import { sharedLineMark } from '../../index/terms/split-word';
import type { Regex } from '../query/query-filters';
import type { IndexView } from '../view/index-view';
import type { SourceTexts } from '../view/source-texts';
import { PlaceFinder, partConditions, type RowGroups } from './place-finder';
import type { matcherOf } from './regex-literals';
import { LinePlaces, type RegexMatch } from './regex-match';

/**
 * By segment: the numbers of files that can match, ascending; undefined: every file can. A line is in one chunk, so a chunk must have
 * all words of an expression for lines; where two chunks share a line, the file must have them.
 *
 * The files that can match a regular expression, by the words of the index. None that matches is left out.
 */
export function filesFor(view: IndexView, regexes: readonly Regex[]): readonly Uint32Array[] | undefined {
  const conditions = partConditions(regexes);
  if (conditions.length === 0) return undefined;
  const isMultiline = regexes.some((regex) => regex.isMultiline);
  const shared = isMultiline ? [] : filesWithSharedLines(view);
  return view.segments.map((stored, number) => {
    const lexical = view.lexical.segment(number);
    if (!lexical) return new Uint32Array(0);
    const groups = isMultiline ? new FileGroups(stored) : rowsAndFiles(stored, shared[number]);
    const filesOf = (places: Uint32Array, enough: number): number => filesAt(stored, places, enough).length;
    return filesAt(stored, new PlaceFinder(lexical, groups, filesOf, stored.fileCount).find(conditions));
  });
}

/** By segment. */
function filesWithSharedLines(view: IndexView): Set<number>[] {
  const files = view.segments.map(() => new Set<number>());
  view.lexical.visitTerm(sharedLineMark, (segment, row) => {
    const file = view.segments[segment]?.fileOf(row);
    if (file !== undefined) files[segment]?.add(file);
  });
  return files;
}

const singleRows: RowGroups = { startOf: (row) => row, endOf: (row) => row + 1 };

/** Each row is a place, and each of these files. */
function rowsAndFiles(stored: LoadedSegment, files: ReadonlySet<number> | undefined): RowGroups {
  if (!files || files.size === 0) return singleRows;
  const isOfFile = new Uint8Array(stored.searched);
  for (const file of files) isOfFile.fill(1, ...stored.searchedRows(file));
  const whole = new FileGroups(stored);
  return {
    startOf: (row) => (isOfFile[row] === 1 ? whole.startOf(row) : row),
    endOf: (row) => (isOfFile[row] === 1 ? whole.endOf(row) : row + 1),
  };
}

/** Each file is a place. Rows are mostly asked for in order. */
class FileGroups implements RowGroups {
  private start = 0;
  private end = 0;

  constructor(private readonly stored: LoadedSegment) {}

  startOf(row: number): number {
    if (row < this.start || row >= this.end) [this.start, this.end] = this.stored.searchedRows(this.stored.fileOf(row));
    return this.start;
  }

  endOf(row: number): number {
    this.startOf(row);
    return this.end;
  }
}

/** @param rows ascending; @param enough with more files, the rest is left out. */
function filesAt(stored: LoadedSegment, rows: Uint32Array, enough = Infinity): Uint32Array {
  const files: number[] = [];
  let end = 0;
  for (const row of rows) {
    if (row < end) continue;
    if (files.length > enough) break;
    const file = stored.fileOf(row);
    files.push(file);
    end = stored.searchedRows(file)[1];
  }
  return Uint32Array.from(files);
}

export interface CandidateFile {
  readonly view: IndexView;
  readonly segment: number;
  readonly stored: LoadedSegment;
  readonly file: number;
}

export interface MatchedRow {
  readonly view: IndexView;
  readonly segment: number;
  readonly row: number;
  /** In the order of the file, those of the first expression first. */
  readonly matches: readonly RegexMatch[];
  /** A match has the name of something that the chunk defines. */
  readonly isDefinition: boolean;
}

/** A row in a text: it begins at an offset, on a line. */
type PlacedRow = { readonly stored: StoredRow; readonly start: number; readonly startLine: number };

/** A text whose matches belong to given rows. */
export interface TextPiece {
  readonly text: string;
  readonly startLine: number;
  /** The rows that hold these offsets in the text, which are ascending. */
  readonly rowsAt: (offsets: readonly number[]) => readonly PlacedRow[];
}

/** More matches in a chunk are not listed. */
const maxMatches = 100;
/** Of a long match, only this much is compared with names. */
const maxNamed = 200;

/** A file whose chunks are slices of its text. */
export function wholePiece({ stored, file }: CandidateFile, text: string): TextPiece {
  return { text, startLine: 1, rowsAt: (offsets) => stored.rowsHolding(file, offsets).map(placed) };
}

/** A file that changed, or whose chunks are slices of another text. */
export async function chunkPieces(
  { view, segment, stored, file }: CandidateFile,
  sources: SourceTexts,
): Promise<TextPiece[]> {
  const pieces: TextPiece[] = [];
  const [from, to] = stored.searchedRows(file);
  for (const row of stored.rowsAt(Array.from({ length: to - from }, (_, i) => from + i))) {
    const { text, startLine } = await sources.textOf({ view, segment }, row);
    const whole: PlacedRow = { stored: row, start: 0, startLine };
    pieces.push({ text, startLine, rowsAt: (offsets) => offsets.map(() => whole) });
  }
  return pieces;
}

function placed(stored: StoredRow): PlacedRow {
  return { stored, start: stored.start, startLine: stored.startLine };
}

/** The rows that match all expressions. */
export function matchedRows(
  pieces: readonly TextPiece[],
  place: CandidateFile,
  matchers: readonly ReturnType<typeof matcherOf>[],
): MatchedRow[] {
  return pieces.flatMap((piece) => {
    const offsets = matchers.map((match) => {
      const found: number[] = [];
      match(piece.text, (start, end) => found.push(start, end) > 0);
      return found;
    });
    return offsets.every(({ length }) => length > 0) ? rowsOf(piece, place, offsets) : [];
  });
}

/** A match, and its offsets in the text. */
type PlacedMatch = { readonly start: number; readonly end: number; readonly place: RegexMatch };

function rowsOf(
  piece: TextPiece,
  { view, segment }: CandidateFile,
  offsets: readonly (readonly number[])[],
): MatchedRow[] {
  const ofRows = offsets.map((found) => matchesByRow(piece, found));
  const [first = new Map<number, RowMatches>()] = ofRows;
  return [...first].flatMap(([row, { stored }]) => {
    const found = ofRows.flatMap((byRow) => byRow.get(row)?.matches ?? []);
    if (!ofRows.every((byRow) => byRow.has(row))) return [];
    const isDefinition = definesIn(stored, piece.text, found);
    return [{ view, segment, row, matches: found.map(({ place }) => place), isDefinition }];
  });
}

type RowMatches = { readonly stored: StoredRow; readonly matches: PlacedMatch[] };

/** @param offsets start and end of each match, in order. */
function matchesByRow({ text, startLine, rowsAt }: TextPiece, offsets: readonly number[]): Map<number, RowMatches> {
  const places = new LinePlaces(text, startLine);
  const byRow = new Map<number, RowMatches>();
  rowsAt(offsets.filter((_, i) => i % 2 === 0)).forEach((row, i) => {
    const start = offsets[2 * i] ?? 0;
    const end = offsets[2 * i + 1] ?? start;
    const known = byRow.get(row.stored.row) ?? { stored: row.stored, matches: [] };
    if (known.matches.length >= maxMatches) return;
    byRow.set(row.stored.row, known);
    // Lines are counted from the beginning of the chunk, not of the file.
    if (row.start <= start) places.skipTo(row.start, row.startLine);
    known.matches.push({ start, end, place: places.match(start, end) });
  });
  return byRow;
}

function definesIn({ symbols }: StoredRow, text: string, found: readonly PlacedMatch[]): boolean {
  return found.some(({ start, end }) => {
    const matched = text.slice(start, Math.min(end, start + maxNamed));
    return symbols.some((name) => name !== '' && matched.includes(name));
  });
}
