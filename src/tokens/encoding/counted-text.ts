import type { CountedText } from '../token-types';
import { writeUnits } from '../utf16-units';
import type { Encoding } from './encoding';
import { fitTokens } from './fit-tokens';
import { PieceList } from './piece-list';

/** How many units of the slice `countAfter` reads first to find where its pieces match the pieces of the text. */
const FIRST_WINDOW = 64;

/**
 * Counts slices of a text from the pieces of the whole.
 *
 * A slice is scanned from its start until one of its pieces ends where a piece of the text ends. From there on both have
 * the same pieces (the scanner never looks back), so their tokens are a difference of two totals, up to the first
 * piece for which the scanner read past the end of the slice; from that piece on the slice is scanned again.
 */
export class PieceCountedText implements CountedText {
  readonly pieces: PieceList;

  constructor(
    readonly encoding: Encoding,
    readonly units: Uint16Array,
  ) {
    this.pieces = new PieceList(encoding, units);
  }

  get length(): number {
    return this.units.length;
  }

  get total(): number {
    return this.pieces.tokensBefore(this.pieces.length);
  }

  count(start: number, end: number): number {
    this.check(start, end);
    const { encoding, units, pieces } = this;
    let total = 0;
    let at = start;
    let piece = pieces.startingAt(at);
    while (piece < 0 && at < end) {
      const next = encoding.scanner.next(units, at, end);
      total += encoding.countPiece(units, at, next);
      at = next;
      piece = pieces.startingAt(at);
    }
    return at < end ? total + this.countFrom(piece, end) : total;
  }

  fits(start: number, end: number, maxTokens: number): boolean {
    // Each unit takes at least one byte of a token.
    return end - start <= maxTokens * this.encoding.maxTokenLength && this.count(start, end) <= maxTokens;
  }

  countAfter(prefix: string, start: number, end: number): number {
    this.check(start, end);
    const { encoding, units, pieces } = this;
    let total = 0;
    let at = 0;
    for (let window = FIRST_WINDOW; ; window *= 4) {
      const stop = Math.min(end, start + window);
      const length = prefix.length + stop - start;
      const joined = encoding.buffer(length);
      writeUnits(prefix, joined, 0);
      joined.set(units.subarray(start, stop), prefix.length);
      while (at < length) {
        const next = encoding.scanner.next(joined, at, length);
        // This piece may extend past the window: scan it again with more of the slice.
        if (stop < end && encoding.scanner.reach > length) break;
        total += encoding.countPiece(joined, at, next);
        at = next;
        const offset = start + at - prefix.length;
        if (offset === start) return total + this.count(start, end);
        if (offset < start) continue;
        const piece = pieces.startingAt(offset);
        if (piece >= 0 && offset < end) return total + this.countFrom(piece, end);
      }
      if (at === prefix.length + end - start) return total;
    }
  }

  fit(start: number, end: number, maxTokens: number): number {
    this.check(start, end);
    return fitTokens(this, start, end, maxTokens);
  }

  /** Tokens from the start of a piece of the text to `end`. */
  private countFrom(piece: number, end: number): number {
    const { encoding, units, pieces } = this;
    const changed = Math.max(piece, pieces.unchangedBy(end));
    const known = pieces.tokensBefore(changed) - pieces.tokensBefore(piece);
    return known + encoding.count(units, pieces.startOf(changed), end);
  }

  private check(start: number, end: number): void {
    if (!(start >= 0 && start <= end && end <= this.units.length)) {
      throw new RangeError(`slice ${start}..${end} is outside a text of length ${this.units.length}`);
    }
  }
}
