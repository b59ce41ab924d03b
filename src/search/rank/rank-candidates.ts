/** How many candidates words and vectors offer, how much each counts, and which candidates are dropped in the end. */

import type { Query } from '../query/query';
import type { Candidate } from './candidate';
import type { QueryFacts } from './query-facts';
import type { Ranked } from './rank';
import type { RankWeights } from './rank-weights';

/** More with phrases: these are checked in the text of candidates, and few of many may have them. */
export function candidateCount(
  { phrases }: Pick<Query, 'phrases'>,
  limit: number,
  { candidates: { perHit, min, phraseFactor } }: RankWeights,
): number {
  const hasPhrases = phrases.any.length + phrases.none.length > 0;
  return Math.max(min, perHit * limit) * (hasPhrases ? phraseFactor : 1);
}

/** @param isSemantic words are not searched. */
export function vectorShareOf(
  { shape }: Query,
  isSemantic: boolean,
  hasVectors: boolean,
  { vectorShare }: RankWeights,
): number {
  if (!hasVectors) return 0;
  return isSemantic ? 1 : vectorShare[shape];
}

/** Drops candidates that have none of the words and are not near the query either. */
export function dropIrrelevant<C extends Candidate>(
  ranked: readonly Ranked<C>[],
  { minCosine }: RankWeights,
): Ranked<C>[] {
  return ranked.filter(({ candidate: { words, vector } }) => words > 0 || vector >= minCosine);
}

/** For a search by similar code: there are no words, and files of every role count in full, since a test is as good as any. */
export const noQuery: QueryFacts = {
  symbols: [],
  words: new Map(),
  roles: new Set(['test', 'example', 'document', 'data', 'legacy', 'generated', 'types']),
};
