/** Matches of a regular expression in a text, line by line as other tools for lines do it, or in the whole text. */

import type { Regex } from '../query/regex-pattern';
import type { Needle } from './needle';
import { needlesOf } from './regex-literals';

/** How to look for things in a source, a text or bytes. */
interface Look<Source> {
  /** As `Needle.inText`. */
  readonly find: (needle: Needle, source: Source, from: number) => number;
  /** The last line break at or before a place; -1: there is none. */
  readonly lineBreak: (source: Source, at: number) => number;
}

/** Finds the lines that have several texts. */
export const inText: Look<string> = {
  find: (needle, source, from) => needle.inText(source, from),
  lineBreak: (source, at) => source.lastIndexOf('\n', at),
};

export const inBytes: Look<Buffer> = {
  find: (needle, source, from) => needle.inBytes(source, from),
  lineBreak: (source, at) => source.lastIndexOf(10, at),
};

/**
 * Goes through the lines of a source that have all needles. The needle that is found last tells the first line that can have all of
 * them, and the others are searched for from there on. So each needle is searched for only once in the source.
 */
export class NeedleLines<Source> {
  /** Where each needle was found last. */
  private readonly found: number[];

  /** @param needles at least one; without line breaks. */
  constructor(
    private readonly source: Source,
    private readonly needles: readonly Needle[],
    private readonly look: Look<Source>,
  ) {
    this.found = needles.map(() => -1);
  }

  /** A place in the first line with all needles, at `from`, where a line begins, or after it; -1: there is none. */
  next(from: number): number {
    const { source, needles, look, found } = this;
    for (let start = from; ; ) {
      let first = Infinity;
      let last = -1;
      for (let i = 0; i < needles.length; i++) {
        const needle = needles[i];
        if (needle && (found[i] ?? -1) < start) found[i] = look.find(needle, source, start);
        const at = found[i] ?? -1;
        if (at < 0) return -1;
        first = Math.min(first, at);
        last = Math.max(last, at);
      }
      start = look.lineBreak(source, last) + 1;
      if (first >= start) return last;
    }
  }
}

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
