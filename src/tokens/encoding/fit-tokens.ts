import { splitsPair } from '../utf16-units';
import type { Encoding } from './encoding';
import type { PieceList } from './piece-list';

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

/** What `fitTokens` needs of a text; `count` is the one of `CountedText`. */
interface PieceText {
  readonly encoding: Encoding;
  readonly units: Uint16Array;
  readonly pieces: PieceList;
  count(start: number, end: number): number;
}

/** The cuts left to try: none above `ceiling` fits; those up to `floor` probably do. */
interface Window {
  readonly floor: number;
  readonly ceiling: number;
}

/** A cut that fits and a longer one that does not, each with its number of tokens. */
interface Bracket {
  fits: number;
  few: number;
  tooMany: number;
  many: number;
}

export function fitTokens(text: PieceText, start: number, end: number, maxTokens: number): number {
  if (start === end) return end;
  const first = Math.min(end, splitsPair(text.units, start + 1) ? start + 2 : start + 1);
  // Each unit takes at least one byte of a token.
  const furthest = Math.min(end, Math.max(first, start + maxTokens * text.encoding.maxTokenLength));
  const { floor, ceiling } = windowOf(text, start, furthest, maxTokens);
  let cut = ceiling;
  if (ceiling - floor > MAX_CUTS) {
    const low = Math.max(first, floor);
    cut = text.count(start, low) > maxTokens ? low : bisect(text, start, low, ceiling, maxTokens);
  }
  for (; cut > first; cut--) {
    if (cut < end && splitsPair(text.units, cut)) continue;
    if (text.count(start, cut) <= maxTokens) return cut;
  }
  return first;
}

function windowOf(text: PieceText, start: number, end: number, maxTokens: number): Window {
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
function bisect(text: PieceText, start: number, low: number, high: number, maxTokens: number): number {
  const bracket = grow(text, start, low, high + 1, maxTokens);
  for (let halve = false; bracket.tooMany - bracket.fits > MAX_BRACKET; halve = !halve) {
    const { fits, few, tooMany, many } = bracket;
    // Tokens grow almost evenly with the cut; halving every second time prevents many steps in an uneven piece.
    const share = halve ? 0.5 : (maxTokens + 0.5 - few) / (many - few);
    const cut = Math.min(tooMany - 1, Math.max(fits + 1, fits + Math.round((tooMany - fits) * share)));
    narrow(bracket, cut, text.count(start, cut), maxTokens);
  }
  return bracket.fits;
}

/** Tries cuts from `from` towards `to` in growing steps, so that little more than the result is counted. */
function grow(text: PieceText, start: number, from: number, to: number, maxTokens: number): Bracket {
  const bracket = { fits: from, few: text.count(start, from), tooMany: to, many: maxTokens + 1 };
  for (let step = MAX_CUTS; bracket.fits + step < bracket.tooMany; step *= 2) {
    const cut = bracket.fits + step;
    narrow(bracket, cut, text.count(start, cut), maxTokens);
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
