/** How many candidates words and vectors offer, how much each counts, and which candidates are dropped in the end. */

import { Mentions } from '../query/mentions';
import type { Query } from '../query/query';
import { maxFewWords, type RankWeights } from '../rank-weights';
import type { Candidate } from './candidate';
import type { QueryFacts } from './query-facts';
import type { Ranked } from './rank';

/** More with phrases: these are checked in the text of candidates, and few of many may have them. */
export function candidateCount(
  { phrases }: Pick<Query, 'phrases'>,
  isPasted: boolean,
  limit: number,
  { candidates: { perHit, min, pasted, phraseFactor } }: RankWeights,
): number {
  const hasPhrases = phrases.any.length + phrases.none.length > 0;
  return Math.max(isPasted ? pasted : min, perHit * limit) * (hasPhrases ? phraseFactor : 1);
}

/**
 * Share of the vectors in the mixed score: names and paths are found better by their letters, also in a sentence.
 * @param isSemantic words are not searched.
 */
export function vectorShareOf(
  { shape, symbols, text }: Query,
  isPasted: boolean,
  isSemantic: boolean,
  hasVectors: boolean,
  { vectorShare }: RankWeights,
): number {
  if (!hasVectors) return 0;
  if (isSemantic) return 1;
  if (isPasted) return vectorShare.pasted;
  if (shape !== 'sentence') return vectorShare[shape];
  if (symbols.length > 0) return vectorShare.namingSentence;
  return wordCount(text) <= maxFewWords ? vectorShare.fewWords : vectorShare.sentence;
}

/**
 * Factor for the second place of a file. A short query names a topic, which several files may be about; a longer one describes a
 * place, and the best file may have several that fit.
 */
export function repeatOf({ text, parts }: Query, { repeat }: RankWeights): number {
  if (parts.isPasted) return repeat.pasted;
  const words = wordCount(text);
  const share = Math.min(1, Math.max(0, (words - repeat.topicWords) / (repeat.placeWords - repeat.topicWords)));
  return repeat.topic + share * (repeat.place - repeat.topic);
}

function wordCount(text: string): number {
  return text.split(/\s+/).length;
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
  mentions: new Mentions({ frames: [], paths: [] }),
  isPasted: false,
};
