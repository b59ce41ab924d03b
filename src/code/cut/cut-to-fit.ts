import type { Definition } from '../identify/outline';
import type { Atom } from './atom';
import { gapStrength } from './gap-strength';

/** A piece is much smaller than its neighbour below this share of it. */
const smallShare = 0.25;
/** Two pieces are balanced if each has at least this share of both. */
const minShare = 0.3;

/**
 * @param tokens counts the atoms `from` to `to` (exclusive).
 * @param fits returns true if these atoms may be one chunk.
 *
 * Balances the pieces of a definition that does not fit: where one is much smaller than the next, the two are joined if they fit
 * together, otherwise the cut between them moves to the strongest gap that gives both enough. Cuts between definitions stay where
 * they are, so an edit inside one definition does not move those of others.
 */
export function balancePieces(
  atoms: readonly Atom[],
  groups: readonly IndexRange[],
  tokens: (from: number, to: number) => number,
  fits: (from: number, to: number) => boolean,
): readonly IndexRange[] {
  const balanced: IndexRange[] = [];
  for (const after of groups) {
    const before = balanced.length > 0 ? balanced[balanced.length - 1] : undefined;
    const moved = before && arePieces(atoms, after.from) ? balance(atoms, before, after, tokens, fits) : undefined;
    if (moved) {
      balanced.pop();
      for (const group of moved) balanced.push(group);
    } else balanced.push(after);
  }
  return balanced;
}

/** The two groups, joined or with another cut between them; undefined if they stay as they are. */
function balance(
  atoms: readonly Atom[],
  before: IndexRange,
  after: IndexRange,
  tokens: (from: number, to: number) => number,
  fits: (from: number, to: number) => boolean,
): readonly IndexRange[] | undefined {
  const left = tokens(before.from, before.to);
  const right = tokens(after.from, after.to);
  const smaller = Math.min(left, right);
  if (smaller >= Math.max(left, right) * smallShare) return undefined;
  const { from } = before;
  const { to } = after;
  if (fits(from, to)) return [{ from, to }];
  const all = left + right;
  // Of the gaps that balance the pieces, the strongest; otherwise the one that balances them best.
  let best = -1;
  let bestShare = Math.min(minShare, (1.5 * smaller) / all);
  let strongest = Number.NEGATIVE_INFINITY;
  for (let gap = from + 1; gap < to; gap++) {
    const strength = atoms[gap]?.strength ?? 0;
    if (!mayCut(strength) || (bestShare === minShare && strength <= strongest)) continue;
    if (!fits(from, gap) || !fits(gap, to)) continue;
    const share = Math.min(minShare, Math.min(tokens(from, gap), tokens(gap, to)) / all);
    if (share < bestShare || (share === bestShare && strength <= strongest)) continue;
    best = gap;
    bestShare = share;
    strongest = strength;
  }
  return best < 0
    ? undefined
    : [
        { from, to: best },
        { from: best, to },
      ];
}

function mayCut(strength: number): boolean {
  return !gapStrength.isAfterHead(strength) && !gapStrength.isMidLine(strength);
}

/** True if the atoms around a gap are pieces of one definition or statement that does not fit: statements, not whole members. */
function arePieces(atoms: readonly Atom[], gap: number): boolean {
  const before = atoms[gap - 1];
  const after = atoms[gap];
  if (!before || !after || before.prose || after.prose || after.gapDepth === 0) return false;
  if (after.definition || before.definition) return false;
  return innermost(before) === innermost(after);
}

function innermost({ scope }: Atom): Definition | undefined {
  return scope.length > 0 ? scope[scope.length - 1]?.definition : undefined;
}

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
