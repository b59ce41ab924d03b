/** The parts of words that a text must have to match regular expressions. Words are what an index can look up. */
import { PartSearch } from '../../index/lexical/part-search';
import { isInUnindexedText, type WordPart } from '../../index/terms/literal-terms';
import type { Regex } from '../query/regex-pattern';
import { type Needed, neededBy } from './regex-literals';

/** A tree of parts by number. */
export type WantedParts =
  | { readonly part: number }
  | { readonly is: 'all' | 'any'; readonly of: readonly WantedParts[] };

/** What a text must have; a text that matches fulfils all conditions. */
export interface PartCondition {
  readonly wanted: WantedParts;
  readonly search: PartSearch;
}

/** A condition with more would take longer to find than files take to read. */
const maxParts = 32;
const minTelling = 3;

/** None: every text can match. */
export function partConditions(regexes: readonly Regex[]): PartCondition[] {
  const needed = regexes.map(neededBy).flatMap((one) => (one.is === 'all' ? one.of : one));
  const shared = telling(needed.flatMap(sharedParts));
  const alone = new Map(shared.map((part) => [JSON.stringify(part), part]));
  const conditions = [...alone.values()].map((part) => ({ wanted: { part: 0 }, search: new PartSearch([part]) }));
  const others = needed.filter((one) => one.is !== 'literal').flatMap((one) => conditionOf(one, alone) ?? []);
  return [...conditions, ...others];
}

/** Parts that each of the literals has: `struct file_operations ext[234]` is three literals that differ only in the last part. */
function sharedParts(needed: Needed): WordPart[] {
  if (needed.is === 'literal') return partsOfLiteral(needed.text);
  if (needed.is !== 'any') return [];
  const [first = [], ...others] = needed.of.map((one) => (one.is === 'literal' ? partsOfLiteral(one.text) : []));
  const keys = others.map((parts) => new Set(parts.map((part) => JSON.stringify(part))));
  return first.filter((part) => keys.every((ofOther) => ofOther.has(JSON.stringify(part))));
}

/** @param known parts that are conditions already. */
function conditionOf(needed: Needed, known: ReadonlyMap<string, WordPart>): PartCondition | undefined {
  const words = new WordParts(known);
  const wanted = words.read(needed);
  return wanted && words.parts.length <= maxParts ? { wanted, search: new PartSearch(words.parts) } : undefined;
}

class WordParts {
  readonly parts: WordPart[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(private readonly known: ReadonlyMap<string, WordPart>) {}

  /** Undefined: nothing narrows. */
  read(needed: Needed): WantedParts | undefined {
    switch (needed.is) {
      case 'anything':
        return undefined;
      case 'literal':
        return all(partsOfLiteral(needed.text).flatMap((part) => this.number(part) ?? []));
      case 'all': {
        const literals = needed.of.filter((one) => one.is === 'literal');
        const parts = telling(literals.flatMap(({ text }) => partsOfLiteral(text)));
        const others = needed.of.filter((one) => one.is !== 'literal').flatMap((one) => this.read(one) ?? []);
        return all([...parts.flatMap((part) => this.number(part) ?? []), ...others]);
      }
      case 'any': {
        const of = needed.of.map((one) => this.read(one));
        const known = of.flatMap((one) => one ?? []);
        return known.length < of.length ? undefined : { is: 'any', of: known };
      }
    }
  }

  private number(part: WordPart): WantedParts | undefined {
    const key = JSON.stringify(part);
    if (this.known.has(key)) return undefined;
    const number = this.numbers.get(key) ?? this.parts.push(part) - 1;
    this.numbers.set(key, number);
    return { part: number };
  }
}

function all(of: readonly WantedParts[]): WantedParts | undefined {
  return of.length === 0 ? undefined : { is: 'all', of };
}

/** Short parts take long to find and leave nearly all files, so they count only if there are no others. */
function telling(parts: readonly WordPart[]): readonly WordPart[] {
  const longest = parts.reduce((most, { text }) => Math.max(most, text.length), 0);
  return parts.filter(({ text }) => text.length >= Math.min(longest, minTelling));
}

/** The parts of words in a literal that find files. Characters beyond ASCII are indexed without accents, so they only separate. */
function partsOfLiteral(literal: string): WordPart[] {
  return [...literal.matchAll(/[\w$]+/g)].flatMap(({ 0: run, index }) => {
    const text = run.replaceAll(/[_$]/g, '').toLowerCase();
    if (text === '') return [];
    const part: WordPart = {
      text,
      isStart: isGap(literal.charCodeAt(index - 1)),
      isEnd: isGap(literal.charCodeAt(index + run.length)),
      isJoined: /[^_$][_$]+[^_$]/.test(run),
    };
    return isInUnindexedText(part) ? [] : [part];
  });
}

/** Not at the ends of the literal, where a word may go on. */
function isGap(unit: number): boolean {
  return unit < 128;
}
