/** The spans of the hits of one search: the first hits get the most lines. */
import { Mentions } from '../query/mentions';
import type { Query } from '../query/query';
import type { QuestionParts } from '../query/question-parts';
import { messageMatcher } from '../query/text/messages';
import type { PlacedDefinition } from '../view/source-texts';
import { DefinitionChooser, isInside, ownersOf, type TermWeights } from './definition-choice';
import type { Hit } from './hit';
import { LineTerms } from './line-terms';
import { linesOf, spansWithin } from './spans';

interface PlacedText {
  readonly path: string;
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Of the chunk: what it is about if no definition in it answers. */
  readonly own: Pick<Hit, 'name' | 'kind' | 'scope'>;
  readonly definitions: readonly PlacedDefinition[];
  /** The lines where the regular expressions and phrases of the query match; they alone are shown. */
  readonly matchLines?: readonly number[];
  /** 0-based place among the hits. */
  readonly at: number;
}

// About 300 tokens for the first hit, a half, a third … of it for the next ones, but at least 30; in characters.
const firstLength = 1000;
const minLength = 100;

/** What a hit is about, and its lines: those of the definition, or of the whole chunk. */
export interface HitPlacement
  extends Pick<Hit, 'name' | 'symbol' | 'kind' | 'scope' | 'line' | 'spans' | 'bestLines' | 'text'> {
  readonly startLine: number;
  readonly endLine: number;
  /** Of a whole chunk with more than the definition: the lines of the definition. */
  readonly definition?: NonNullable<Hit['definition']>;
  /** Of the score of the chunk: 1 for the definition that answers best. */
  readonly share: number;
}

export class HitSpans {
  private readonly finder: LineTerms;
  private readonly named: NamedLines;
  private readonly chooser: DefinitionChooser;
  /** By folder. */
  private readonly weights = new Map<string, TermWeights>();

  /** @param byChunk each hit has all lines of its chunk. */
  constructor(
    private readonly query: Pick<Query, 'lexical' | 'parts' | 'symbols' | 'text'>,
    private readonly byChunk = false,
  ) {
    this.finder = new LineTerms(new Set(query.lexical.terms.map(({ term }) => term)));
    this.named = new NamedLines(query.parts);
    this.chooser = new DefinitionChooser(query);
  }

  /** What each word of the query counts in a folder. @param rarity of a term in it. */
  weightsIn(root: string, rarity: (term: string) => number): TermWeights {
    const { terms } = this.query.lexical;
    const weights =
      this.weights.get(root) ?? new Map(terms.map(({ term, weight }) => [term, weight * rarity(term)] as const));
    this.weights.set(root, weights);
    return weights;
  }

  /** One for each definition that answers, the best first; at least one. */
  of(source: PlacedText, weights: TermWeights): HitPlacement[] {
    const { own, path, text, startLine, endLine, definitions, at, matchLines = [] } = source;
    const lines = linesOf(text);
    const whole = { text, startLine, endLine };
    const maxLength = Math.max(minLength, firstLength / (at + 1));
    if (text === '' || lines.length !== endLine - startLine + 1) {
      const spans = spansWithin(whole, maxLength);
      return [{ ...own, ...whole, symbol: own.name, line: matchLines[0] ?? startLine, spans, share: 1 }];
    }
    const owners = ownersOf({ lines, startLine, definitions });
    const ownNumber = definitions.findIndex(({ name }) => name === own.name);
    const named = this.named.of({ path, text, lines, startLine });
    const pointed = [...matchLines.map((line) => line - startLine), ...named];
    const termsAt = lines.map((line) => this.finder.in(line.slice(0, maxLineLength)));
    const choices = this.chooser.choose({ lines, termsAt, definitions, owners, own: ownNumber }, weights, pointed);
    return choices.map(({ number, isNamed, share }): HitPlacement => {
      const definition = definitions[number];
      const head = definition && definition.line - startLine;
      const chunk = { whole, definitions, owners };
      const known = number >= 0 || ownNumber < 0 ? linesAbout(chunk, number) : undefined;
      const { startLine: from, endLine: to } = (!this.byChunk && known) || whole;
      const range = { from: from - startLine, to: to - startLine };
      const ordered = orderLines({ lines, range, head, named, owners, number }, termsAt, weights);
      const isOwn = (line: number): boolean => owners[line - startLine] === number;
      const matches = matchLines.filter(isOwn);
      const best = [...new Set([...matches, ...ordered.lines.map((each) => startLine + each)])];
      const answer = isNamed ? (head ?? ordered.best) : (ordered.best ?? head);
      const meant = matches[0] ?? startLine + (answer ?? 0);
      const about = known ?? linesOutside(chunk, meant - startLine);
      const shown = this.byChunk ? whole : about;
      const line = Math.min(Math.max(meant, shown.startLine), shown.endLine);
      const bestLines = best.filter((line) => shown.startLine <= line && line <= shown.endLine);
      const inside = bestLines.filter(isOwn);
      const few = matches.length > 0 ? matches : inside.length > 0 ? inside : bestLines;
      // A long signature leaves the line that answers no room.
      const spans = spansWithin({ ...shown, bestLines: [line, ...few] }, maxLength);
      const isLess = about.endLine - about.startLine < shown.endLine - shown.startLine;
      return {
        ...shown,
        ...(isLess && { definition: { startLine: about.startLine, endLine: about.endLine } }),
        ...placed({ own, definitions }, ownNumber < 0, definition),
        line,
        spans,
        bestLines,
        share,
      };
    });
  }
}

