/**
 * Chooses the terms of a long text that tell most about an index. A search costs time for each term, and the most for the most common
 * ones, which tell the least: a term counts by its weight (what the text says about it) times its rarity (what the index says).
 */
import type { LexicalTerm } from '../../index/lexical/lexical-index';
import { pastedTermLimits } from '../rank-weights';
import type { Query } from './query';

/**
 * The best terms, in the order in which they were given. If there are no more than `max`, all of them.
 * @param rarityOf larger for terms that fewer chunks have; 0: no chunk has it, so that it would take another term's place.
 */
export function reduceTerms(
  terms: readonly LexicalTerm[],
  rarityOf: (term: string) => number,
  max: number,
): readonly LexicalTerm[] {
  if (terms.length <= max) return terms;
  const scored = terms
    .map(({ term, weight }, at) => ({ at, score: weight * rarityOf(term) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at);
  const kept = new Set(scored.slice(0, max).map(({ at }) => at));
  return terms.filter((_, at) => kept.has(at));
}

/** The terms that an index is searched for: all of a typed query, the best of a pasted text. */
export function searchedTerms(
  { lexical, pastedTerms }: Pick<Query, 'lexical' | 'pastedTerms'>,
  rarityOf: (term: string) => number,
): readonly LexicalTerm[] {
  return pastedTerms ? reduceTerms(pastedTerms, rarityOf, pastedTermLimits.used) : lexical.terms;
}
