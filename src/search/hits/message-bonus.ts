/**
 * Chunks that contain a message of a pasted text as a literal (message-matcher.ts) move up: the code that says it is near the code
 * that is meant. The index has no texts, so those of the best candidates are read; further ones are left as they are.
 */
import type { Query } from '../query/query';
import { messageMatcher } from '../query/text/message-matcher';
import type { Candidate } from '../rank/candidate';
import type { Ranked } from '../rank/rank';
import type { RankWeights } from '../rank-weights';

/** @param textOf the text of a chunk. */
export async function addMessageBonus<C extends Candidate>(
  ranked: readonly Ranked<C>[],
  { parts: { isPasted, messages } }: Pick<Query, 'parts'>,
  textOf: (candidate: C) => Promise<string>,
  { message: weight, messageFit: { min, read, maxChunks } }: RankWeights,
): Promise<readonly Ranked<C>[]> {
  if (!isPasted || messages.length === 0 || weight === 0) return ranked;
  const texts = await Promise.all(ranked.slice(0, read).map(({ candidate }) => textOf(candidate)));
  const fits = new Float64Array(texts.length);
  for (const matches of messages.map(messageMatcher)) {
    const scores = texts.map(matches);
    // What many chunks say tells none of them apart.
    if (scores.filter((score) => score >= min).length > maxChunks) continue;
    scores.forEach((score, i) => {
      if (score >= min) fits[i] = Math.max(fits[i] ?? 0, score);
    });
  }
  if (fits.every((fit) => fit === 0)) return ranked;
  const best = ranked[0]?.score ?? 0;
  return ranked
    .map((one, i): Ranked<C> => {
      const share = weight * (fits[i] ?? 0) * best;
      const { candidate, score, why } = one;
      return share > 0 ? { candidate, score: score + share, why: [...why, { signal: 'message', share }] } : one;
    })
    .sort((a, b) => b.score - a.score);
}
