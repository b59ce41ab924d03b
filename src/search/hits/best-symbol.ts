/**
 * The definition of a chunk that a query is about, and its line. A chunk may have several small definitions; its own name is that of
 * the largest, which need not be the one that was asked for.
 */
import { splitWord } from '../../index/terms/split-word';
import type { Query } from '../query/query';
import { definitionLine } from './definition-line';

interface SymbolSource {
  readonly name: string;
  /** Names of the definitions in the chunk. */
  readonly symbols: readonly string[];
  readonly text: string;
  readonly startLine: number;
}

interface BestSymbol {
  /** Empty if the chunk has no name. */
  readonly symbol: string;
  /** 1-based; the line that defines it. Undefined if none does: the chunk has no name, or is a later part of a definition. */
  readonly line: number | undefined;
}

/** In a query of so few words, each may be a name. */
const maxNameWords = 3;

export function bestSymbol({ symbols, lexical, text: asked }: Query, source: SymbolSource): BestSymbol {
  const { name, text, startLine } = source;
  const names = [...symbols, ...wordsOfShort(asked)].map(lastPart);
  const exact = new Set(names);
  const named = new Set(names.map((each) => each.toLowerCase()));
  const terms = new Set(lexical.terms.map(({ term }) => term));
  // Words alone name a definition only if all of a longer name is there: a field `price` is not what a question about prices means.
  const isMeant = (symbol: string): boolean => {
    const { parts } = splitWord(symbol);
    return parts.length > 1 && parts.every((part) => terms.has(part));
  };
  const all = [name, ...source.symbols].filter((symbol) => symbol !== '');
  const symbol =
    all.find((each) => exact.has(each)) ??
    all.find((each) => named.has(each.toLowerCase())) ??
    all.find(isMeant) ??
    name;
  const at = definitionLine(text, symbol, source.symbols.includes(symbol));
  return { symbol, line: at === undefined ? undefined : startLine + at };
}

/** The definition that a line is in: the last one of the chunk that begins there or above. */
export function symbolAt(line: number, { name, symbols, text, startLine }: SymbolSource): string {
  let found = { symbol: name, at: -1 };
  for (const symbol of symbols) {
    const at = definitionLine(text, symbol);
    if (at !== undefined && at > found.at && startLine + at <= line) found = { symbol, at };
  }
  return found.symbol;
}

/** The words of a query, unless it has too many to be names. */
function wordsOfShort(asked: string): string[] {
  const words: string[] = [];
  for (const [word] of asked.matchAll(/[\p{L}\p{N}_$]+/gu)) {
    // A pasted text has thousands more.
    if (words.push(word) > maxNameWords) return [];
  }
  return words;
}

/** `b` of `a.b`. */
function lastPart(symbol: string): string {
  return symbol.split(/\.|::|->|#|\\/).at(-1) ?? symbol;
}
