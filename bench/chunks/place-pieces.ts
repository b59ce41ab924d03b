/**
 * Finds where in the source a chunker's pieces come from.
 *
 * A piece is placed by the offsets that its chunker reports. If it reports none, the piece is searched in the source with all
 * white space removed from both (peers trim and re-join lines). The search starts at the line that the chunker reports, or else
 * after the piece before; if nothing is found, it starts again at the beginning of the file. A piece that is not found covers nothing.
 */
import type { Piece, PlacedPiece } from './measured-piece';
import { isWhiteSpace } from './text-checks';

/** Gives every piece its offsets; pieces that are not found are left out. */
export function placePieces(text: string, pieces: readonly Piece[]): PlacedPiece[] {
  const placed: PlacedPiece[] = [];
  let compact: Compact | undefined;
  let cursor = 0;
  for (const piece of pieces) {
    if (piece.start !== undefined && piece.end !== undefined) {
      placed.push({ ...piece, start: piece.start, end: piece.end });
      continue;
    }
    compact ??= compactText(text);
    const compactPiece = piece.text.replaceAll(/\s+/g, '');
    if (!compactPiece) continue;
    const hint = piece.line === undefined ? cursor : compact.atLine(piece.line);
    let at = compact.text.indexOf(compactPiece, hint);
    if (at === -1) at = compact.text.indexOf(compactPiece);
    if (at === -1) continue;
    cursor = at + compactPiece.length;
    placed.push({ ...piece, start: compact.offset(at), end: compact.offset(cursor - 1) + 1 });
  }
  return placed;
}

interface Compact {
  readonly text: string;
  /** The offset in the source of a character of the compact text. */
  offset(index: number): number;
  /** The index of the first character at or after a 1-based line. */
  atLine(line: number): number;
}

function compactText(source: string): Compact {
  const offsets = new Uint32Array(source.length);
  const lines = [0, 0];
  let length = 0;
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === 10) lines.push(length);
    if (!isWhiteSpace(code)) offsets[length++] = at;
  }
  return {
    text: source.replaceAll(/\s+/g, ''),
    offset: (index) => offsets[index] ?? source.length,
    atLine: (line) => lines[line] ?? 0,
  };
}
