/**
 * From scores to rankings, of one system or of two mixed without further rules. Each side offers its best 100 documents.
 *
 * - Score mix: over the union of the candidates both sides' scores are brought to mean 0 and deviation 1; 0.7 of the vectors' and
 *   0.3 of BM25's are added.
 * - Rank fusion: 1 / (60 + rank) of each list a document is in.
 */

const candidates = 100;
const vectorShare = 0.7;
const fusionRank = 60;

/** The best `count` documents, best first; of equal ones the earlier. Documents without a score above `floor` are left out. */
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

export function fuseRanks(vector: ArrayLike<number>, lexical: ArrayLike<number>, count: number): number[] {
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
