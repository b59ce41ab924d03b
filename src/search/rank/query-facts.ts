/**
 * What the rules need to know about a query, computed once for all candidates. Of a pasted text, names and words are those of its
 * title: the rest has so many that some name every file.
 */
import { splitWord } from '../../index/terms/split-word';
import { type FileRole, requestedRoles } from '../file-role';
import { Mentions } from '../query/mentions';
import type { Query } from '../query/query';

export interface QueryFacts {
  /** Names in the query as they are written; of `a.b` and `a::b` also the last part. */
  readonly symbols: readonly string[];
  /** By word: its share of the query, larger for rare words. Shares add up to 1. */
  readonly words: ReadonlyMap<string, number>;
  /** Roles of files that the query asks for. */
  readonly roles: ReadonlySet<FileRole>;
  /** Files that the query mentions. */
  readonly mentions: Mentions;
  /** Many words of one text, so that each name in it says little. */
  readonly isPasted: boolean;
}

/**
 * @param title of a pasted text (pasted-query.ts).
 * @param rarity larger for words that fewer chunks have.
 */
export function queryFacts(asked: Query, title: Query | undefined, rarity: (term: string) => number): QueryFacts {
  const query = title ?? asked;
  const spelled = query.text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const symbols = new Set(query.symbols);
  for (const symbol of query.symbols) symbols.add(symbol.split(/\.|::|->|#|\\/).at(-1) ?? symbol);
  if (query.shape === 'symbol') for (const word of spelled) symbols.add(word);
  const words = new Map<string, number>();
  // Without words such as "how" and "where", which `lexical` leaves out.
  const known = new Set(query.lexical.terms.map(({ term }) => term));
  for (const word of spelled) {
    for (const part of splitWord(word).parts) if (known.has(part)) words.set(part, rarity(part));
  }
  const sum = [...words.values()].reduce((total, one) => total + one, 0);
  for (const [word, rarity] of words) words.set(word, sum > 0 ? rarity / sum : 0);
  const patterns = asked.paths.any.flatMap(({ pattern }) => pattern.split(/[^\p{L}\p{N}]+/u));
  return {
    symbols: [...symbols],
    words,
    roles: requestedRoles([...spelled, ...patterns]),
    mentions: new Mentions(asked.parts),
    isPasted: title !== undefined,
  };
}
