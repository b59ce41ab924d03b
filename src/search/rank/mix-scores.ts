/**
 * Two scores that cannot be compared, as one between 0 and 1. Each side is brought to mean 0 and deviation 1 over the candidates
 * of both, missing scores having been computed; then they are added by their shares. On every set tried this beat fusion of ranks,
 * which forgets how far apart two neighbours are.
 */

export interface Mixed {
  /** What the words and what the vectors give, both at least 0; they add up to the score. */
  readonly words: number;
  readonly vector: number;
}

/** @param vectorShare from 0 to 1. A side that tells all candidates alike changes nothing. */
export function mix(words: readonly number[], vectors: readonly number[], vectorShare: number): Mixed[] {
  const ofWords = raised(standardised(amongNothing(words)), 1 - vectorShare);
  const ofVectors = raised(standardised(amongNothing(vectors)), vectorShare);
  let most = 0;
  ofWords.forEach((score, i) => {
    most = Math.max(most, score + (ofVectors[i] ?? 0));
  });
  const scale = most > 0 ? 1 / most : 0;
  return words.map((_, i) => ({ words: (ofWords[i] ?? 0) * scale, vector: (ofVectors[i] ?? 0) * scale }));
}

/** Of few candidates the least may be nearly as good as the best, though both are far from nothing: then nothing is one of them. */
const few = 30;

function amongNothing(scores: readonly number[]): readonly number[] {
  return scores.length < few ? [...scores, 0] : scores;
}

/** Times the share, and lifted so that the least is 0. */
function raised(scores: readonly number[], share: number): number[] {
  let least = 0;
  for (const score of scores) least = Math.min(least, score);
  return scores.map((score) => share * (score - least));
}

function standardised(scores: readonly number[]): number[] {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length);
  const deviation = Math.sqrt(variance);
  // What is left of equal scores after rounding is no difference.
  return scores.map((score) => (deviation > 1e-9 * Math.abs(mean) ? (score - mean) / deviation : 0));
}
