/** The spans of the hits of one search: the first hits get the most lines. */
import { Mentions } from '../query/mentions';
import type { Query } from '../query/query';
import type { QuestionParts } from '../query/question-parts';
import { messageMatcher } from '../query/text/messages';
import type { Hit } from './hit';
import { LineTerms } from './line-terms';
import { linesOf, spansWithin } from './spans';

interface PlacedText {
  readonly path: string;
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The line of the definition that the hit is about, 1-based; undefined if none is in the text. */
  readonly line: number | undefined;
  /** The lines where the regular expressions of the query match; they come first. */
  readonly matchLines?: readonly number[];
  /** 0-based place among the hits. */
  readonly at: number;
}

// About 300 tokens for the first hit, a half, a third … of it for the next ones, but at least 30; in characters.
const firstLength = 1000;
const minLength = 100;

export class HitSpans {
  private readonly finder: LineTerms;
  private readonly named: NamedLines;
  /** By folder. */
  private readonly weights = new Map<string, TermWeights>();

  constructor(private readonly query: Pick<Query, 'lexical' | 'parts'>) {
    this.finder = new LineTerms(new Set(query.lexical.terms.map(({ term }) => term)));
    this.named = new NamedLines(query.parts);
  }

  /** What each word of the query counts in a folder. @param rarity of a term in it. */
  weightsIn(root: string, rarity: (term: string) => number): TermWeights {
    const { terms } = this.query.lexical;
    const weights =
      this.weights.get(root) ?? new Map(terms.map(({ term, weight }) => [term, weight * rarity(term)] as const));
    this.weights.set(root, weights);
    return weights;
  }

  of(source: PlacedText, weights: TermWeights): Pick<Hit, 'spans' | 'bestLines'> {
    const { text, startLine, endLine, at, matchLines = [] } = source;
    const lines = linesOf(text);
    const isDecoded = lines.length !== endLine - startLine + 1;
    const best = isDecoded || text === '' ? undefined : this.order(source, lines, weights);
    const ordered = best && [...new Set([...matchLines, ...best.map((each) => startLine + each)])];
    const place = { text, startLine, endLine, ...(ordered && { bestLines: ordered }) };
    const spans = spansWithin(place, Math.max(minLength, firstLength / (at + 1)));
    return { spans, ...(place.bestLines && { bestLines: place.bestLines }) };
  }

  private order(source: PlacedText, lines: readonly string[], weights: TermWeights): number[] {
    const { path, text, startLine, line } = source;
    const named = this.named.of({ path, text, lines, startLine });
    const head = line === undefined ? undefined : line - startLine;
    return bestLines({ lines, head, named }, this.finder, weights);
  }
}

interface PlacedLines {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** 1-based. */
  readonly startLine: number;
}

/** The first messages are the surest. */
const maxMessages = 3;

/** Share of a message that a chunk must have, and that a line must have. */
const minShare = 0.5;

/**
 * The lines of a chunk that a text points at: those of its stack frames and paths, and those that have its messages as literals.
 */
class NamedLines {
  private readonly mentions: Mentions;
  private readonly matchers: readonly ((source: string) => number)[];

  constructor({ frames, paths, messages }: Pick<QuestionParts, 'frames' | 'paths' | 'messages'>) {
    this.mentions = new Mentions({ frames, paths });
    this.matchers = messages.slice(0, maxMessages).map(messageMatcher);
  }

  /** @returns 0-based. */
  of({ path, text, lines, startLine }: PlacedLines): Set<number> {
    const named = new Set<number>();
    for (const line of this.mentions.of(path)?.lines ?? []) {
      const at = line - startLine;
      if (at >= 0 && at < lines.length) named.add(at);
    }
    for (const share of this.matchers) {
      if (share(text) < minShare) continue;
      lines.forEach((line, at) => {
        if (share(line) >= minShare) named.add(at);
      });
    }
    return named;
  }
}

/**
 * The lines of a chunk in the order in which a reader needs them. First the signature of the definition that the hit is about. Then
 * the lines that the query points at: those of stack frames, and those with its messages. Then statement by statement: those with the most of the query for their length, where a rare word counts more than a common one, a word
 * that many lines of the chunk have counts less, and lines near a match count a little. Lines far from any match come last, in the
 * order of the file, beginning after the signature. A statement is a run of lines that brackets hold together; nothing is parsed.
 */
interface LineSource {
  /** The lines of the chunk. */
  readonly lines: readonly string[];
  /** 0-based; the line of the definition that the hit is about; undefined if it is not in the chunk. */
  readonly head: number | undefined;
  /** 0-based; lines that the query points at. */
  readonly named?: ReadonlySet<number>;
}

