import { firstIndex } from '../../shared/range-of';
import {
  type CountAccuracy,
  type CountedText,
  type CounterName,
  type CountMethod,
  counterTable,
  type EncodingName,
  type TokenCounter,
} from '../counter-table';
import { splitsPair, unitsOf } from '../utf16-units';
import type { Encoding } from './encoding';

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
    return Math.ceil(this.pieces.tokensBefore(this.pieces.length) / this.encoding.perToken);
  }

  count(start: number, end: number): number {
    return Math.ceil(this.sum(start, end) / this.encoding.perToken);
  }

  /** The same before it is divided by what a token counts: all of this file adds and compares such sums. */
  sum(start: number, end: number): number {
    checkSlice(start, end, this.units.length);
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
    const limit = maxTokens * this.encoding.perToken;
    // Each unit takes at least one byte of a token.
    return end - start <= limit * this.encoding.maxTokenLength && this.sum(start, end) <= limit;
  }

  fit(start: number, end: number, maxTokens: number): number {
    checkSlice(start, end, this.units.length);
    return fitTokens(this, start, end, maxTokens * this.encoding.perToken);
  }

  /** Tokens from the start of a piece of the text to `end`. */
  private countFrom(piece: number, end: number): number {
    const { encoding, units, pieces } = this;
    const changed = Math.max(piece, pieces.unchangedBy(end));
    const known = pieces.tokensBefore(changed) - pieces.tokensBefore(piece);
    return known + encoding.count(units, pieces.startOf(changed), end);
  }
}

export function checkSlice(start: number, end: number, length: number): void {
  if (!(start >= 0 && start <= end && end <= length))
    throw new RangeError(`slice ${start}..${end} is outside a text of length ${length}`);
}

/** Counts by the pieces of an encoding. */
export class PieceCounter implements TokenCounter {
  readonly accuracy: CountAccuracy;
  readonly encoding: EncodingName | undefined;

  constructor(
    readonly name: CounterName,
    readonly method: CountMethod,
    private readonly pieces: Encoding,
  ) {
    this.accuracy = counterTable[name].accuracy;
    this.encoding = this.accuracy === 'exact' ? pieces.name : undefined;
  }

  count(text: string): number {
    return Math.ceil(this.pieces.count(unitsOf(text), 0, text.length) / this.pieces.perToken);
  }

  document(text: string, units = unitsOf(text)): CountedText {
    return new PieceCountedText(this.pieces, units);
  }
}

/**
 * Finds the largest cut of a slice that fits into a number of tokens.
 *
 * A longer cut can have fewer tokens than a shorter one (half a word may be two tokens while the word is one), so
 * bisection alone does not find it. The totals of the pieces give a ceiling above which no cut fits, because the pieces
 * below it already have too many tokens and a cut above it does not change them. From there down each cut is tried.
 * That takes a handful of tries, except in a piece of a hundred or more characters, where it would be quadratic.
 */

/** With more cuts than this to try, bisection is used instead. */
const MAX_CUTS = 128;

/** Bisection ends when the bracket is this small, in UTF-16 units. */
const MAX_BRACKET = 4;

/** The cuts left to try: none above `ceiling` fits; those up to `floor` probably do. */
type Window = { readonly floor: number; readonly ceiling: number };

/** A cut that fits and a longer one that does not, each with its number of tokens. */
interface Bracket {
  fits: number;
  few: number;
  tooMany: number;
  many: number;
}

function fitTokens(text: PieceCountedText, start: number, end: number, maxTokens: number): number {
  if (start === end) return end;
  const first = Math.min(end, splitsPair(text.units, start + 1) ? start + 2 : start + 1);
  // Each unit takes at least one byte of a token.
  const furthest = Math.min(end, Math.max(first, start + maxTokens * text.encoding.maxTokenLength));
  const { floor, ceiling } = windowOf(text, start, furthest, maxTokens);
  let cut = ceiling;
  if (ceiling - floor > MAX_CUTS) {
    const low = Math.max(first, floor);
    cut = text.sum(start, low) > maxTokens ? low : bisect(text, start, low, ceiling, maxTokens);
  }
  for (; cut > first; cut--) {
    if (cut < end && splitsPair(text.units, cut)) continue;
    if (text.sum(start, cut) <= maxTokens) return cut;
  }
  return first;
}

