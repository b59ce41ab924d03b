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
