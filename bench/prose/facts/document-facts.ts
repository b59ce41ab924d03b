/**
 * The parts of a document that should not be torn. The benchmark finds them with its own scanners, by lines and tags, without any
 * parser of the product. A scanner leaves out what it is not sure about, so it finds too little rather than too much.
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
  /** Fenced and literal blocks and `<pre>`, including their marks. */
  readonly code: readonly Span[];
  readonly rows: readonly Span[];
  readonly headings: readonly Heading[];
  /** Terms of definitions, which can also follow a heading. */
  readonly terms?: readonly Span[];
}

/** A line without its line break. */
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