type ShownLines = Pick<HitPlacement, 'text' | 'startLine' | 'endLine'>;

interface OwnedChunk {
  readonly whole: ShownLines;
  readonly definitions: readonly PlacedDefinition[];
  /** For each line the number of the definition that it belongs to. */
  readonly owners: readonly number[];
}

/** The lines of a definition, with the comments above it and what is nested in it. @param number of the definition. */
function linesAbout(chunk: OwnedChunk, number: number): ShownLines {
  const { whole, definitions, owners } = chunk;
  const definition = definitions[number];
  if (!definition) return whole;
  const within = new Set(
    definitions.flatMap((each, i) => (each === definition || isInside(each, definition) ? i : [])),
  );
  const head = definition.line - whole.startLine;
  const own = [head, ...owners.keys()].filter((at) => at === head || within.has(owners[at] ?? -1));
  return slice(whole, Math.min(...own), Math.max(...own));
}

/** The run of lines around this one, 0-based, that belong to no definition. */
function linesOutside({ whole, owners }: OwnedChunk, at: number): ShownLines {
  let from = at;
  let to = at;
  while (owners[from - 1] === -1) from--;
  while (owners[to + 1] === -1) to++;
  return slice(whole, from, to);
}

/** 0-based, inclusive; without the blank lines around them. All, if the others are blank. */
function slice(whole: ShownLines, from: number, to: number): ShownLines {
  const { text, startLine } = whole;
  const lines = linesOf(text);
  const written = [...lines.keys()].filter((at) => lines[at]?.trim() !== '');
  const own = written.filter((at) => from <= at && at <= to);
  const [first = from] = own;
  const last = own.at(-1) ?? to;
  if (own.length === written.length) return whole;
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ 0: end, index }) => index + end.length)];
  const shown = text.slice(starts[first], starts[last + 1]);
  return { text: shown, startLine: startLine + first, endLine: startLine + last };
}

/** Without a definition: the chunk, or what is outside of its definitions. @param isPart what it is named after begins before it. */
function placed(
  { own, definitions }: Pick<PlacedText, 'own' | 'definitions'>,
  isPart: boolean,
  definition: PlacedDefinition | undefined,
): Pick<Hit, 'name' | 'symbol' | 'kind' | 'scope'> {
  // The text before the first section of a document is no code.
  const isCode = definitions[0]?.kind !== 'section';
  if (!definition && !isPart && isCode) return { name: '', symbol: '', kind: 'statements', scope: own.scope };
  if (!definition || definition.name === own.name) return { ...own, symbol: own.name };
  const { name, kind } = definition;
  const around = definitions.filter((each) => isInside(definition, each)).map((each) => each.name);
  const outer = isPart && own.name !== '' ? [own.name] : [];
  return { name, symbol: name, kind, scope: [...own.scope, ...outer, ...around] };
}

