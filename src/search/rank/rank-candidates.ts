/** How many candidates each side offers, how the sides are weighed, and which candidates are no hits after all. */

import type { Query } from '../query/query';
import type { Asked } from './asked-query';
import type { Candidate, Ranked } from './rank';
import type { Weights } from './rank-weights';

/** Phrases are looked for in the text of candidates: few of many may have them. */
const phraseCandidates = 5;

export function candidateCount({ phrases }: Pick<Query, 'phrases'>, limit: number, { candidates }: Weights): number {
  const count = Math.max(candidates.least, candidates.perHit * limit);
  return count * (phrases.any.length + phrases.none.length > 0 ? phraseCandidates : 1);
}

/** @param isSemantic words are not asked for. */
export function vectorShareOf({ shape }: Query, isSemantic: boolean, hasVectors: boolean, weights: Weights): number {
  if (!hasVectors) return 0;
  return isSemantic ? 1 : weights.vectorShare[shape];
}

/** Without those that have none of the words and are not near either. */
export function worthwhile<C extends Candidate>(ranked: readonly Ranked<C>[], { leastNear }: Weights): Ranked<C>[] {
  return ranked.filter(({ candidate: { words, vector } }) => words > 0 || vector >= leastNear);
}

/** Asks for no words, and for files of every role: of code like a place, tests are as good as any. */
export const everything: Asked = {
  symbols: [],
  words: new Map(),
  roles: new Set(['test', 'example', 'document', 'data', 'legacy', 'generated', 'types']),
};
