import type { Piece } from '../block';
import type { JsonString, StringPlace } from './json-strings';

/** A text put together from strings of a JSON file, piece by piece. Line breaks that are added stand at the end of what they follow. */
export class DecodedText {
  private readonly strings: string[] = [];
  private readonly ended: Piece[] = [];
  private starts: number[] = [];
  private places: StringPlace[] = [];
  private pieceStart = 0;
  private lastUnit = 0;
  /** So far. */
  length = 0;

  add({ text, place }: JsonString): void {
    this.starts.push(this.length);
    this.places.push(place);
    this.append(text);
  }

  /** Ends the line if it is not ended. */
  endLine(): void {
    if (this.length > this.pieceStart && this.lastUnit !== 10 && this.lastUnit !== 13) this.append('\n');
  }

  /** What was added since the last piece, as whole lines; undefined, and no piece, if that is nothing. */
  endPiece(index: number): Piece | undefined {
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

  get pieces(): readonly Piece[] {
    return this.ended;
  }

  private append(text: string): void {
    if (text === '') return;
    this.strings.push(text);
    this.length += text.length;
    this.lastUnit = text.charCodeAt(text.length - 1);
  }
}

/** Where one string ends and the next one starts, an offset is at the start of the next. */
class JoinedPiece implements Piece {
  constructor(
    readonly start: number,
    readonly end: number,
    readonly index: number,
    /** In the text, of each string. */
    private readonly starts: Uint32Array,
    private readonly places: readonly StringPlace[],
  ) {}

  toFile(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return this.places[low]?.toFile(offset - (this.starts[low] ?? 0)) ?? 0;
  }
}