type PlacedLines = Pick<PlacedText, 'path' | 'text' | 'startLine'> & Pick<LineSource, 'lines'>;

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
  /** Those that are ordered. */
  readonly range: Statement;
  /** 0-based; the line of the definition that the hit is about; undefined if it is not in the chunk. */
  readonly head: number | undefined;
  /** 0-based; lines that the query points at. */
  readonly named: ReadonlySet<number>;
  /** For each line the number of the definition that it belongs to. */
  readonly owners: readonly number[];
  /** The definition that the hit is about; −1: none. */
  readonly number: number;
}

const isTelling = /[\p{L}\p{N}]/u;

// These numbers only order lines; they do not change the order of hits. docs/search.md has what was tried.
/** What a match counts for the lines around it, by their distance. */
const nearWeights = [1, 0.5, 0.35, 0.2];
/** Added to the length of a statement, in characters, so that very short ones do not win by their length. */
const shortLength = 15;
/** Brackets that stay open for more lines than this are a body, or were misread in a string. */
const maxStatementLines = 6;
/** Characters of a line that are read; what is longer is data. */
const maxLineLength = 2000;

/**
 * @returns 0-based, each line once. Blank lines and lines of brackets are left out: alone they say nothing. `best` is the first line of
 * the best statement of the definition; undefined if it has no words of the query.
 */
function orderLines(
  { lines, range, head, named, owners, number }: LineSource,
  termsAt: readonly (readonly string[])[],
  weights: TermWeights,
): { readonly lines: number[]; readonly best: number | undefined } {
  const own = lineValues(termsAt, weights);
  const values = nearValues(own);
  const statements = statementsOf(lines, range).map((statement) => ({
    ...statement,
    isOwn: owners[statement.from] === number,
    value: isNamed(statement, named) ? Number.POSITIVE_INFINITY : statementValue(statement, lines, values),
  }));
  const signature = head === undefined ? undefined : statements.find(({ from, to }) => from <= head && head <= to);
  const start = head ?? 0;
  const sorted = statements.sort(
    (a, b) =>
      Number(b === signature) - Number(a === signature) ||
      Number(b.isOwn) - Number(a.isOwn) ||
      compareValues(a.value, b.value) ||
      Number(a.from < start) - Number(b.from < start) ||
      a.from - b.from,
  );
  const ordered: number[] = [];
  for (const { from, to } of sorted) {
    for (let at = from; at <= to; at++) if (from < to || isTelling.test(lines[at] ?? '')) ordered.push(at);
  }
  const hasWords = ({ from, to }: Statement): boolean => own.slice(from, to + 1).some((value) => value > 0);
  const code = statements.filter((each) => each.isOwn && hasWords(each) && !isComment(lines[each.from] ?? ''));
  const best = code.reduce<(typeof code)[number] | undefined>(
    (most, one) => (most === undefined || one.value > most.value ? one : most),
    undefined,
  );
  return { lines: ordered, best: best?.from };
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*|#(?!\s*define\b|\[)|--|;|%|"""|''')/.test(line);
}

/** Infinite values are equal. */
function compareValues(a: number, b: number): number {
  return a === b ? 0 : b - a;
}

function isNamed({ from, to }: Statement, named: ReadonlySet<number>): boolean {
  if (named.size === 0) return false;
  for (let at = from; at <= to; at++) if (named.has(at)) return true;
  return false;
}

/** The weights of the words in each line. */
function lineValues(termsAt: readonly (readonly string[])[], weights: TermWeights): number[] {
  const found: (readonly string[])[] = [];
  const counts = new Map<string, number>();
  for (const each of termsAt) {
    const terms = each.length < 2 ? each : [...new Set(each)];
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    found.push(terms);
  }
  return found.map((terms) => {
    let sum = 0;
    for (const term of terms) sum += (weights.get(term) ?? 0) / Math.sqrt(counts.get(term) ?? 1);
    return sum;
  });
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
function statementsOf(lines: readonly string[], range: Statement): Statement[] {
  const statements: Statement[] = [];
  for (let { from } = range; from <= range.to; ) {
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

function openBrackets(line: string): number {
  if (!/[()[\]]/.test(line)) return 0;
  const head = line.slice(0, maxLineLength);
  const code = /["'`]/.test(head) ? head.replaceAll(quoted, '') : head;
  let open = 0;
  for (let at = 0; at < code.length; at++) {
    const char = code[at];
    if (char === '(' || char === '[') open++;
    else if (char === ')' || char === ']') open--;
  }
  return open;
}
