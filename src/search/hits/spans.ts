/**
 * Spans: the few line ranges of a hit that answer. They are made from the lines of the hit in their order of use (hit-spans.ts), as
 * many as a size allows. The size is in characters, which need no counter: 3 to 4 are a token. Small gaps are filled, since a line that
 * says what was left out would be as long.
 */
import type { EnclosingLines } from '../../code/chunk';

/** First and last line in the file, 1-based, inclusive. */
export type Span = readonly [start: number, end: number];

/** A hit, or a part of it. */
interface SpanSource {
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly bestLines?: readonly number[] | undefined;
  /** What its lines are in; see `LineRun`. */
  readonly enclosing?: readonly EnclosingLines[] | undefined;
}

/** Lines; a gap up to this size is filled. */
const maxFilledGap = 2;
/** Characters that one line for what was left out costs. */
const elisionLength = 15;

/** In file order, with at least one line between them. Without `bestLines` the chunk is one span; without text there is none. */
export function spansWithin(source: SpanSource, maxLength: number): Span[] {
  const { text, startLine, bestLines = [] } = source;
  if (text === '') return [];
  const [first] = bestLines;
  if (first === undefined) return [wholeSpan(source)];
  const lines = linesOf(text);
  const lengthOf = (line: number): number => (lines[line - startLine] ?? '').length + 1;
  const chosen = new Set([first]);
  let length = lengthOf(first);
  for (const line of bestLines) {
    if (chosen.has(line)) continue;
    const isBeside = chosen.has(line - 1) || chosen.has(line + 1);
    const cost = lengthOf(line) + (isBeside ? 0 : elisionLength);
    if (length + cost > maxLength) continue;
    length += cost;
    chosen.add(line);
  }
  return joined([...chosen].sort((a, b) => a - b));
}

export function wholeSpan(source: SpanSource): Span {
  const { text, startLine, endLine } = source;
  if (!hasLinesOfFile(source)) return [startLine, endLine];
  const shown = text.trimEnd();
  if (shown === '') return [endLine, endLine];
  const blank = text.slice(0, text.length - text.trimStart().length);
  return [startLine + lineBreaks(blank), startLine + lineBreaks(shown)];
}

/** Are these spans all of the chunk? */
export function isAllOf(source: SpanSource, spans: readonly Span[]): boolean {
  if (source.text === '') return true;
  const [first, ...more] = spans;
  const [start, end] = wholeSpan(source);
  return first?.[0] === start && first[1] === end && more.length === 0;
}

/** @param sorted lines in ascending order. */
function joined(sorted: readonly number[]): Span[] {
  const spans: [number, number][] = [];
  for (const line of sorted) {
    const last = spans.at(-1);
    if (last && line - last[1] - 1 <= maxFilledGap) last[1] = line;
    else spans.push([line, line]);
  }
  return spans;
}

/** False for text that was decoded from the file, such as a notebook's: it has other lines than the file. */
export function hasLinesOfFile({ text, startLine, endLine }: SpanSource): boolean {
  const endsInBreak = text.endsWith('\n') || text.endsWith('\r');
  return lineBreaks(text) + (endsInBreak ? 0 : 1) === endLine - startLine + 1;
}

/** Counts without making the lines: blocks of a pack are made again and again. */
function lineBreaks(text: string): number {
  if (text.includes('\r')) return text.match(lineBreak)?.length ?? 0;
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

const lineBreak = /\r\n|\r|\n/g;

/** The lines of a chunk; the line break at its end begins no further line. */
export function linesOf(text: string): string[] {
  // Nearly all texts have one kind of line break, and then an expression would take several times as long.
  const lines = text.includes('\r') ? text.split(lineBreak) : text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

/** Lines that follow each other in the file. */
interface LineRun {
  /** 1-based; the first of them. */
  readonly line: number;
  readonly text: string;
}

/**
 * The lines of the spans, exactly as they are in the file, each span after the signatures that it is in and that are not shown yet: a
 * method after the line of its class. One line alone stays alone: it says where something is, and its title says in what.
 */
export function shownRuns(source: SpanSource, spans: readonly Span[]): LineRun[] {
  const { text, startLine, endLine, enclosing = [] } = source;
  const lines = linesOf(text);
  const [only, ...others] = spans;
  // Text that was decoded from the file, such as a notebook's, has other lines than the file.
  if (lines.length !== endLine - startLine + 1)
    return only ? [...enclosing.filter(({ line }) => line < startLine), { line: startLine, text }] : [];
  const isAlone = others.length === 0 && only?.[0] === only?.[1] && !isAllOf(source, spans);
  const runs: LineRun[] = [];
  let next = 0;
  for (const [start, end] of spans) {
    for (const around of isAlone ? [] : enclosing) {
      const last = lastLineOf(around);
      if (around.line < next || last >= start || around.lastLine < start) continue;
      runs.push(around);
      next = last + 1;
    }
    runs.push({ line: start, text: lines.slice(start - startLine, end - startLine + 1).join('\n') });
    next = end + 1;
  }
  return runs;
}

function lastLineOf({ line, text }: LineRun): number {
  return line + lineBreaks(text);
}

/** With a line such as `⋯ 120–131` for each run of lines between them that is left out. What is before and after all is not mentioned. */
export function spanText(source: SpanSource, spans: readonly Span[]): string {
  return joinRuns(shownRuns(source, spans), (from, to) => elisionIn(source, from, to));
}

/** The lines of the place have numbers. Those between it and what it is in need none, and numbers cost a model 6 tokens. */
export function elisionIn({ startLine }: Pick<SpanSource, 'startLine'>, from: number, to: number): string {
  return to < startLine ? '…' : elision(Math.max(from, startLine), to);
}

/** @param elided a line for what is left out; the text is what follows. */
export function joinRuns(
  runs: readonly LineRun[],
  elided: (from: number, to: number, following: string) => string,
): string {
  return runs
    .map((run, at) => {
      const before = runs[at - 1];
      const from = before ? lastLineOf(before) + 1 : run.line;
      return from < run.line ? `${elided(from, run.line - 1, run.text)}\n${run.text}` : run.text;
    })
    .join('\n');
}

export function elision(from: number, to: number): string {
  return `⋯ ${from === to ? from : `${from}–${to}`}`;
}
