/**
 * What the mixed scores of an answer were normalised by. Words and vectors are normalised over the candidates of one search
 * (mix-scores.ts), so the best hit of any search has about the same score, however good it is. With the scales of two searches for one
 * query, their hits get the scores that they would have had among the candidates of both.
 */
import type { MixedScore } from './mix-scores';
import { zeroBaselineBelow } from './rank-weights';

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
