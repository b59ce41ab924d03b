/**
 * Atoms into groups, the searched chunks, and these into families, each with a parent: cut at the strongest gaps until every
 * group fits, then what came out too small is joined to a neighbour.
 */
import type { CountedText } from '../../tokens/token-types';
import type { Atom } from './atom';
import { cut, type Group, joinSmall } from './cut';

/** For code; prose has less to lose by it. */
const smallShare = 0.15;
/** Below this a chunk says so little that it is joined even across the border of its container. */
const tinyTokens = 30;
/** Where chunks are small, so is what is too small to stand alone. */
const tinyShare = 0.14;
/** Parents are filled at least to this share of their limit where the neighbours allow: 800 of 1,200. */
const parentShare = 2 / 3;

/** Texts with more characters per token than this are not worth joining, nor counting: rows of dashes, padding. */
const sparse = 16;

/** How the atoms of a kind of text are grouped. */
export interface Grouping {
  /** Most tokens of a chunk without what it shares with the one before. */
  readonly coreTokens: number;
  /** What a chunk may have at most with an atom that is larger than that, or with a neighbour too small to stand alone. */
  readonly mostTokens?: number;
  /** Chunks under this share of the limit are joined to a neighbour where they fit. */
  readonly smallShare: number;
  /** Where the text of a chunk begins whose own part is `start` to `end`: before it, where it repeats the end of the one before. */
  readonly overlapStart?: (start: number, previousStart: number, end: number) => number;
  /** Whether nothing is joined over the gap at an offset. */
  readonly isBorder?: (offset: number) => boolean;
  /** Which chunks have a parent together, where the size of parents does not decide it. */
  readonly families?: (starts: readonly number[]) => readonly Group[];
}

/** Code keeps to its containers, and is never repeated. */
export function groupingOfCode(maxTokens: number): Grouping {
  return { coreTokens: maxTokens, smallShare };
}

interface Grouped {
  /** Of atoms. */
  readonly groups: readonly Group[];
  /** Of groups. */
  readonly families: readonly Group[];
}

/** @param cutBefore the groups, where something else than the strength of gaps has decided them. */
export function groupAtoms(
  atoms: readonly Atom[],
  counted: CountedText,
  parentTokens: number,
  grouping: Grouping,
  cutBefore?: readonly Group[],
): Grouped {
  const { coreTokens, mostTokens = coreTokens, smallShare } = grouping;
  // Not lists, which V8 keeps in other ways for whole numbers and for fractions.
  const strengths = new Float64Array(atoms.length);
  for (let i = 0; i < atoms.length; i++) strengths[i] = atoms[i]?.strength ?? 0;
  const start = (index: number): number => atoms[index]?.start ?? atoms.at(-1)?.end ?? 0;
  const end = (index: number): number => atoms[index - 1]?.end ?? 0;
  const tokens = (from: number, to: number): number => counted.count(start(from), end(to));
  const fits = (from: number, to: number, limit: number): boolean =>
    end(to) - start(from) <= limit * sparse && tokens(from, to) <= limit;
  const isLarge = mostTokens > coreTokens ? largeAtoms(atoms, counted, coreTokens) : undefined;
  const fitsChunk = (from: number, to: number): boolean =>
    fits(from, to, isLarge?.(from, to) ? mostTokens : coreTokens);
  const few = Math.min(tinyTokens, coreTokens * tinyShare);
  const fitsWith = (from: number, to: number, small: Group): boolean =>
    fitsChunk(from, to) || (tokens(small.from, small.to) < few && fits(from, to, mostTokens));
  const joined = (): readonly Group[] =>
    joinSmall(
      cut(strengths, fitsChunk),
      strengths,
      (group) => tokens(group.from, group.to) < coreTokens * smallShare,
      fitsWith,
      (small, gap) => {
        if (grouping.isBorder?.(start(gap))) return false;
        // What goes on elsewhere is not begun at the end of something else; too little to be something goes with it.
        if (atoms[gap]?.prose?.isHead) return gap === small.to && tokens(small.from, small.to) < few;
        // The head of something opened belongs to what follows it, never to what stands before.
        if (gap === small.from && isHead(atoms[gap])) return false;
        return tokens(small.from, small.to) < tinyTokens || inContainer(atoms, small, gap);
      },
    );
  const groups = cutBefore ?? joined();

  const parentStrengths = new Float64Array(groups.length);
  for (let i = 0; i < groups.length; i++) parentStrengths[i] = strengths[groups[i]?.from ?? 0] ?? 0;
  const fitsParent = (from: number, to: number): boolean => {
    const span = atomsOf(groups, { from, to });
    return fits(span.from, span.to, parentTokens);
  };
  const bySize = (): readonly Group[] =>
    joinSmall(
      cut(parentStrengths, fitsParent),
      parentStrengths,
      (family) => {
        const span = atomsOf(groups, family);
        return tokens(span.from, span.to) < parentTokens * parentShare;
      },
      fitsParent,
      () => true,
    );

  const families = grouping.families?.(groups.map((group) => start(group.from))) ?? bySize();
  return { groups, families };
}

/** The atoms of a family. */
export function atomsOf(groups: readonly Group[], family: Group): Group {
  return { from: groups[family.from]?.from ?? 0, to: groups[family.to - 1]?.to ?? 0 };
}

/** Whether one of the atoms `from` to `to` (exclusive) has more tokens than that. */
function largeAtoms(
  atoms: readonly Atom[],
  counted: CountedText,
  limit: number,
): (from: number, to: number) => boolean {
  // How many there are before each atom.
  const before = new Uint32Array(atoms.length + 1);
  for (const [i, { start, end }] of atoms.entries()) {
    before[i + 1] = (before[i] ?? 0) + (end - start > limit && !counted.fits(start, end, limit) ? 1 : 0);
  }
  return (from, to) => (before[to] ?? 0) > (before[from] ?? 0);
}

/** Whether over the gap before atom `gap` a small group meets its own container: a sibling, or what its head opens. */
function inContainer(atoms: readonly Atom[], small: Group, gap: number): boolean {
  let depth = Number.POSITIVE_INFINITY;
  for (let i = small.from; i < small.to; i++) depth = Math.min(depth, atoms[i]?.depth ?? 0);
  const neighbour = atoms[gap === small.from ? gap - 1 : gap];
  const gapDepth = atoms[gap]?.gapDepth ?? 0;
  return gapDepth > depth || (gapDepth === depth && neighbour?.depth === depth);
}

function isHead(atom: Atom | undefined): boolean {
  if (atom?.prose?.isHead) return true;
  return atom?.definition !== undefined && atom.gapDepth < atom.depth;
}
