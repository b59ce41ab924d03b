import type { Encoding } from './encoding';

/**
 * All pieces of a text, in order, found in one pass: three numbers for each.
 *
 * Pieces are numbered from 0. A cut of the text at offset `end` leaves piece `i` and all before it as they are when
 * `reaches[i] <= end`: nothing at or after that offset was looked at to find them.
 */
export class PieceList {
  length = 0;
  /** The offset where each piece ends, which is where the next one starts. */
  ends: Uint32Array;
  /** Tokens in the text up to the end of each piece. */
  totals: Uint32Array;
  /** The furthest offset the scanner read to find this piece or any before it; ascending, like the others. */
  reaches: Uint32Array;

  constructor(encoding: Encoding, units: Uint16Array) {
    const guess = Math.ceil(units.length / 3) + 16;
    this.ends = new Uint32Array(guess);
    this.totals = new Uint32Array(guess);
    this.reaches = new Uint32Array(guess);
    this.fill(encoding, units);
  }

  /** Tokens in the first `pieces` pieces. */
  tokensBefore(pieces: number): number {
    return pieces > 0 ? (this.totals[pieces - 1] ?? 0) : 0;
  }

  /** The offset where piece number `piece` starts. */
  startOf(piece: number): number {
    return piece > 0 ? (this.ends[piece - 1] ?? 0) : 0;
  }

  /** The number of the piece that starts at `offset`, or -1 if none does. The end of the text counts as a start. */
  startingAt(offset: number): number {
    if (offset === 0) return 0;
    const piece = this.firstAbove(this.ends, offset - 1);
    return this.ends[piece] === offset ? piece + 1 : -1;
  }

  /** How many of the first pieces stay the same if the text is cut at `end`. */
  unchangedBy(end: number): number {
    return this.firstAbove(this.reaches, end);
  }

  /** The first piece whose total is more than `tokens`; `length` if there is none. */
  firstPieceOver(tokens: number): number {
    return this.firstAbove(this.totals, tokens);
  }

  private firstAbove(values: Uint32Array, value: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[middle] ?? 0) > value) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private fill(encoding: Encoding, units: Uint16Array): void {
    const { scanner } = encoding;
    let { ends, totals, reaches } = this;
    let length = 0;
    let total = 0;
    let reach = 0;
    for (let at = 0; at < units.length; length++) {
      if (length === ends.length) {
        this.ends = ends = doubled(ends);
        this.totals = totals = doubled(totals);
        this.reaches = reaches = doubled(reaches);
      }
      const end = scanner.next(units, at, units.length);
      if (scanner.reach > reach) reach = scanner.reach;
      total += encoding.countPiece(units, at, end);
      ends[length] = end;
      totals[length] = total;
      reaches[length] = reach;
      at = end;
    }
    this.length = length;
  }
}

function doubled(values: Uint32Array): Uint32Array {
  const larger = new Uint32Array(2 * values.length);
  larger.set(values);
  return larger;
}
