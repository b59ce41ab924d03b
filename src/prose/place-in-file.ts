/** Maps chunks of a decoded text (a notebook, a JSON export) to the file, and to the cells or messages they come from. */
import type { Chunk } from '../code/chunk';
import { SourceText } from '../code/source-text';
import type { DecodedPiece } from './block';

export function placeInFile(
  chunks: readonly Chunk[],
  pieces: readonly DecodedPiece[],
  decoded: SourceText,
  text: string,
): readonly Chunk[] {
  const source = new SourceText(text);
  const lineInFile = <T extends { readonly line: number }>(each: T): T => {
    const offset = decoded.lineStart(each.line);
    const piece = pieces.findLast(({ start }) => start <= offset);
    return piece ? { ...each, line: source.lineAt(piece.toFile(Math.min(offset, piece.end))) } : each;
  };
  return chunks.map((chunk) => {
    const first = pieces.findLast((piece) => piece.start <= chunk.start) ?? pieces[0];
    const last = pieces.findLast((piece) => piece.start < chunk.end) ?? first;
    if (!first || !last) return chunk;
    const start = first.toFile(Math.max(first.start, Math.min(chunk.start, first.end)));
    const end = last.toFile(Math.max(last.start, Math.min(chunk.end, last.end)));
    return {
      ...chunk,
      start,
      end,
      startLine: source.lineAt(start),
      endLine: source.lineAt(Math.max(start, end - 1)),
      imports: chunk.imports.map(lineInFile),
      globals: chunk.globals.map(lineInFile),
      symbols: chunk.symbols.map(lineInFile),
      pieces: {
        from: first.index,
        to: last.index,
        start: chunk.start - first.start,
        end: chunk.end - last.start,
      },
    };
  });
}