function windowOf(text: PieceCountedText, start: number, end: number, maxTokens: number): Window {
  const { encoding, units, pieces } = text;
  let left = maxTokens;
  let reach = 0;
  let at = start;
  let piece = pieces.startingAt(at);
  // Until the pieces of the slice match those of the text, as in `count`.
  for (; piece < 0 && at < end; piece = pieces.startingAt(at)) {
    const next = encoding.scanner.next(units, at, end);
    reach = Math.max(reach, encoding.scanner.reach);
    if (next - at > MAX_CUTS) {
      // A piece of megabytes must not be counted to its end just to see that it is too long.
      const { fits, tooMany } = grow(text, at, at, next, left);
      if (tooMany < next) return { floor: fits, ceiling: tooMany };
    }
    left -= encoding.countPiece(units, at, next);
    if (left < 0) return { floor: at, ceiling: Math.min(end, reach - 1) };
    at = next;
  }
  if (at >= end) return { floor: end, ceiling: end };
  const past = pieces.firstPieceOver(pieces.tokensBefore(piece) + left);
  if (past === pieces.length) return { floor: end, ceiling: end };
  const ceiling = Math.max(reach, pieces.reaches[past] ?? 0) - 1;
  return { floor: Math.min(end, pieces.startOf(past)), ceiling: Math.min(end, ceiling) };
}

/** A cut in `[low, high]` that fits and is close to the largest that fits. `low` must fit. */
function bisect(text: PieceCountedText, start: number, low: number, high: number, maxTokens: number): number {
  const bracket = grow(text, start, low, high + 1, maxTokens);
  for (let halve = false; bracket.tooMany - bracket.fits > MAX_BRACKET; halve = !halve) {
    const { fits, few, tooMany, many } = bracket;
    // Tokens grow almost evenly with the cut; halving every second time prevents many steps in an uneven piece.
    const share = halve ? 0.5 : (maxTokens + 0.5 - few) / (many - few);
    const cut = Math.min(tooMany - 1, Math.max(fits + 1, fits + Math.round((tooMany - fits) * share)));
    narrow(bracket, cut, text.sum(start, cut), maxTokens);
  }
  return bracket.fits;
}

/** Tries cuts from `from` towards `to` in growing steps, so that little more than the result is counted. */
function grow(text: PieceCountedText, start: number, from: number, to: number, maxTokens: number): Bracket {
  const bracket = { fits: from, few: text.sum(start, from), tooMany: to, many: maxTokens + 1 };
  for (let step = MAX_CUTS; bracket.fits + step < bracket.tooMany; step *= 2) {
    const cut = bracket.fits + step;
    narrow(bracket, cut, text.sum(start, cut), maxTokens);
  }
  return bracket;
}

function narrow(bracket: Bracket, cut: number, tokens: number, maxTokens: number): void {
  if (tokens <= maxTokens) {
    bracket.fits = cut;
    bracket.few = tokens;
  } else {
    bracket.tooMany = cut;
    bracket.many = tokens;
  }
}

/**
 * All pieces of a text, in order, found in one pass: three numbers for each.
 *
 * Pieces are numbered from 0. A cut of the text at offset `end` leaves piece `i` and all before it as they are when
 * `reaches[i] <= end`: nothing at or after that offset was looked at to find them.
 */
class PieceList {
  length = 0;
  /** The offset where each piece ends, which is where the next one starts. */
  private readonly ends: Uint32Array;
  /** Tokens in the text up to the end of each piece. */
  private readonly totals: Uint32Array;
  /** The furthest offset the scanner read to find this piece or any before it; ascending, like the others. */
  readonly reaches: Uint32Array;

  constructor(encoding: Encoding, units: Uint16Array) {
    const { scanner } = encoding;
    const ends = new Uint32Array(units.length);
    const totals = new Uint32Array(units.length);
    const reaches = new Uint32Array(units.length);
    let length = 0;
    let total = 0;
    let reach = 0;
    for (let at = 0; at < units.length; length++) {
      const end = scanner.next(units, at, units.length);
      if (scanner.reach > reach) reach = scanner.reach;
      total += encoding.countPiece(units, at, end);
      ends[length] = end;
      totals[length] = total;
      reaches[length] = reach;
      at = end;
    }
    this.length = length;
    this.ends = ends.slice(0, length);
    this.totals = totals.slice(0, length);
    this.reaches = reaches.slice(0, length);
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
    return firstIndex(values.length, (i) => (values[i] ?? 0) > value);
  }
}
