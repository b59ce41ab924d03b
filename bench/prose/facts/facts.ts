/**
 * What a document holds that should not be torn, found by scanners that are the benchmark's own: plain lines and tags, no
 * parser of ours. What a scanner is not sure about it leaves out, so they find less than there is rather than too much.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Heading extends Span {
  /** 1 is the highest. */
  readonly level: number;
}

export interface DocumentFacts {
  readonly sentences: readonly Span[];
  /** Fenced and literal blocks, `<pre>`, with their marks. */
  readonly code: readonly Span[];
  readonly rows: readonly Span[];
  readonly headings: readonly Heading[];
  /** What else follows headings: the terms of definitions. */
  readonly terms?: readonly Span[];
}

/** The lines of a stretch, without their breaks. */
export interface Line extends Span {
  readonly text: string;
}

export function linesOf(text: string, start = 0, end = text.length): Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end; ) {
    const stop = text.indexOf('\n', at);
    const next = stop === -1 || stop >= end ? end : stop;
    const line = text.slice(at, next).replace(/\r$/, '');
    lines.push({ start: at, end: at + line.length, text: line });
    at = next + 1;
  }
  return lines;
}

/** From the first to the last character that is not white space. */
export function trimmed(text: string, { start, end }: Span): Span {
  const inner = text.slice(start, end);
  return { start: start + inner.length - inner.trimStart().length, end: start + inner.trimEnd().length };
}
