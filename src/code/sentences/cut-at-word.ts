/**
 * Finds where to cut inside a sentence: after a semicolon, else after a colon, else between words if possible, otherwise between
 * characters as a reader sees them.
 */

const white = /\s/;
/** Scripts without spaces between words. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\ud840-\ud87f]/;
/** How far back a space is searched, and how much text before and after the cut is segmented, in UTF-16 units. */
const reach = 400;
const before = 64;
const after = 32;

let byWord: Intl.Segmenter | undefined;
let byGrapheme: Intl.Segmenter | undefined;

/** A mark in front of white space; in full width it needs none. `&amp;` is a character, not a mark. */
const clauseEnds = [/(?:(?<!&#?\w{1,12});(?=\s)|；)\s*/g, /(?::(?=\s)|：)\s*/g];

/**
 * The last semicolon, otherwise the last colon, in the second half of the room; otherwise as `cutAtWord`. A mark further back would
 * leave a much smaller chunk.
 */
export function cutAtClause(text: string, start: number, end: number, at: number): number {
  if (at >= end) return end;
  const from = start + ((at - start) >> 1);
  // The character behind the room says whether white space follows the last mark.
  const room = text.slice(from, at + 1);
  for (const clauseEnd of clauseEnds) {
    let cut = 0;
    for (const match of room.matchAll(clauseEnd)) {
      const after = match.index + match[0].length;
      if (match.index + 1 <= at - from) cut = Math.min(after, at - from);
    }
    if (cut > 0) return from + cut;
  }
  return cutAtWord(text, start, end, at);
}

/** The best cut at or before `at`, after `start` and at most `end`. A character is split only if it is longer than the room. */
export function cutAtWord(text: string, start: number, end: number, at: number): number {
  if (at >= end) return end;
  if (at <= start + 1) return Math.max(start, at);
  const space = spaceBefore(text, start, at);
  const tail = text.slice(Math.max(space ?? start, at - before), at + 1);
  if (unspaced.test(tail)) {
    byWord ??= new Intl.Segmenter('und', { granularity: 'word' });
    const cut = segmentBefore(byWord, text, Math.max(start, space ?? start), end, at);
    if (cut !== undefined) return cut;
  }
  if (space !== undefined) return space;
  byGrapheme ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmentBefore(byGrapheme, text, start, end, at) ?? betweenPairs(text, start, at);
}

/** The first place at or after `at` where a word begins, before `end`; between characters if there is none. */
export function nextWordStart(text: string, at: number, end: number): number {
  if (at === 0 || white.test(text.charAt(at - 1))) return at;
  const reached = Math.min(end, at + reach) - 1;
  for (let i = at; i < reached; i++) {
    if (unspaced.test(text.charAt(i)) && !isInPair(text, i)) return i;
    if (white.test(text.charAt(i)) && !white.test(text.charAt(i + 1))) return i + 1;
  }
  return isInPair(text, at) ? at + 1 : at;
}

/** Cuts after white space, so that it stays with the text before it; directly at `at`, also before white space. */
function spaceBefore(text: string, start: number, at: number): number | undefined {
  const isInLineBreak = (cut: number): boolean => text[cut] === '\n' && text[cut - 1] === '\r';
  if (white.test(text.charAt(at)) && !isInLineBreak(at)) return at;
  const last = Math.max(start, at - reach);
  for (let cut = at; cut > last; cut--) if (white.test(text.charAt(cut - 1)) && !isInLineBreak(cut)) return cut;
  return undefined;
}

/** The last boundary in (start, at], among those of the text around `at`. */
function segmentBefore(
  segmenter: Intl.Segmenter,
  text: string,
  start: number,
  end: number,
  at: number,
): number | undefined {
  let from = Math.max(start, at - before);
  if (from > start && isInPair(text, from)) from++;
  const segment = segmenter.segment(text.slice(from, Math.min(end, at + after))).containing(at - from);
  const cut = segment ? from + segment.index : at;
  // The first segment may have begun before the segmented text.
  return cut > from ? cut : undefined;
}

function isInPair(text: string, at: number): boolean {
  const low = text.charCodeAt(at);
  const high = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low < 0xe000 && high >= 0xd800 && high < 0xdc00;
}

const betweenPairs = (text: string, start: number, at: number): number =>
  isInPair(text, at) && at - 1 > start ? at - 1 : at;
