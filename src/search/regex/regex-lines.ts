/** Matches of a regular expression in a text, line by line as other tools for lines do it, or in the whole text. */
import { inText, NeedleLines } from './needle-lines';
import { needlesOf } from './regex-literals';
import type { Regex } from './regex-pattern';

/** Called with UTF-16 offsets; returns false to stop. */
type VisitMatch = (start: number, end: number) => boolean;

/** Makes a function that finds the matches of an expression in a text, in order. Empty matches do not count. */
export function matcherOf(regex: Regex): (text: string, visit: VisitMatch) => void {
  const { expression, isMultiline } = regex;
  if (isMultiline) return (text, visit) => void matchIn(expression, text, 0, visit);
  const needles = needlesOf(regex);
  return (text, visit) => {
    // Only lines with the needles can match, and a search for them is much faster than for the expression.
    const lines = needles.length > 0 ? new NeedleLines(text, needles, inText) : undefined;
    for (let from = 0; from < text.length; ) {
      const at = lines ? lines.next(from) : from;
      if (at < 0) return;
      const start = lines ? text.lastIndexOf('\n', at) + 1 : from;
      const newline = text.indexOf('\n', at);
      const end = newline < 0 ? text.length : newline;
      const line = text.slice(start, text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end);
      if (!matchIn(expression, line, start, visit)) return;
      from = end + 1;
    }
  };
}

/** @param offset of the text; returns false if the visitor stopped it. */
function matchIn(expression: RegExp, text: string, offset: number, visit: VisitMatch): boolean {
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    const [{ length }] = match;
    if (length === 0) expression.lastIndex++;
    else if (!visit(offset + match.index, offset + match.index + length)) return false;
  }
  return true;
}
