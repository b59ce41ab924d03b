/**
 * Balances the pieces of a definition that does not fit: where one is much smaller than the next, the two are joined if they fit
 * together, otherwise the cut between them moves to the strongest gap that gives both enough. Cuts between definitions stay where
 * they are, so an edit inside one definition does not move those of others.
 */
import type { Definition } from '../identify/outline';
import type { Atom } from './atom';
import type { IndexRange } from './cut-to-fit';
import { gapStrength } from './gap-strength';

/** A piece is much smaller than its neighbour below this share of it. */
const smallShare = 0.25;
/** Two pieces are balanced if each has at least this share of both. */
const minShare = 0.3;

/**
 * @param tokens counts the atoms `from` to `to` (exclusive).
 * @param fits returns true if these atoms may be one chunk.
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
