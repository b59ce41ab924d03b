/**
 * What the rules need to know about a query, computed once for all candidates. Of a pasted text, names and words are those of its
 * title: the rest has so many that some name every file.
 */
import { splitWord } from '../../index/terms/split-word';
import { type FileRole, requestedRoles } from '../file-role';
import { Mentions } from '../query/mentions';
import type { Query } from '../query/query';
import { lastNameOf } from '../query/query-shape';
import { maxFewWords, type RankWeights } from '../rank-weights';
import type { Candidate } from './candidate';

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
 * @param title of a pasted text (query.ts).
 * @param rarity larger for words that fewer chunks have.
 */
export function queryFacts(asked: Query, title: Query | undefined, rarity: (term: string) => number): QueryFacts {
  const query = title ?? asked;
  const spelled = query.text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const symbols = new Set(query.symbols);
  for (const symbol of query.symbols) symbols.add(lastNameOf(symbol));
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

// How many candidates words and vectors offer, how much each counts, and which candidates are dropped in the end.

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
export function dropIrrelevant<R extends { readonly candidate: Candidate }>(
  ranked: readonly R[],
  { minCosine }: RankWeights,
): R[] {
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
