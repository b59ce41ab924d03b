/**
 * Finds where in the source a chunker's pieces come from.
 *
 * A piece is placed by the offsets its chunker tells. Where it tells none, the piece is searched in the source with all
 * white space removed from both (peers trim and re-join lines), beginning at the line the chunker tells or else after
 * the piece before; when it is not there, from the beginning of the file. A piece that is found nowhere covers nothing.
 */
import type { Piece, PlacedPiece } from './piece';
import { isWhite } from './text';

/** Gives every piece its place; those that are not found are left out. */
export function place(text: string, pieces: readonly Piece[]): PlacedPiece[] {
  const placed: PlacedPiece[] = [];
  let compact: Compact | undefined;
  let cursor = 0;
  for (const piece of pieces) {
    if (piece.start !== undefined && piece.end !== undefined) {
      placed.push({ ...piece, start: piece.start, end: piece.end });
      continue;
    }
    compact ??= compactText(text);
    const wanted = piece.text.replaceAll(/\s+/g, '');
    if (!wanted) continue;
    const hint = piece.line === undefined ? cursor : compact.atLine(piece.line);
    let at = compact.text.indexOf(wanted, hint);
    if (at === -1) at = compact.text.indexOf(wanted);
    if (at === -1) continue;
    cursor = at + wanted.length;
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
    if (!isWhite(code)) offsets[length++] = at;
  }
  return {
    text: source.replaceAll(/\s+/g, ''),
    offset: (index) => offsets[index] ?? source.length,
    atLine: (line) => lines[line] ?? 0,
  };
}
