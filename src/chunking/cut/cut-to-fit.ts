/**
 * Cuts a sequence so that every part fits. Each gap between two neighbours has a strength (how natural a cut is there), and a gap
 * is cut exactly if the run around it, bounded by stronger gaps, does not fit. So weak gaps are cut last, and an edit moves only
 * the cuts of the runs that contain it: this is what keeps ids stable.
 */
export interface IndexRange {
  /** Indexes of the first member and of the one after the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * @param strengths the strength of the gap before each member; the first is not used.
 * @param fits returns true if the members `from` to `to` (exclusive) may be one group. A single member always may.
 */
export function cutToFit(strengths: ArrayLike<number>, fits: (from: number, to: number) => boolean): IndexRange[] {
  const groups: IndexRange[] = [];
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

interface Run extends IndexRange {
  /** Index of the member after its strongest gap; 0 if it has no gap. */
  readonly strongest: number;
}

/**
 * The strongest gap of the sequence (the first among equals), and of the two parts into which each gap splits its run: a Cartesian
 * tree, built in one pass. Searching every run again would take quadratic time if many gaps are equally strong.
 */
class Gaps {
  readonly strongest: number;
  /** By gap: the strongest gap in the part before it and in the part after it; 0 if there is none. */
  readonly before: Uint32Array;
  readonly after: Uint32Array;

  constructor(strengths: ArrayLike<number>) {
    this.before = new Uint32Array(strengths.length);
    this.after = new Uint32Array(strengths.length);
    // A stack of gaps that no stronger one has followed yet; 0 is below the first.
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
 * Joins each small group with a neighbour if both fit together, preferring the weaker of the two gaps.
 * @param mayJoin returns true if the small group may be joined across the gap before member `gap`.
 */
export function joinSmall(
  groups: readonly IndexRange[],
  strengths: ArrayLike<number>,
  isSmall: (group: IndexRange) => boolean,
  fits: (from: number, to: number, small: IndexRange) => boolean,
  mayJoin: (small: IndexRange, gap: number) => boolean,
): IndexRange[] {
  const queue = [...groups];
  const joined: IndexRange[] = [];
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
