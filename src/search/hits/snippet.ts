/**
 * The most informative of the lines that answer, with the words of the query marked. Lines are chosen one by one: each time the one with the
 * most words of the query that no chosen line has yet. The line that the hit is about counts as half a word, and a line next to
 * a chosen one a little more than others, so that a snippet reads as one piece if possible. If no line has any of the words, the
 * snippet is that line and those after it.
 */
import { splitWord } from '../../index/terms/split-word';
import type { RegexMatch } from '../regex/regex-match';
import { spacedScript, wordRun } from './line-terms';
import { linesOf, type Span } from './spans';

export interface SnippetLine {
  /** 1-based, in the file. */
  readonly number: number;
  /** Cut to the width; tabs are two spaces. */
  readonly text: string;
  /** The words of the query: from, to (exclusive), in `text`; in order, without overlaps. */
  readonly marks: readonly Mark[];
}

type Mark = readonly [from: number, to: number];

interface SnippetSource {
  readonly text: string;
  readonly startLine: number;
  /** 1-based; the line that the hit is about: that of a definition, or the one that fits best. */
  readonly line: number;
  /** The lines that answer: only they are shown. */
  readonly spans?: readonly Span[];
  /** Of a frame of a trace its line counts, not the words of the trace. */
  readonly frame?: number;
  /** Where the regular expressions of the query match. */
  readonly matches?: readonly RegexMatch[];
}

interface SnippetOptions {
  /** Default 3. */
  readonly lines?: number;
  /** Max characters per line; default 120. */
  readonly width?: number;
}

/** Weights by term, as the index spells it. */
export type SnippetTerms = ReadonlyMap<string, number>;

// These weights only choose lines; they do not change the order of hits.
/** Share of a word that a chosen line has already. */
const repeatedWeight = 0.25;
const headWeight = 0.5;
const besideWeight = 0.1;
/** Lines of brackets and punctuation say little. */
const bareWeight = -0.15;
/** A line with a match of a regular expression. */
const matchWeight = 2;
/** A hit is some dozens of lines; of anything larger, such as data in one line, only the beginning is read. */
const maxSourceLines = 1000;
const maxLineLength = 2000;

export function snippetTerms(terms: readonly { readonly term: string; readonly weight: number }[]): SnippetTerms {
  return new Map(terms.map(({ term, weight }) => [term, weight]));
}

export function snippetOf(source: SnippetSource, asked: SnippetTerms, options: SnippetOptions = {}): SnippetLine[] {
  const { lines: maxLines = 3, width = 120 } = options;
  const terms: SnippetTerms = source.frame === undefined ? asked : new Map();
  const written = [...linesOf(source.text).slice(0, maxSourceLines).entries()].filter(
    ([, raw]) => raw.slice(0, maxLineLength).trim() !== '',
  );
  const isAnswer = ([at]: (typeof written)[number]): boolean =>
    source.spans?.some(([from, to]) => from <= source.startLine + at && source.startLine + at <= to) === true;
  const answers = written.filter(isAnswer);
  // Finding words costs most, and a hit has many more lines than it shows.
  const lines = (answers.length > 0 ? answers : written).map(([at, raw]): Line => {
    const text = raw.slice(0, maxLineLength).replaceAll('\t', '  ').trimEnd();
    const isBare = !/[\p{L}\p{N}]/u.test(text);
    const matches = matchMarks(raw, source.startLine + at, source.matches ?? []);
    const { found, marks } = findTerms(text, terms);
    const all = matches.length > 0 ? joinMarks([...marks, ...matches]) : marks;
    return { at, text, isBare, isLonger: raw.length > maxLineLength, found, marks: all, isMatch: matches.length > 0 };
  });
  const taken = chooseLines(lines, { maxLines, head: source.line - source.startLine, terms });
  return taken
    .sort((a, b) => a.at - b.at)
    .map((line) => ({ number: source.startLine + line.at, ...shortenLine(line, width) }));
}

interface Line {
  readonly at: number;
  readonly text: string;
  readonly isBare: boolean;
  readonly isLonger: boolean;
  readonly found: ReadonlySet<string>;
  readonly marks: readonly Mark[];
  readonly isMatch: boolean;
}

interface LineChoice {
  readonly maxLines: number;
  /** The line that the hit is about. */
  readonly head: number;
  readonly terms: SnippetTerms;
}

