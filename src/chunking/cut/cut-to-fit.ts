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
export function cut(strengths: ArrayLike<number>, fits: (from: number, to: number) => boolean): Group[] {
  const groups: Group[] = [];
  if (strengths.length === 0) return groups;
  const gaps = new Gaps(strengths);
  const todo: Run[] = [{ from: 0, to: strengths.length, strongest: gaps.strongest }];
  for (let run = todo.pop(); run; run = todo.pop()) {
    const { from, to, strongest } = run;
    if (to - from === 1 || fits(from, to)) groups.push({ from, to });
    else {
      todo.push({ from: strongest, to, strongest: gaps.after[strongest] ?? 0 });
      todo.push({ from, to: strongest, strongest: gaps.before[strongest] ?? 0 });
    }
  }
  return groups;
}

interface Run extends Group {
  /** The member before which its strongest gap is; 0 where it has none. */
  readonly strongest: number;
}

/**
 * The strongest gap of the sequence, the first among equals, and of the two parts that each gap makes of its run: a Cartesian
 * tree, built in one pass. Searching each run anew would take quadratic time where many gaps are equally strong.
 */
class Gaps {
  readonly strongest: number;
  /** By gap: the strongest of the gaps that it parts on its left and on its right; 0 where there is none. */
  readonly before: Uint32Array;
  readonly after: Uint32Array;

  constructor(strengths: ArrayLike<number>) {
    this.before = new Uint32Array(strengths.length);
    this.after = new Uint32Array(strengths.length);
    // The gaps behind which nothing stronger has come yet; 0 is below the first.
    const open = new Uint32Array(strengths.length + 1);
    let last = 0;
    for (let gap = 1; gap < strengths.length; gap++) {
      let weaker = 0;
      while (last > 0 && (strengths[open[last] ?? 0] ?? 0) < (strengths[gap] ?? 0)) weaker = open[last--] ?? 0;
      this.before[gap] = weaker;
      if (last > 0) this.after[open[last] ?? 0] = gap;
      open[++last] = gap;
    }
    this.strongest = open[Math.min(last, 1)] ?? 0;
  }
}

/**
 * Joins groups that `isSmall` with a neighbour they fit together with, over the weaker of the two gaps first.
 * @param mayJoin whether the small group may be joined over the gap before member `gap`.
 */
export function joinSmall(
  groups: readonly Group[],
  strengths: ArrayLike<number>,
  isSmall: (group: Group) => boolean,
  fits: (from: number, to: number, small: Group) => boolean,
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
    const toPrevious = small && before && mayJoin(group, group.from) && fits(before.from, group.to, group);
    const toNext = small && next && mayJoin(group, group.to) && fits(group.from, next.to, group);
    const nextIsWeaker = (strengths[group.to] ?? 0) < (strengths[group.from] ?? 0);
    if (toNext && (nextIsWeaker || !toPrevious)) queue[i + 1] = { from: group.from, to: next.to };
    else if (toPrevious) joined[joined.length - 1] = { from: before.from, to: group.to };
    else joined.push(group);
  }
  return joined;
}
