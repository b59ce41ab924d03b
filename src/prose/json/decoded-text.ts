import type { Chunk } from '../../code/chunk';
import { SourceText } from '../../code/source-text';
import { rangeOf } from '../../shared/range-of';
import type { DecodedPiece } from '../block';
import type { JsonString, StringPlace } from './json-strings';

/** A text built from strings of a JSON file, piece by piece. An added line break belongs to the piece it ends. */
export class DecodedText {
  private readonly strings: string[] = [];
  private readonly ended: DecodedPiece[] = [];
  private starts: number[] = [];
  private places: StringPlace[] = [];
  private pieceStart = 0;
  private lastUnit = 0;
  /** Length so far, in UTF-16 units. */
  length = 0;

  add({ text, place }: JsonString): void {
    this.starts.push(this.length);
    this.places.push(place);
    this.append(text);
  }

  /** Adds a line break unless the text already ends with one. */
  endLine(): void {
    if (this.length > this.pieceStart && this.lastUnit !== 10 && this.lastUnit !== 13) this.append('\n');
  }

  /** Ends the piece that was added since the last call, as whole lines; undefined if nothing was added. */
  endPiece(index: number): DecodedPiece | undefined {
    this.endLine();
    const piece = new JoinedPiece(this.pieceStart, this.length, index, Uint32Array.from(this.starts), this.places);
    this.starts = [];
    this.places = [];
    this.pieceStart = this.length;
    if (piece.end === piece.start) return undefined;
    this.ended.push(piece);
    return piece;
  }

  get text(): string {
    return this.strings.join('');
  }

  get pieces(): readonly DecodedPiece[] {
    return this.ended;
  }

  private append(text: string): void {
    if (text === '') return;
    this.strings.push(text);
    this.length += text.length;
    this.lastUnit = text.charCodeAt(text.length - 1);
  }
}

/** At the border of two strings, an offset maps to the start of the second. */
class JoinedPiece implements DecodedPiece {
  constructor(
    readonly start: number,
    readonly end: number,
    readonly index: number,
    /** Offset of each string in the decoded text. */
    private readonly starts: Uint32Array,
    private readonly places: readonly StringPlace[],
  ) {}

  toFile(offset: number): number {
    const string = rangeOf(this.starts, offset);
    return this.places[string]?.toFile(offset - (this.starts[string] ?? 0)) ?? 0;
  }
}

/** Maps chunks of a decoded text (a notebook, a JSON export) to the file, and to the cells or messages they come from. */

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
      ...(chunk.enclosing && { enclosing: chunk.enclosing.map(lineInFile) }),
      pieces: {
        from: first.index,
        to: last.index,
        start: chunk.start - first.start,
        end: chunk.end - last.start,
      },
    };
  });
}
