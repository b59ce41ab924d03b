/** The chunks of one file that match regular expressions. */
import type { LoadedSegment } from '../../index/file/loaded-segment';
import type { StoredRow } from '../../index/format/stored-row';
import type { SourceTexts } from '../hits/source-texts';
import type { IndexView } from '../view/index-view';
import type { matcherOf } from './regex-lines';
import { placesOf, type RegexMatch } from './regex-match';

export interface FilePlace {
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
interface Piece {
  readonly text: string;
  readonly startLine: number;
  /** In source order; offsets are in `text`. */
  readonly rows: readonly { readonly stored: StoredRow; readonly start: number }[];
}

/** More matches in a chunk are not listed. */
const maxMatches = 100;
/** Of a long match, only this much is compared with names. */
const maxNamed = 200;

/** The texts of a file to match: as a whole, or by chunk if the index has other offsets than the file. */
export async function piecesOf(place: FilePlace, sources: SourceTexts): Promise<Piece[]> {
  const { view, segment, stored, file } = place;
  const whole = sources.wholeText(view, stored.file(file));
  const rows = (): StoredRow[] => [...stored.rowsOf(file)].filter(({ role }) => role !== 'parent');
  if (whole !== undefined)
    return [
      {
        text: whole,
        startLine: 1,
        get rows() {
          return rows().map((one) => ({ stored: one, start: one.start }));
        },
      },
    ];
  const pieces: Piece[] = [];
  for (const row of rows()) {
    const { text, startLine } = await sources.textOf({ view, segment }, row);
    pieces.push({ text, startLine, rows: [{ stored: row, start: 0 }] });
  }
  return pieces;
}

/** The rows that match all expressions. */
export function matchedRows(
  pieces: readonly Piece[],
  place: FilePlace,
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

function rowsOf(piece: Piece, { view, segment }: FilePlace, offsets: readonly (readonly number[])[]): MatchedRow[] {
  const { text, startLine } = piece;
  const rows = piece.rows;
  const ofRows = offsets.map((found) => {
    const byRow = new Map<number, number[]>();
    for (let i = 0, at = 0; i < found.length; i += 2) {
      const start = found[i] ?? 0;
      while (at + 1 < rows.length && (rows[at + 1]?.start ?? 0) <= start) at++;
      const before = byRow.get(at) ?? [];
      if (before.length < 2 * maxMatches) before.push(start, found[i + 1] ?? start);
      byRow.set(at, before);
    }
    return byRow;
  });
  return rows.flatMap(({ stored }, at) => {
    const found = ofRows.flatMap((byRow) => byRow.get(at) ?? []);
    if (found.length === 0 || !ofRows.every((byRow) => byRow.has(at))) return [];
    const matches = ofRows.flatMap((byRow) => placesOf(text, startLine, byRow.get(at) ?? []));
    return [{ view, segment, row: stored.row, matches, isDefinition: definesIn(stored, text, found) }];
  });
}

function definesIn({ symbols }: StoredRow, text: string, offsets: readonly number[]): boolean {
  return offsets.some((start, i) => {
    if (i % 2 === 1) return false;
    const matched = text.slice(start, Math.min(offsets[i + 1] ?? start, start + maxNamed));
    return symbols.some((name) => name !== '' && matched.includes(name));
  });
}
