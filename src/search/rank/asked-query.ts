/** What the rules need to know of a query, worked out once for all candidates. */
import { splitWord } from '../../index/terms/split-word';
import type { Query } from '../query/query';
import { type FileRole, rolesAsked } from './file-role';

export interface Asked {
  /** Names that are asked for, as they are written; of `a.b` and `a::b` the last too. */
  readonly symbols: readonly string[];
  /** What each word tells: the rarer, the more. They add up to 1. */
  readonly words: ReadonlyMap<string, number>;
  readonly roles: ReadonlySet<FileRole>;
}

/** @param rarity how much a word tells. */
export function askedOf(query: Query, rarity: (term: string) => number): Asked {
  const spelled = query.text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const symbols = new Set(query.symbols);
  for (const symbol of query.symbols) symbols.add(symbol.split(/\.|::|->|#|\\/).at(-1) ?? symbol);
  if (query.shape === 'symbol') for (const word of spelled) symbols.add(word);
  const words = new Map<string, number>();
  // Without words of questions, which `lexical` leaves out.
  const known = new Set(query.lexical.terms.map(({ term }) => term));
  for (const word of spelled) {
    for (const part of splitWord(word).parts) if (known.has(part)) words.set(part, rarity(part));
  }
  const sum = [...words.values()].reduce((total, one) => total + one, 0);
  for (const [word, rarity] of words) words.set(word, sum > 0 ? rarity / sum : 0);
  const patterns = query.paths.any.flatMap(({ pattern }) => pattern.split(/[^\p{L}\p{N}]+/u));
  return { symbols: [...symbols], words, roles: rolesAsked([...spelled, ...patterns]) };
}