const isTelling = /[\p{L}\p{N}]/u;

/** What a word counts. */
type TermWeights = ReadonlyMap<string, number>;

// These numbers only order lines; they do not change the order of hits. docs/search.md has what was tried.
/** What a match counts for the lines around it, by their distance. */
const nearWeights = [1, 0.5, 0.35, 0.2];
/** Added to the length of a statement, in characters, so that very short ones do not win by their length. */
const shortLength = 15;
/** Brackets that stay open for more lines than this are a body, or were misread in a string. */
const maxStatementLines = 6;
/** Characters of a line that are read; what is longer is data. */
const maxLineLength = 2000;

/** @returns 0-based, each line once. Blank lines and lines of brackets are left out: alone they say nothing. */
function bestLines({ lines, head, named }: LineSource, finder: LineTerms, weights: TermWeights): number[] {
  const values = nearValues(lineValues(lines, finder, weights));
  const statements = statementsOf(lines);
  const signature = head === undefined ? undefined : statements.find(({ from, to }) => from <= head && head <= to);
  const start = head ?? 0;
  const ordered = statements
    .filter((statement) => statement !== signature)
    .map((statement) => ({
      ...statement,
      value: isNamed(statement, named) ? Number.POSITIVE_INFINITY : statementValue(statement, lines, values),
    }))
    .sort(
      (a, b) => compareValues(a.value, b.value) || Number(a.from < start) - Number(b.from < start) || a.from - b.from,
    );
  const result: number[] = [];
  for (const { from, to } of signature ? [signature, ...ordered] : ordered) {
    for (let at = from; at <= to; at++) if (from < to || isTelling.test(lines[at] ?? '')) result.push(at);
  }
  return result;
}

/** Infinite values are equal. */
function compareValues(a: number, b: number): number {
  return a === b ? 0 : b - a;
}

function isNamed({ from, to }: Statement, named: ReadonlySet<number> | undefined): boolean {
  if (!named || named.size === 0) return false;
  for (let at = from; at <= to; at++) if (named.has(at)) return true;
  return false;
}

/** The weights of the words in each line. */
function lineValues(lines: readonly string[], finder: LineTerms, weights: TermWeights): number[] {
  const found: string[][] = [];
  const counts = new Map<string, number>();
  for (const line of lines) {
    const terms = distinct(finder.in(line.length > maxLineLength ? line.slice(0, maxLineLength) : line));
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    found.push(terms);
  }
  return found.map((terms) => {
    let sum = 0;
    for (const term of terms) sum += (weights.get(term) ?? 0) / Math.sqrt(counts.get(term) ?? 1);
    return sum;
  });
}

function distinct(terms: string[]): string[] {
  return terms.length < 2 ? terms : [...new Set(terms)];
}

/** Adds to each value what the values near it are worth here. */
function nearValues(values: readonly number[]): number[] {
  const sums = values.map(() => 0);
  const add = (at: number, value: number): void => {
    const sum = sums[at];
    if (sum !== undefined) sums[at] = sum + value;
  };
  for (const [at, value] of values.entries()) {
    if (value === 0) continue;
    for (const [distance, weight] of nearWeights.entries()) {
      add(at + distance, value * weight);
      if (distance > 0) add(at - distance, value * weight);
    }
  }
  return sums;
}

interface Statement {
  /** 0-based, inclusive. */
  readonly from: number;
  readonly to: number;
}

function statementValue({ from, to }: Statement, lines: readonly string[], values: readonly number[]): number {
  let sum = 0;
  let length = shortLength;
  for (let at = from; at <= to; at++) {
    sum += values[at] ?? 0;
    length += lines[at]?.trim().length ?? 0;
  }
  return sum / length;
}

/** Lines that round and square brackets hold together; other lines alone. */
function statementsOf(lines: readonly string[]): Statement[] {
  const statements: Statement[] = [];
  for (let from = 0; from < lines.length; ) {
    const to = endOfStatement(lines, from);
    statements.push({ from, to });
    from = to + 1;
  }
  return statements;
}

function endOfStatement(lines: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(lines.length, from + maxStatementLines); at++) {
    depth += openBrackets(lines[at] ?? '');
    if (depth <= 0) return at;
  }
  return from;
}

const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

const quote = /["'`]/;

function openBrackets(line: string): number {
  if (!/[()[\]]/.test(line)) return 0;
  const head = line.slice(0, maxLineLength);
  const code = quote.test(head) ? head.replaceAll(quoted, '') : head;
  let open = 0;
  for (let at = 0; at < code.length; at++) {
    const char = code[at];
    if (char === '(' || char === '[') open++;
    else if (char === ')' || char === ']') open--;
  }
  return open;
}
