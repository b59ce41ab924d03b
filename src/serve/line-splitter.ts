/**
 * Cuts a stream of bytes into lines, whatever the sizes of the pieces it comes in. A line ends with `\n`; a `\r` before it does not
 * belong to the line. Lines of white space alone are left out. The last line needs no `\n`.
 *
 * A line above the limit is not kept: its bytes are only counted, so that memory stays below the limit.
 */
export type SplitLine =
  | { readonly is: 'line'; readonly bytes: Buffer }
  | { readonly is: 'too-long'; readonly length: number };

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const blanks = new Set([0x20, 0x09, carriageReturn]);

export class LineSplitter {
  private pieces: Buffer[] = [];
  private length = 0;

  /** @param limit the most bytes of a line, without its end */
  constructor(private readonly limit: number) {}

  /** The lines that end in these bytes. */
  *push(bytes: Buffer): Generator<SplitLine> {
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      this.add(bytes.subarray(start, end));
      start = end + 1;
      yield* this.take();
    }
    this.add(bytes.subarray(start));
  }

  /** The line that the input ended in. */
  end(): Generator<SplitLine> {
    return this.take();
  }

  private add(piece: Buffer): void {
    if (piece.length === 0) return;
    this.length += piece.length;
    // One byte more may be the `\r` of the line's end.
    if (this.length > this.limit + 1) this.pieces = [];
    else this.pieces.push(piece);
  }

  private *take(): Generator<SplitLine> {
    const { pieces, length } = this;
    this.pieces = [];
    this.length = 0;
    if (length > this.limit + 1) {
      yield { is: 'too-long', length };
      return;
    }
    const [only] = pieces;
    const whole = only && pieces.length === 1 ? only : Buffer.concat(pieces);
    const bytes = whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole;
    if (bytes.length > this.limit) yield { is: 'too-long', length };
    else if (!bytes.every((byte) => blanks.has(byte))) yield { is: 'line', bytes };
  }
}
