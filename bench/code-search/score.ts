/**
 * How good a ranking is: nDCG@10. A system returns the 10 best chunks; a target file has the rank of its first chunk among them.
 * The gain is 1 for every target found, discounted by 1 / log2(rank + 1), divided by the gain of the ideal order in which the
 * targets come first. More chunks of the same file use up ranks. Every question has the same weight.
 */

export const maxRank = 10;

/** @param paths the files of the returned chunks, best first; only the first ten count. */
export function ndcg(targets: readonly string[], paths: readonly string[]): number {
  const best = paths.slice(0, maxRank);
  let gain = 0;
  for (const target of new Set(targets)) {
    const at = best.indexOf(target);
    if (at !== -1) gain += discount(at);
  }
  let ideal = 0;
  for (let at = 0; at < Math.min(new Set(targets).size, maxRank); at++) ideal += discount(at);
  return ideal === 0 ? 0 : gain / ideal;
}

function discount(at: number): number {
  return 1 / Math.log2(at + 2);
}

export interface Scored {
  readonly repository: string;
  readonly language: string;
  readonly category: string;
  readonly score: number;
}

export interface Mean {
  readonly mean: number;
  readonly count: number;
}

export function meanOf(scored: readonly Scored[]): number {
  return scored.reduce((sum, { score }) => sum + score, 0) / scored.length;
}

/** One mean per group, in the order in which the groups first appear. */
export function meansBy(scored: readonly Scored[], group: 'repository' | 'language' | 'category'): Map<string, Mean> {
  const groups = new Map<string, Scored[]>();
  for (const one of scored) {
    const members = groups.get(one[group]);
    if (members) members.push(one);
    else groups.set(one[group], [one]);
  }
  return new Map([...groups].map(([name, members]) => [name, { mean: meanOf(members), count: members.length }]));
}

/** The standard error of the mean: how much it would vary with other questions of this kind. */
export function standardError(scored: readonly Scored[]): number {
  const mean = meanOf(scored);
  const variance = scored.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / (scored.length - 1);
  return Math.sqrt(variance / scored.length);
}