function chooseLines(lines: readonly Line[], { maxLines, head, terms }: LineChoice): Line[] {
  const taken: Line[] = [];
  const left = new Set(lines);
  const seen = new Set<string>();
  const weight = (line: Line): number => {
    let sum = (line.at === head ? headWeight : 0) + (line.isMatch ? matchWeight : 0);
    for (const term of line.found) sum += (terms.get(term) ?? 0) * (seen.has(term) ? repeatedWeight : 1);
    if (taken.some(({ at }) => Math.abs(at - line.at) === 1)) sum += besideWeight;
    return line.isBare ? sum + bareWeight : sum;
  };
  while (taken.length < maxLines && left.size > 0) {
    let best: { line: Line; weight: number } | undefined;
    for (const line of left) {
      const now = weight(line);
      if (!best || now > best.weight) best = { line, weight: now };
    }
    if (!best) break;
    taken.push(best.line);
    left.delete(best.line);
    for (const term of best.line.found) seen.add(term);
  }
  return taken;
}

/** Pieces of an identifier, as `splitWord` cuts it. */
const piece = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+\p{N}*|\p{Lu}+(?:s(?!\p{Ll}))?\p{N}*|\p{N}+/gu;

function findTerms(text: string, terms: SnippetTerms): Pick<Line, 'found' | 'marks'> {
  const found = new Set<string>();
  const marks: Mark[] = [];
  if (terms.size === 0) return { found, marks };
  for (const { 0: word, index } of text.matchAll(wordRun)) {
    if (!spacedScript.test(word)) {
      marks.push(...inUnspaced(word, index, terms, found));
      continue;
    }
    const { whole, parts } = splitWord(word);
    const isWhole = whole !== undefined && terms.has(whole);
    if (isWhole) found.add(whole);
    const had = parts.filter((part) => terms.has(part));
    for (const part of had) found.add(part);
    if (isWhole || (had.length > 0 && whole === undefined)) marks.push([index, index + word.length]);
    else if (had.length > 0) marks.push(...inPieces(word, index, terms));
  }
  return { found, marks: joinMarks(marks) };
}

/** The part of each match that is on a line; tabs are two spaces in snippets. */
function matchMarks(raw: string, number: number, matches: readonly RegexMatch[]): Mark[] {
  const length = raw.slice(0, maxLineLength).trimEnd().length;
  const placeOf = (column: number): number => raw.slice(0, Math.min(column - 1, length)).replaceAll('\t', '  ').length;
  return matches.flatMap(({ line, column, endLine, endColumn }): Mark[] => {
    if (number < line || number > endLine) return [];
    const from = placeOf(number === line ? column : 1);
    const to = placeOf(number === endLine ? endColumn : length + 1);
    return from < to ? [[from, to]] : [];
  });
}

function inPieces(word: string, start: number, terms: SnippetTerms): Mark[] {
  return [...word.matchAll(piece)]
    .filter(([text]) => splitWord(text).parts.some((part) => terms.has(part)))
    .map(({ 0: text, index }) => [start + index, start + index + text.length] as const);
}

/** Scripts without spaces between words: a term may be anywhere in the run. */
function inUnspaced(run: string, start: number, terms: SnippetTerms, found: Set<string>): Mark[] {
  const lower = run.toLowerCase();
  const marks: Mark[] = [];
  // Some capitals become longer in lower case, which would shift the places.
  if (lower.length !== run.length) return marks;
  for (const term of terms.keys()) {
    for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + term.length)) {
      found.add(term);
      marks.push([start + at, start + at + term.length]);
    }
  }
  return marks;
}

function joinMarks(marks: readonly Mark[]): Mark[] {
  const sorted = [...marks].sort(([a], [b]) => a - b);
  const result: Mark[] = [];
  for (const [from, to] of sorted) {
    const last = result.at(-1);
    if (last && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else result.push([from, to]);
  }
  return result;
}

/** Where a name begins that is no part of a longer one; -1 if it is nowhere. */
export function nameAt(text: string, name: string): number {
  const isLetter = (char: string): boolean => /[\p{L}\p{N}_$]/u.test(char);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isLetter(text.charAt(at - 1)) && !isLetter(text.charAt(at + name.length))) return at;
  return -1;
}

/** A line that is too long shows the part with its first mark. */
function shortenLine({ text, marks, isLonger }: Line, width: number): Pick<SnippetLine, 'text' | 'marks'> {
  if (text.length <= width && !isLonger) return { text, marks };
  const first = marks[0] ?? [0, 0];
  const from = first[1] < width ? 0 : wholeCharacterAt(text, Math.max(0, first[0] - Math.floor(width / 4)));
  const before = from > 0 ? '…' : '';
  const end = wholeCharacterAt(text, from + width - before.length - 1);
  const after = end < text.length || isLonger ? '…' : '';
  const shift = before.length - from;
  return {
    text: before + text.slice(from, end) + after,
    marks: marks
      .filter(([start, to]) => to > from && start < end)
      .map(([start, to]) => [Math.max(start, from) + shift, Math.min(to, end) + shift]),
  };
}

/** Moves a place that is between the halves of a surrogate pair. */
function wholeCharacterAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
