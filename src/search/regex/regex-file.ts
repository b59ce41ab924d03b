/** The chunks of one file that match regular expressions. */
import type { LoadedSegment } from '../../index/file/loaded-segment';
import type { StoredRow } from '../../index/format/stored-row';
import type { SourceTexts } from '../hits/source-texts';
import type { IndexView } from '../view/index-view';
import type { matcherOf } from './regex-lines';
import { placesOf, type RegexMatch } from './regex-match';

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

/** A text whose matches belong to given rows. */
export interface TextPiece {
  readonly text: string;
  readonly startLine: number;
  /** In source order; offsets are in `text`. */
  readonly rows: readonly { readonly stored: StoredRow; readonly start: number }[];
}

/** More matches in a chunk are not listed. */
const maxMatches = 100;
/** Of a long match, only this much is compared with names. */
const maxNamed = 200;

/** A file whose chunks are slices of its text. */
export function wholePiece({ stored, file }: CandidateFile, text: string): TextPiece {
  return {
    text,
    startLine: 1,
    get rows() {
      return searchedRows(stored, file).map((row) => ({ stored: row, start: row.start }));
    },
  };
}

/** A file that changed, or whose chunks are slices of another text. */
export async function chunkPieces(
  { view, segment, stored, file }: CandidateFile,
  sources: SourceTexts,
): Promise<TextPiece[]> {
  const pieces: TextPiece[] = [];
  for (const row of searchedRows(stored, file)) {
    const { text, startLine } = await sources.textOf({ view, segment }, row);
    pieces.push({ text, startLine, rows: [{ stored: row, start: 0 }] });
  }
  return pieces;
}

function searchedRows(stored: LoadedSegment, file: number): StoredRow[] {
  const [from, to] = stored.searchedRows(file);
  return stored.rowsAt(Array.from({ length: to - from }, (_, i) => from + i));
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
interface PlacedMatch {
  readonly start: number;
  readonly end: number;
  readonly place: RegexMatch;
}

function rowsOf(
  piece: TextPiece,
  { view, segment }: CandidateFile,
  offsets: readonly (readonly number[])[],
): MatchedRow[] {
  const { text, startLine, rows } = piece;
  const ofRows = offsets.map((found) => {
    const places = placesOf(text, startLine, found);
    const byRow = new Map<number, PlacedMatch[]>();
    let at = 0;
    places.forEach((place, i) => {
      const start = found[2 * i] ?? 0;
      while (at + 1 < rows.length && (rows[at + 1]?.start ?? 0) <= start) at++;
      const before = byRow.get(at);
      const match = { start, end: found[2 * i + 1] ?? start, place };
      if (!before) byRow.set(at, [match]);
      else if (before.length < maxMatches) before.push(match);
    });
    return byRow;
  });
  const [first = new Map<number, PlacedMatch[]>()] = ofRows;
  return [...first.keys()].flatMap((at) => {
    const stored = rows[at]?.stored;
    if (!stored || !ofRows.every((byRow) => byRow.has(at))) return [];
    const found = ofRows.flatMap((byRow) => byRow.get(at) ?? []);
    const isDefinition = definesIn(stored, text, found);
    return [{ view, segment, row: stored.row, matches: found.map(({ place }) => place), isDefinition }];
  });
}

function definesIn({ symbols }: StoredRow, text: string, found: readonly PlacedMatch[]): boolean {
  return found.some(({ start, end }) => {
    const matched = text.slice(start, Math.min(end, start + maxNamed));
    return symbols.some((name) => name !== '' && matched.includes(name));
  });
}
