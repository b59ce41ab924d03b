import { splitsPair } from '../utf16-units';
import type { Encoding } from './encoding';
import type { PieceList } from './piece-list';

/**
 * The largest cut of a slice that keeps within a number of tokens.
 *
 * A longer cut can be fewer tokens than a shorter one (a word cut short may be two tokens where the word is one), so
 * bisection alone does not find it. The totals of the pieces give a ceiling above which no cut fits, since the pieces
 * below it are already too many and a cut above it does not change them; from there each cut is tried, longest first.
 * That is a handful of tries, except in a piece of a hundred characters and more, where trying each would be quadratic.
 */

/** Where more cuts than this would have to be tried, one that fits is searched for instead. */
const MANY_CUTS = 128;

/** The search ends when it knows the cut this well, in UTF-16 units. */
const CLOSE = 4;

/** A text as `fitTokens` sees it: `count` is that of `CountedText`. */
interface PieceText {
  readonly encoding: Encoding;
  readonly units: Uint16Array;
  readonly pieces: PieceList;
  count(start: number, end: number): number;
}

/** The cuts left to try: none above `ceiling` fits; those up to `floor` are likely to. */
interface Window {
  readonly floor: number;
  readonly ceiling: number;
}

/** A cut that fits and a longer one that does not, each with its tokens. */
interface Bracket {
  fits: number;
  few: number;
  tooMany: number;
  many: number;
}

export function fitTokens(text: PieceText, start: number, end: number, maxTokens: number): number {
  if (start === end) return end;
  const first = Math.min(end, splitsPair(text.units, start + 1) ? start + 2 : start + 1);
  // A unit is at least one byte of its token.
  const furthest = Math.min(end, Math.max(first, start + maxTokens * text.encoding.longestToken));
  const { floor, ceiling } = windowOf(text, start, furthest, maxTokens);
  let cut = ceiling;
  if (ceiling - floor > MANY_CUTS) {
    const low = Math.max(first, floor);
    cut = text.count(start, low) > maxTokens ? low : search(text, start, low, ceiling, maxTokens);
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
  // Until the slice's pieces are the text's own, as in `count`.
  for (; piece < 0 && at < end; piece = pieces.startingAt(at)) {
    const next = encoding.scanner.next(units, at, end);
    reach = Math.max(reach, encoding.scanner.reach);
    if (next - at > MANY_CUTS) {
      // A piece of megabytes must not be counted to its end only to see that it is too long.
      const { fits, tooMany } = grow(text, at, at, next, left);
      if (tooMany < next) return { floor: fits, ceiling: tooMany };
    }
    left -= encoding.countPiece(units, at, next);
    if (left < 0) return { floor: at, ceiling: Math.min(end, reach - 1) };
    at = next;
  }
  if (at >= end) return { floor: end, ceiling: end };
  const past = pieces.firstPast(pieces.tokensBefore(piece) + left);
  if (past === pieces.length) return { floor: end, ceiling: end };
  const ceiling = Math.max(reach, pieces.reaches[past] ?? 0) - 1;
  return { floor: Math.min(end, pieces.startOf(past)), ceiling: Math.min(end, ceiling) };
}

/** A cut in `[low, high]` that fits and is not far from the largest, given that `low` fits. */
function search(text: PieceText, start: number, low: number, high: number, maxTokens: number): number {
  const bracket = grow(text, start, low, high + 1, maxTokens);
  for (let halve = false; bracket.tooMany - bracket.fits > CLOSE; halve = !halve) {
    const { fits, few, tooMany, many } = bracket;
    // Tokens grow almost evenly with the cut; halving in between keeps an uneven piece from taking many steps.
    const share = halve ? 0.5 : (maxTokens + 0.5 - few) / (many - few);
    const cut = Math.min(tooMany - 1, Math.max(fits + 1, fits + Math.round((tooMany - fits) * share)));
    narrow(bracket, cut, text.count(start, cut), maxTokens);
  }
  return bracket.fits;
}

/** Looks from `from` towards `to` in growing steps, so that little more is counted than does fit. */
function grow(text: PieceText, start: number, from: number, to: number, maxTokens: number): Bracket {
  const bracket = { fits: from, few: text.count(start, from), tooMany: to, many: maxTokens + 1 };
  for (let step = MANY_CUTS; bracket.fits + step < bracket.tooMany; step *= 2) {
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
