import { gapStrength } from './gap-strength';

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

/** What a division into parts costs. */
const costs = {
  /** Fewer parts matter more than where they are cut, except inside a head or a line. */
  part: 7,
  oneTooMany: 24,
  /** For parts of the whole limit; parts of similar size cost least. */
  size: 4,
  /** A cut one level of nesting below the strongest gap. */
  level: 1,
  /** Between a comment and what it documents, or a statement's head and its body. */
  apart: 5,
  midLine: 30,
  signature: 1000,
};
const perLevel = 16;

interface PartRules {
  /** Max tokens of a part. */
  readonly limit: number;
  /** The tokens of the members `from` to `to` (exclusive). */
  readonly tokens: (from: number, to: number) => number;
  /** False if these members may not be one part, whatever their size. A single member always may. */
  readonly mayBe?: (from: number, to: number) => boolean;
}

/**
 * Divides what does not fit into the fewest parts that have room for it, of similar size, at its strongest gaps.
 * @param strengths of the gap before each member; the first is not used.
 */
export function fillParts(whole: IndexRange, strengths: ArrayLike<number>, rules: PartRules): IndexRange[] {
  const { limit, tokens, mayBe } = rules;
  const { from: first, to: last } = whole;
  let top = Number.NEGATIVE_INFINITY;
  for (let gap = first + 1; gap < last; gap++) top = Math.max(top, strengths[gap] ?? 0);
  // Counting every possible part would take long: the sum over its members is nearly right, and close to the limit it is counted.
  const sums = new Float64Array(last - first + 1);
  for (let i = first; i < last; i++) sums[i - first + 1] = (sums[i - first] ?? 0) + tokens(i, i + 1);
  const shareOf = (from: number, to: number): number => {
    const sum = ((sums[to - first] ?? 0) - (sums[from - first] ?? 0)) / limit;
    return sum < 0.95 || sum > 1.2 ? sum : tokens(from, to) / limit;
  };
  const divide = (perPart: number): IndexRange[] =>
    cheapestDivision(whole, (from, to) => {
      const share = shareOf(from, to);
      if (to - from > 1 && (share > 1 || mayBe?.(from, to) === false)) return undefined;
      const cut = from === first ? 0 : cutCost(strengths[from] ?? 0, top);
      return cut + perPart + costs.size * share * share;
    });
  const least = Math.ceil(shareOf(first, last));
  const natural = divide(costs.part);
  // Good gaps are worth one part more, not two.
  const parts = natural.length > least + 1 ? divide(costs.oneTooMany) : natural;
  return parts.flatMap((part) => {
    const { from, to } = part;
    if (to - from === 1 || tokens(from, to) <= limit) return [part];
    const inside = Array.from({ length: to - from }, (_, i) => strengths[from + i] ?? 0);
    return cutToFit(inside, (a, b) => tokens(from + a, from + b) <= limit).map((each) => {
      return { from: from + each.from, to: from + each.to };
    });
  });
}

/**
 * The cheapest division of a sequence, found from left to right: the best way to end a part after each member is found once.
 * @param costOf the part `from` to `to` (exclusive); it is asked from the shortest part to the longest. Undefined: neither this part
 * nor a longer one may be. A single member always may.
 */
export function cheapestDivision(
  { from, to }: IndexRange,
  costOf: (from: number, to: number) => number | undefined,
): IndexRange[] {
  const best = new Float64Array(to - from + 1).fill(Number.POSITIVE_INFINITY);
  const begins = new Uint32Array(to - from + 1);
  best[0] = 0;
  for (let end = from + 1; end <= to; end++) {
    for (let start = end - 1; start >= from; start--) {
      const own = costOf(start, end);
      if (own === undefined) break;
      const cost = (best[start - from] ?? 0) + own;
      if (cost >= (best[end - from] ?? 0)) continue;
      best[end - from] = cost;
      begins[end - from] = start;
    }
  }
  const parts: IndexRange[] = [];
  for (let end = to; end > from; end = parts.at(-1)?.from ?? from)
    parts.push({ from: begins[end - from] ?? from, to: end });
  return parts.reverse();
}

function cutCost(strength: number, top: number): number {
  if (gapStrength.isMidLine(strength)) return costs.midLine;
  if (gapStrength.isAfterSignature(strength)) return costs.signature;
  if (gapStrength.isAfterHead(strength)) return costs.apart;
  return (costs.level * (top - strength)) / perLevel;
}
