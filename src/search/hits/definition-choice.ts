/**
 * The definition of a chunk that a query is about. A chunk may hold several: each line belongs to the innermost definition around it,
 * or to the one that it is a comment, decorator or attribute of. A definition that the query names is the one. Otherwise each is scored
 * like a small document, by the words of the query in its lines, in its name more than elsewhere.
 */
import { splitWord } from '../../index/terms/split-word';
import type { Query } from '../query/query';
import { lastNameOf } from '../query/query-shape';
import type { PlacedDefinition } from '../view/source-texts';

/** What each word of the query counts. */
export type TermWeights = ReadonlyMap<string, number>;

type ChunkLines = Pick<OwnedLines, 'lines' | 'definitions'> & { readonly startLine: number };

/** For each line the number of the definition that it belongs to; -1: none. @param startLine 1-based. */
export function ownersOf({ lines, startLine, definitions }: ChunkLines): readonly number[] {
  const owners = lines.map(() => -1);
  for (const [number, { line, endLine = Number.POSITIVE_INFINITY }] of definitions.entries()) {
    const at = line - startLine;
    const before = definitions[number - 1];
    const floor = before === undefined ? 0 : before.line - startLine + 1;
    let from = at;
    while (from > floor && isLeadIn(lines[from - 1] ?? '')) from--;
    for (let each = from; each < lines.length && each <= endLine - startLine; each++) owners[each] = number;
  }
  return owners;
}

/** Comments, decorators and attributes stand above what they belong to. */
const leadIn = /^\s*(?:\/\/|\/\*|\*|#|--|@|\[|;|%|"""|''')/;

function isLeadIn(line: string): boolean {
  return leadIn.test(line);
}

// BM25, with the definitions of the chunk as the documents.
const k1 = 1.2;
const b = 0.5;
/** Words beside each other count once more: the weights of all that these lines have. */
const windowLines = 2;
/** What a word in the name counts, in words elsewhere. */
const nameWeight = 2;
/** Added if all words of a name with several are in the query. */
const wholeNameShare = 0.5;
/** A longer text may also name what only uses the answer. */
const nameFactor = 1.5;
/** In a query of so few words, each may be a name. */
const maxNameWords = 3;
/** A pasted text has thousands of words; it quotes no comment. */
const maxPairs = 100;

/** Imports and statements beside definitions have many words and explain few. */
const outsideFactor = 0.5;

// Other definitions of the chunk that answer, too.
const maxChoices = 3;
/** Of the score of the best. */
const minShare = 0.9;
/** Scores from here on are equal. */
const equalShare = 0.95;
/** They come behind chunks that answer about as well. */
const otherFactor = 0.8;

interface DefinitionChoice {
  /** The number of the definition; −1: the lines outside of all of them. */
  readonly number: number;
  /** Its score, where that of the best is 1. */
  readonly share: number;
  /** The query names it. */
  readonly isNamed: boolean;
}

interface OwnedLines {
  readonly lines: readonly string[];
  /** The terms of the query in each line. */
  readonly termsAt: readonly (readonly string[])[];
  readonly definitions: readonly PlacedDefinition[];
  /** For each line the number of the definition that it belongs to. */
  readonly owners: readonly number[];
  /** The number of the definition that the chunk is named after; −1: it begins in another chunk, or the chunk has no name. */
  readonly own: number;
}

/** Chooses among the definitions of each chunk of an answer. */
export class DefinitionChooser {
  /** In a short query, each word may be a name. */
  private readonly isShort: boolean;
  private readonly names: readonly string[];
  private readonly pairs: ReadonlySet<string>;

  constructor({ symbols, text }: Pick<Query, 'symbols' | 'text'>) {
    const words = shortWords(text);
    this.isShort = words.length > 0;
    this.names = [...symbols, ...words].map(lastNameOf);
    this.pairs = new Set(wordPairs(text).slice(0, maxPairs));
  }

  /** @param pointed lines that the query points at, 0-based: matches, frames of a stack. @returns the best first, at least one. */
  choose(source: OwnedLines, weights: TermWeights, pointed: readonly number[]): readonly DefinitionChoice[] {
    const { lines, definitions, owners } = source;
    const meant = new Set(pointed.map((at) => owners[at] ?? -1));
    if (meant.size > 0) return [...meant].slice(0, maxChoices).map((number) => ({ number, share: 1, isNamed: false }));
    const named = this.namedAmong(definitions);
    const [only, ...others] = new Set(owners.filter((_, at) => lines[at]?.trim() !== ''));
    if (only !== undefined && others.length === 0) return [{ number: only, share: 1, isNamed: named?.[only] === true }];
    const scored = this.scoresOf(source, weights)
      .map(({ number, score }) => {
        if (named?.[number] !== true) return { number, score: named && this.isShort ? 0 : score };
        // A name may be made of words that the index does not know.
        return { number, score: this.isShort ? Math.max(score, Number.MIN_VALUE) : score * nameFactor };
      })
      .sort((one, other) => other.score - one.score);
    const top = scored[0]?.score ?? 0;
    // Of equal ones the first in the file: what follows is often said to be like it.
    const isEqual = ({ score }: { score: number }): boolean => score >= equalShare * top;
    scored.sort((one, other) => (isEqual(one) && isEqual(other) ? one.number - other.number : other.score - one.score));
    const [best] = scored;
    if (!best || best.score === 0) return [{ number: source.own, share: 1, isNamed: false }];
    const chosen: typeof scored = [];
    for (const each of scored) {
      if (chosen.length === maxChoices || each.score < minShare * top) break;
      if (!chosen.some(({ number }) => isSameOrAround(definitions, number, each.number))) chosen.push(each);
    }
    return chosen.map(({ number, score }, at) => ({
      number,
      share: at === 0 ? 1 : otherFactor * (isEqual({ score }) ? 1 : score / top),
      isNamed: named?.[number] === true,
    }));
  }

  private scoresOf(source: OwnedLines, weights: TermWeights): { readonly number: number; readonly score: number }[] {
    const { lines, termsAt, definitions, owners, own } = source;
    const places = new Map<number, number[]>([-1, ...definitions.keys()].map((number) => [number, []]));
    for (const at of lines.keys()) places.get(owners[at] ?? -1)?.push(at);
    const documents = [...places].map(([number, at]) => ({
      ...{ number, at, name: lastNameOf(definitions[number]?.name ?? '') },
      length: at.reduce((sum, each) => sum + (lines[each]?.trim().length ?? 0), 0),
    }));
    const mean = Math.max(1, documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, definitions.length));
    return documents.map(({ number, at, name, length }) => {
      const { parts } = splitWord(name);
      const inName = parts.filter((part) => weights.has(part));
      const counts = new Map<string, number>();
      for (const line of at) for (const term of termsAt[line] ?? []) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const part of inName) counts.set(part, (counts.get(part) ?? 0) + nameWeight);
      const norm = k1 * (1 - b + (b * length) / mean);
      let score = 0;
      for (const [term, count] of counts) score += ((weights.get(term) ?? 0) * count * (k1 + 1)) / (count + norm);
      if (parts.length > 1 && inName.length === parts.length) score *= 1 + wholeNameShare;
      const hasTerms = (line: number): boolean => (termsAt[line]?.length ?? 0) > 0;
      // Pairs of other words count nothing.
      const near = at.filter((line) => hasTerms(line) || hasTerms(line - 1) || hasTerms(line + 1));
      const texts = near.map((line) => lines[line] ?? '');
      const sum = score + densest(at, termsAt, weights) + this.quoted(texts, weights);
      return { number, score: number === -1 && own !== -1 ? sum * outsideFactor : sum };
    });
  }

  /** Two words of the query that stand beside each other in the same order count once more, by the rarer one. */
  private quoted(lines: readonly string[], weights: TermWeights): number {
    if (this.pairs.size === 0) return 0;
    const found = new Set(wordPairs(lines.join(' ')).filter((pair) => this.pairs.has(pair)));
    let sum = 0;
    for (const pair of found) {
      const terms = pair.split(' ').flatMap((word) => splitWord(word).parts);
      sum += Math.max(0, ...terms.map((term) => weights.get(term) ?? 0));
    }
    return sum;
  }

  /** Which definitions the query names; undefined: none. */
  private namedAmong(definitions: readonly PlacedDefinition[]): readonly boolean[] | undefined {
    for (const toCase of [(each: string) => each, (each: string) => each.toLowerCase()]) {
      const names = new Set(this.names.map(toCase));
      const named = definitions.map(({ name }) => names.has(toCase(lastNameOf(name))));
      if (named.includes(true)) return named;
    }
    return undefined;
  }
}

