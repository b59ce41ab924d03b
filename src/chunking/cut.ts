/**
 * Where a sequence is cut so that every part fits: each gap between two neighbours has a strength (how naturally the text parts
 * there), and a gap is cut exactly if the run around it, bounded by stronger gaps, does not fit. So weak gaps hold as long as
 * possible, and an edit moves only the cuts of the runs that contain it: this is what keeps ids stable.
 */
export interface Group {
  /** Index of the first member, and of the one after the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * @param strengths of the gap before each member; the first is not looked at.
 * @param fits whether the members `from` to `to` (exclusive) may be one group. A single member always is one.
 */
export function cut(strengths: readonly number[], fits: (from: number, to: number) => boolean): Group[] {
  const groups: Group[] = [];
  const todo: Group[] = strengths.length > 0 ? [{ from: 0, to: strengths.length }] : [];
  for (let run = todo.pop(); run; run = todo.pop()) {
    if (run.to - run.from === 1 || fits(run.from, run.to)) {
      groups.push(run);
      continue;
    }
    let strongest = run.from + 1;
    for (let i = strongest + 1; i < run.to; i++) {
      if ((strengths[i] ?? 0) > (strengths[strongest] ?? 0)) strongest = i;
    }
    todo.push({ from: strongest, to: run.to }, { from: run.from, to: strongest });
  }
  return groups;
}

/**
 * Joins groups that `isSmall` with a neighbour they fit together with, over the weaker of the two gaps first.
 * @param mayJoin whether the small group may be joined over the gap before member `gap`.
 */
export function joinSmall(
  groups: readonly Group[],
  strengths: readonly number[],
  isSmall: (group: Group) => boolean,
  fits: (from: number, to: number) => boolean,
  mayJoin: (small: Group, gap: number) => boolean,
): Group[] {
  const queue = [...groups];
  const joined: Group[] = [];
  for (let i = 0; i < queue.length; i++) {
    const group = queue[i];
    if (!group) continue;
    const before = joined.at(-1);
    const next = queue[i + 1];
    const small = isSmall(group);
    const toPrevious = small && before && mayJoin(group, group.from) && fits(before.from, group.to);
    const toNext = small && next && mayJoin(group, group.to) && fits(group.from, next.to);
    const nextIsWeaker = (strengths[group.to] ?? 0) < (strengths[group.from] ?? 0);
    if (toNext && (nextIsWeaker || !toPrevious)) queue[i + 1] = { from: group.from, to: next.to };
    else if (toPrevious) joined[joined.length - 1] = { from: before.from, to: group.to };
    else joined.push(group);
  }
  return joined;
}
