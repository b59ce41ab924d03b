/** Ranks the held-out pairs by vectors or by words, with the definition's name in the code and without it. */
import type { Embedder } from '../../src/embedding/embedder';
import { Bm25 } from './bm25';
import { type HeldPair, reciprocalRanks, withoutName } from './held-pairs';
import { required } from './search-split';
import { similarities } from './smaller-vectors';

export interface HeldScores {
  /** For each pair, pool by pool: 1 / rank, and the language of its code. */
  readonly visible: readonly HeldScore[];
  readonly removed: readonly HeldScore[];
}

export interface HeldScore {
  readonly language: string;
  readonly score: number;
}

/** Scores every query of a pool against every code in the pool. */
type Scorer = (queries: readonly string[], codes: readonly string[]) => Promise<(query: number) => ArrayLike<number>>;

export async function heldByVectors(embedder: Embedder, pools: readonly HeldPair[][]): Promise<HeldScores> {
  return score(pools, async (queries, codes) => {
    const queryVectors = await embedder.embed(queries, 'query');
    const passages = await embedder.embed(codes, 'passage');
    return (query) => similarities(required(queryVectors[query]), passages);
  });
}

export async function heldByWords(pools: readonly HeldPair[][]): Promise<HeldScores> {
  return score(pools, async (queries, codes) => {
    const words = new Bm25(codes);
    return (query) => words.scores(required(queries[query]));
  });
}

async function score(pools: readonly HeldPair[][], scorer: Scorer): Promise<HeldScores> {
  const of = async (codeOf: (pair: HeldPair) => string): Promise<HeldScore[]> => {
    const all: HeldScore[] = [];
    for (const pool of pools) {
      const scores = await scorer(
        pool.map(({ query }) => query),
        pool.map(codeOf),
      );
      const ranks = reciprocalRanks(pool.length, scores);
      all.push(...pool.map(({ language }, i) => ({ language, score: required(ranks[i]) })));
    }
    return all;
  };
  return { visible: await of(({ code }) => code), removed: await of(withoutName) };
}

export function mrr(scores: readonly HeldScore[]): number {
  return scores.reduce((sum, { score: one }) => sum + one, 0) / scores.length;
}
