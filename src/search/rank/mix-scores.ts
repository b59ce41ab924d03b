/**
 * Makes one score between 0 and 1 from two that cannot be compared. The scores of words and of vectors are each normalised to mean 0
 * and deviation 1 over all candidates (every candidate has both scores), then added by their shares. On every set tried this was
 * better than rank fusion, which ignores how far apart two neighbours are.
 */
import { zeroBaselineBelow } from './rank-weights';

export interface MixedScore {
  /** The shares of words and vectors, both at least 0; they add up to the score. */
  readonly words: number;
  readonly vector: number;
}

/** @param vectorShare from 0 to 1. A side with equal scores for all candidates changes nothing. */
export function mixScores(words: readonly number[], vectors: readonly number[], vectorShare: number): MixedScore[] {
  const ofWords = lifted(normalised(withZeroBaseline(words)), 1 - vectorShare);
  const ofVectors = lifted(normalised(withZeroBaseline(vectors)), vectorShare);
  let max = 0;
  ofWords.forEach((score, i) => {
    max = Math.max(max, score + (ofVectors[i] ?? 0));
  });
  const scale = max > 0 ? 1 / max : 0;
  return words.map((_, i) => ({ words: (ofWords[i] ?? 0) * scale, vector: (ofVectors[i] ?? 0) * scale }));
}

/** Two mixes of the same candidates as one, again with 1 as the best score. */
export function addMixed(some: readonly MixedScore[], others: readonly MixedScore[], share: number): MixedScore[] {
  const sums = some.map(({ words, vector }, i) => ({
    words: (1 - share) * words + share * (others[i]?.words ?? 0),
    vector: (1 - share) * vector + share * (others[i]?.vector ?? 0),
  }));
  const max = sums.reduce((best, { words, vector }) => Math.max(best, words + vector), 0);
  const scale = max > 0 ? 1 / max : 0;
  return sums.map(({ words, vector }) => ({ words: words * scale, vector: vector * scale }));
}

/** Of few candidates the worst may be nearly as good as the best: without a 0 among them, it would still be normalised to 0. */
function withZeroBaseline(scores: readonly number[]): Float64Array {
  return Float64Array.from(scores.length < zeroBaselineBelow ? [...scores, 0] : scores);
}

/** Shifts scores so that the lowest is 0, and multiplies them by the share. */
function lifted(scores: Float64Array, share: number): Float64Array {
  let min = 0;
  for (const score of scores) min = Math.min(min, score);
  return scores.map((score) => share * (score - min));
}

function normalised(scores: Float64Array): Float64Array {
  // Sums depend on the order, which depends on the history of the index; answers must not.
  const sorted = scores.toSorted();
  const mean = sorted.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const variance = sorted.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length);
  const deviation = Math.sqrt(variance);
  // Rounding leaves tiny differences between equal scores; they are not real.
  return scores.map((score) => (deviation > 1e-9 * Math.abs(mean) ? (score - mean) / deviation : 0));
}
