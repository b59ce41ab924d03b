/**
 * What the mixed scores of an answer were normalised by. Words and vectors are normalised over the candidates of one search
 * (score-scale.ts), so the best hit of any search has about the same score, however good it is. With the scales of two searches for one
 * query, their hits get the scores that they would have had among the candidates of both.
 */
import { zeroBaselineBelow } from '../rank-weights';

interface RawScores {
  /** BM25F. */
  readonly words: number;
  /** Cosine. */
  readonly vector: number;
}

interface ScoreSpread {
  readonly count: number;
  readonly mean: number;
  /** Sum of the squared distances from the mean. */
  readonly squares: number;
  readonly min: number;
}

export interface ScoreScale {
  readonly words: ScoreSpread;
  readonly vectors: ScoreSpread;
  readonly vectorShare: number;
  /** The candidate whose mixed score is 1. */
  readonly best: RawScores;
}

const nothing: ScoreSpread = { count: 0, mean: 0, squares: 0, min: Number.POSITIVE_INFINITY };
const zero: ScoreSpread = { count: 1, mean: 0, squares: 0, min: 0 };

export function scoreScaleOf(candidates: readonly RawScores[], vectorShare: number): ScoreScale {
  const scale = {
    words: spreadOf(candidates, ({ words }) => words),
    vectors: spreadOf(candidates, ({ vector }) => vector),
    vectorShare,
    best: { words: 0, vector: 0 },
  };
  return { ...scale, best: bestOf(scale, candidates) };
}

/** The scale of all candidates of two searches. @param hits that may be better on it than the best of each. */
export function joinScales(a: ScoreScale, b: ScoreScale, hits: readonly RawScores[]): ScoreScale {
  const scale = {
    words: together(a.words, b.words),
    vectors: together(a.vectors, b.vectors),
    // One of them may have searched without its model.
    vectorShare: Math.max(a.vectorShare, b.vectorShare),
    best: a.best,
  };
  return { ...scale, best: bestOf(scale, [a.best, b.best, ...hits]) };
}

/** The word score and the cosine that have these shares. */
export function rawScores({ words, vectors, vectorShare, best }: ScoreScale, mixed: MixedScore): RawScores {
  const top = heightOf({ words, vectors, vectorShare, best }, best) || 1;
  const raw = (spread: ScoreSpread, share: number, of: number): number => {
    const { min, deviation } = normOf(spread);
    return of > 0 ? min + (share * top * deviation) / of : min;
  };
  return { words: raw(words, mixed.words, 1 - vectorShare), vector: raw(vectors, mixed.vector, vectorShare) };
}

export function mixedOn(scale: ScoreScale, raw: RawScores): MixedScore {
  const { words, vector } = shares(scale, raw);
  const top = heightOf(scale, scale.best) || 1;
  return { words: words / top, vector: vector / top };
}

function shares({ words, vectors, vectorShare }: ScoreScale, raw: RawScores): MixedScore {
  const share = (spread: ScoreSpread, score: number): number => {
    const { min, deviation } = normOf(spread);
    return deviation > 0 ? Math.max(0, score - min) / deviation : 0;
  };
  return { words: (1 - vectorShare) * share(words, raw.words), vector: vectorShare * share(vectors, raw.vector) };
}

function heightOf(scale: ScoreScale, raw: RawScores): number {
  const { words, vector } = shares(scale, raw);
  return words + vector;
}

function bestOf(scale: ScoreScale, candidates: readonly RawScores[]): RawScores {
  let best: RawScores = { words: 0, vector: 0 };
  let height = -1;
  for (const { words, vector } of candidates) {
    const each = heightOf(scale, { words, vector });
    if (each <= height) continue;
    best = { words, vector };
    height = each;
  }
  return best;
}

function spreadOf(candidates: readonly RawScores[], scoreOf: (raw: RawScores) => number): ScoreSpread {
  const count = candidates.length;
  if (count === 0) return nothing;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    sum += scoreOf(candidate);
    min = Math.min(min, scoreOf(candidate));
  }
  const mean = sum / count;
  return { count, mean, min, squares: candidates.reduce((all, each) => all + (scoreOf(each) - mean) ** 2, 0) };
}

function together(a: ScoreSpread, b: ScoreSpread): ScoreSpread {
  const count = a.count + b.count;
  if (count === 0) return nothing;
  const distance = b.mean - a.mean;
  return {
    count,
    mean: a.mean + (distance * b.count) / count,
    squares: a.squares + b.squares + (distance ** 2 * a.count * b.count) / count,
    min: Math.min(a.min, b.min),
  };
}

/** As `mixScores` normalises: few candidates have a 0 among them, and differences that only rounding made are none. */
function normOf(spread: ScoreSpread): { readonly min: number; readonly deviation: number } {
  const { count, mean, squares, min } = spread.count < zeroBaselineBelow ? together(spread, zero) : spread;
  const deviation = Math.sqrt(squares / Math.max(1, count));
  return { min, deviation: deviation > 1e-9 * Math.abs(mean) ? deviation : 0 };
}

/**
 * Makes one score between 0 and 1 from two that cannot be compared. The scores of words and of vectors are each normalised to mean 0
 * and deviation 1 over all candidates (every candidate has both scores), then added by their shares. On every set tried this was
 * better than rank fusion, which ignores how far apart two neighbours are.
 */
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
