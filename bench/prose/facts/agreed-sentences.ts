/**
 * The sentences of a paragraph that two independent judges agree on: `Intl.Segmenter`, which follows the Unicode rules and
 * treats `Dr.` and `e.g.` as ends, and simple rules of the benchmark. These end a sentence only at a mark that follows a word of
 * three or more letters (or a closing bracket, quote or code span) and precedes white space and a capital letter, or at an
 * ideographic full stop. A sentence counts if both see its beginning and its end and neither sees an end inside. The product uses
 * neither of them.
 */
import type { Span } from './document-facts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const ends =
  /(?:[\p{L}\p{N}]{3,}|[)\]"'”’»`*_])([.!?])["'”’»)\]*_`]*\s+(?=["'“‘«(*_`[]*\p{Lu}[\p{L}’']*[\s,])|[。！？][”’」』）]*/gu;
/** Words of three or more letters that may be followed by a full stop without ending the sentence. */
const abbreviations =
  /\b(?:etc|approx|resp|incl|vol|fig|eqn|sec|dept|est|ext|min|max|vgl|bzw|usw|ggf|inkl|prof|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|inc|ltd|corp)\.["')\]]*\s*$/iu;

/** @param paragraph with tags and line markup replaced by blanks; its line breaks do not end a sentence. */
export function agreedSentences(paragraph: string, offset: number): Span[] {
  const flat = paragraph.replaceAll(/[\r\n\t]/g, ' ');
  const one = [skipWhite(flat, 0)];
  for (const { index } of segmenter.segment(flat)) if (index > (one[0] ?? 0)) one.push(skipWhite(flat, index));
  one.push(flat.length);
  /** Start of a sentence → its end. */
  const endOf = new Map(one.slice(1).map((next, i) => [one[i], next]));
  const other = [skipWhite(flat, 0)];
  ends.lastIndex = 0;
  for (const match of flat.matchAll(ends)) {
    const at = skipWhite(flat, match.index + match[0].length);
    if (abbreviations.test(flat.slice(0, match.index + match[0].length))) continue;
    other.push(at);
  }
  other.push(flat.length);
  const sentences: Span[] = [];
  for (let i = 1; i < other.length; i++) {
    const [start = 0, next = 0] = [other[i - 1], other[i]];
    const end = start + flat.slice(start, next).trimEnd().length;
    if (endOf.get(start) === next && /\p{L}{2}/u.test(flat.slice(start, end)))
      sentences.push({ start: offset + start, end: offset + end });
  }
  return sentences;
}

function skipWhite(text: string, at: number): number {
  let next = at;
  while (next < text.length && /\s/.test(text.charAt(next))) next++;
  return next;
}
