/**
 * Turns scores into rankings, of one system or of two systems combined without further rules. Each side gives its best 100 documents.
 *
 * - Score mix: over the union of the candidates, the scores of both sides are scaled to mean 0 and standard deviation 1; the result
 *   is 0.7 × the vector score + 0.3 × the BM25 score.
 * - Rank fusion: the sum of 1 / (60 + rank) over the lists that contain the document.
 */

const candidates = 100;
const vectorShare = 0.7;
const fusionRank = 60;

/** The best `count` documents, best first; on a tie the earlier one. Documents with a score of at most `floor` are left out. */
export function best(scores: ArrayLike<number>, count: number, floor = Number.NEGATIVE_INFINITY): number[] {
  const found: number[] = [];
  for (let i = 0; i < scores.length; i++) if ((scores[i] ?? 0) > floor) found.push(i);
  return found.sort((i, j) => (scores[j] ?? 0) - (scores[i] ?? 0) || i - j).slice(0, count);
}

export function mixScores(vector: ArrayLike<number>, lexical: ArrayLike<number>, count: number): number[] {
  const union = [...new Set([...best(vector, candidates), ...best(lexical, candidates, 0)])];
  const of = (scores: ArrayLike<number>): number[] => standardised(union.map((document) => scores[document] ?? 0));
  const [dense, words] = [of(vector), of(lexical)];
  const mixed = union.map((_, i) => vectorShare * (dense[i] ?? 0) + (1 - vectorShare) * (words[i] ?? 0));
  return best(mixed, count).map((i) => union[i] ?? 0);
}

export function fuseRankings(vector: ArrayLike<number>, lexical: ArrayLike<number>, count: number): number[] {
  const fused = new Float64Array(vector.length);
  for (const list of [best(vector, candidates), best(lexical, candidates, 0)]) {
    for (const [at, document] of list.entries()) fused[document] = (fused[document] ?? 0) + 1 / (fusionRank + at + 1);
  }
  return best(fused, count, 0);
}

function standardised(scores: readonly number[]): number[] {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  return scores.map((score) => (deviation > 0 ? (score - mean) / deviation : 0));
}
