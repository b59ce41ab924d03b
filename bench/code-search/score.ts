/**
 * How good a ranking is. A system returns the 10 best chunks; a target file takes the rank of its first chunk among them. The gain
 * is 1 for every target found, discounted by 1 / log2(rank + 1), against the ideal order in which the targets come first: nDCG@10.
 * Further chunks of a file use up ranks. Every question counts the same.
 */

export const shown = 10;

/** @param paths the files of the returned chunks, best first; what is beyond the tenth does not count. */
export function ndcg(targets: readonly string[], paths: readonly string[]): number {
  const best = paths.slice(0, shown);
  let gain = 0;
  for (const target of new Set(targets)) {
    const at = best.indexOf(target);
    if (at !== -1) gain += discount(at);
  }
  let ideal = 0;
  for (let at = 0; at < Math.min(new Set(targets).size, shown); at++) ideal += discount(at);
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

/** Over all questions, or over those of each group, in the order in which the groups first appear. */
export function meanOf(scored: readonly Scored[]): number {
  return scored.reduce((sum, { score }) => sum + score, 0) / scored.length;
}

export function meansBy(scored: readonly Scored[], group: 'repository' | 'language' | 'category'): Map<string, Mean> {
  const groups = new Map<string, Scored[]>();
  for (const one of scored) {
    const members = groups.get(one[group]);
    if (members) members.push(one);
    else groups.set(one[group], [one]);
  }
  return new Map([...groups].map(([name, members]) => [name, { mean: meanOf(members), count: members.length }]));
}

/** How far a mean of other questions of this kind would be off. */
export function standardError(scored: readonly Scored[]): number {
  const mean = meanOf(scored);
  const variance = scored.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / (scored.length - 1);
  return Math.sqrt(variance / scored.length);
}
