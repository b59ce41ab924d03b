/**
 * The definition of a chunk that a query is about, and its line. A chunk may have several small definitions; its own name is that of
 * the largest, which need not be the one that was asked for.
 */
import { splitWord } from '../../index/terms/split-word';
import type { Query } from '../query/query';
import { nameAt } from './snippet';

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

// The line of a chunk that defines a name. The index keeps the names of definitions, not their lines, and nothing is parsed for a hit, so
// the line is judged by its shape: a keyword of a definition before the name, or the name where a declaration has it. A definition above
// may use the name first, so the first line with the name is not enough.

/** Only their order matters. */
const shapes = { keyword: 4, typed: 3, declared: 2, used: 1, comment: 0 } as const;

const comment = /^\s*(?:\/\/|\/\*|\*|#(?!\s*define\b|\[)|--|;|%|"""|''')/;
/** Words that begin a definition, at the end of what is before its name. A receiver or a type may be between them: `func (s *T) name`. */
const keyword =
  /(?:^|[\s(@#{;])(?:def\w*|class|function|fn|func|fun|sub|proc|procedure|struct|enum|union|interface|trait|protocol|extension|impl|typealias|typedef|type|const|let|var|val|local|static|module|mod|namespace|object|record|macro_rules!|macro|define|property|event|delegate|service|message|rpc|resource|variable|table|view|trigger|get|set|actor|annotation|alias|newtype)(?:<[^>]*>)?[*!]?\s+(?:\([^()]*\)\s*)?(?:(?:mut|class)\s+)?(?:[^=(){}]* for &?)?(?:\w+(?:\.|::))*["'`{]?$/;
/** Modifiers and types that may be before the name in a declaration: no call, no assignment, no `return`. */
const declaration = /^\s*(?:- )?(?:(?:[\w$@<>[\],.?*&~]|::)+\s+)*[*&]*(?:[\w<>]+::)*["'`]?$/;
const owner = /^\s*(?:[\w$<>]+(?:::|\.))+$/;
const statement =
  /^\s*(?:return|throw|raise|await|yield|if|elif|else|while|for|in|case|new|not|and|or|assert|del|import|from|use|using|require|include|goto|delete|print|echo|with|match|switch)\b/;
/** What follows the name in a definition: parameters, a value, a type, a body. */
const afterName = /^["'`]?\??\s*(?:[(:={<[;,]|->|$)/;
/** Ends of a line in languages that write a type before a name. */
const bracesEnd = /[;{}]\s*$/;
/** Characters before the name of a definition; what is longer is data or minified. */
const maxBefore = 300;
const call = /^\s*[([<].*[;,)\]]\s*$/;

/**
 * 0-based in the text; undefined if no line has the name.
 * @param isHere the chunk is known to define the name. Otherwise a line that only uses it does not count: a recursive call in a later
 * part of a function.
 */
export function definitionLine(text: string, name: string, isHere = true): number | undefined {
  if (name === '') return undefined;
  let best: { readonly at: number; readonly value: number } | undefined;
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const from = nameAt(line, name);
    if (from < 0) continue;
    const value = shapeOf(line, from, from + name.length);
    if (value === shapes.used && !isHere) continue;
    if (!best || value > best.value) best = { at, value };
    if (value === shapes.keyword) break;
  }
  return best?.at;
}

const typeWord = /(?:^|\s)(?:class|struct|enum|union|interface|trait|protocol|record)\s/;
const functionWord = /(?:^|\s)(?:def|function|fn|func|fun|sub|proc|procedure)\s|\w\s*\(/;

/** The kind of what a line defines, as far as it can be seen; undefined: unknown. The index keeps it only for the name of a chunk. */
export function kindInLine(line: string): 'class' | 'function' | undefined {
  if (typeWord.test(line)) return 'class';
  return functionWord.test(line) ? 'function' : undefined;
}

/** @param from where the name begins, and `to` where it ends. */
function shapeOf(line: string, from: number, to: number): number {
  if (comment.test(line)) return shapes.comment;
  if (from > maxBefore) return shapes.used;
  const before = line.slice(0, from);
  const after = line.slice(to);
  if (keyword.test(before)) return shapes.keyword;
  if (statement.test(before) || !afterName.test(after)) return shapes.used;
  if (before.trim() === '') return call.test(after) ? shapes.used : shapes.declared;
  // `Type.name = …` and `Type::name(…)` define a member; `self.name(…)` uses one.
  if (owner.test(before)) return before.endsWith(':') || /^\s*=/.test(after) ? shapes.declared : shapes.used;
  if (!declaration.test(before)) return shapes.used;
  return bracesEnd.test(after) ? shapes.typed : shapes.declared;
}
