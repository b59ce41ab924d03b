/** How a line of a snippet fits its room. Does not depend on the DOM. */
import type { CodeLine } from '../../messages/result-messages';

export type FittedLine = Pick<CodeLine, 'text' | 'marks' | 'tokens'>;

/** Characters: in less room, the beginning of a line says more than a match without what is around it. */
const minColumns = 16;

/**
 * A line is cut at its end, which the style sheet does; the box of a mark that is not seen then would be, so it is left out.
 * @param columns characters that fit.
 */
export function fitLine(line: FittedLine, columns: number): FittedLine {
  const { text, marks, tokens } = withFirstMark(line, columns);
  // The last character is an ellipsis if the line is longer.
  return { text, tokens, marks: text.length > columns ? marks.filter(([start]) => start < columns - 1) : marks };
}

/** Only if its first match could not be seen, its beginning is left out: as little of it as is needed, up to the beginning of a word. */
function withFirstMark(line: FittedLine, columns: number): FittedLine {
  const { text, marks, tokens } = line;
  const [first] = marks;
  if (!first || first[1] < columns || columns < minColumns || text.length <= columns) return line;
  const needed = Math.min(first[0], first[1] - columns + 2);
  const from = wordStart(text, needed, first[0]);
  if (from <= 1) return line;
  const shift = 1 - from;
  return {
    text: `…${text.slice(from)}`,
    marks: marks.filter(([start]) => start >= from).map(([start, end]) => [start + shift, end + shift]),
    tokens: tokens
      .filter(([, end]) => end > from)
      .map(([start, end, kind]) => [Math.max(start, from) + shift, end + shift, kind]),
  };
}

/** Where a word begins, from one place up to another, which is the end at the latest. */
function wordStart(text: string, from: number, last: number): number {
  const isWord = (at: number): boolean => /[\p{L}\p{M}\p{N}_$]/u.test(text.charAt(at));
  for (let at = from; at < last; at++) if (isWord(at) && !isWord(at - 1) && !isSecondHalf(text, at)) return at;
  return last;
}

/** Of a surrogate pair. */
function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
