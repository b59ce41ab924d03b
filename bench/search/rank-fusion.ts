/** Reciprocal rank fusion with k = 60, which most hybrid systems use, instead of the mix of scores. */
import type { MixedScore } from '../../src/search/rank/score-scale';

const k = 60;

export function fuseRanks(words: readonly number[], vectors: readonly number[], vectorShare: number): MixedScore[] {
  const ofWords = reciprocalRanks(words);
  const ofVectors = reciprocalRanks(vectors);
  const maxSum = Math.max(
    ...ofWords.map((one, i) => (1 - vectorShare) * one + vectorShare * (ofVectors[i] ?? 0)),
    1e-9,
  );
  return ofWords.map((one, i) => ({
    words: ((1 - vectorShare) * one) / maxSum,
    vector: (vectorShare * (ofVectors[i] ?? 0)) / maxSum,
  }));
}

/** 0 for documents that were not found. */
function reciprocalRanks(scores: readonly number[]): number[] {
  const order = scores.map((_, i) => i).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const ranks = new Array<number>(scores.length).fill(0);
  order.forEach((at, rank) => {
    if ((scores[at] ?? 0) > 0) ranks[at] = 1 / (k + rank + 1);
  });
  return ranks;
}