/** The weights of the words in the best lines beside each other. */
function densest(own: readonly number[], termsAt: readonly (readonly string[])[], weights: TermWeights): number {
  let most = 0;
  for (const [i, at] of own.entries()) {
    // Most lines have none, and what begins with none is no more than what follows it.
    if (!termsAt[at]?.length) continue;
    const near = own.slice(i, i + windowLines).filter((each) => each < at + windowLines);
    let sum = 0;
    for (const term of new Set(near.flatMap((each) => termsAt[each] ?? []))) sum += weights.get(term) ?? 0;
    most = Math.max(most, sum);
  }
  return most;
}

/** Rows of one chunk differ in their names, and none lies in another. */
function isSameOrAround(definitions: readonly PlacedDefinition[], one: number, other: number): boolean {
  const [a, b] = [definitions[one], definitions[other]];
  if (!a || !b || a.name === b.name) return true;
  return isInside(a, b) || isInside(b, a);
}

export function isInside(inner: PlacedDefinition, outer: PlacedDefinition): boolean {
  return outer.line < inner.line && inner.line <= (outer.endLine ?? outer.line);
}

/** The words of a query, unless it has too many to be names. */
function shortWords(asked: string): string[] {
  const words: string[] = [];
  for (const [word] of asked.matchAll(/[\p{L}\p{N}_$]+/gu)) {
    // A pasted text has thousands more.
    if (words.push(word) > maxNameWords) return [];
  }
  return words;
}

/** Words beside each other, in lower case. */
function wordPairs(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}
