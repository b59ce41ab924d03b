/**
 * Groups atoms into searched chunks, and chunks into families, each with a parent: cuts at the strongest gaps until every group
 * fits, joins groups that are too small to a neighbour, and balances the pieces of what did not fit.
 */
import type { CountedText } from '../../tokens/counter-table';
import type { Atom } from './atom';
import { balancePieces, cutToFit, type IndexRange, joinSmall } from './cut-to-fit';

/** For code: prose uses a larger share, because joining does it less harm. */
const smallShare = 0.15;
/** A smaller chunk says so little that it is joined even across the border of its container. */
const tinyTokens = 30;
/** With a small limit, a chunk is tiny below this share of it. */
const tinyShare = 0.14;

/** Texts with more characters per token are not worth joining or counting: rows of dashes, padding. */
const maxCharactersPerToken = 16;

/** How the atoms of code, or of prose, are grouped. */
export interface Grouping {
  /** Max tokens of a chunk without its overlap. */
  readonly coreTokens: number;
  /**
   * Max tokens of a chunk with only code, with an atom larger than `coreTokens`, or joined with a tiny neighbour; `coreTokens` if
   * left out.
   */
  readonly maxTokens?: number;
  /** Chunks below this share of `coreTokens` are joined to a neighbour if both fit together. */
  readonly smallShare: number;
  /** Smaller chunks are joined to any neighbour if both fit together. */
  readonly minTokens: number;
  /** Where the text of a chunk begins, given its own range: before `start` if it repeats the end of the previous chunk. */
  readonly overlapStart?: (start: number, previousStart: number, end: number) => number;
  /** True if a small chunk of so many tokens may not be joined across the gap at an offset. */
  readonly isBorder?: (offset: number, tokens: number) => boolean;
  /** True if a chunk must not have this range, because a chunk always begins inside it. */
  readonly isDivided?: (start: number, end: number) => boolean;
  /** Decides which chunks share a parent; if left out, the size of parents does. */
  readonly families?: (starts: readonly number[]) => readonly IndexRange[];
}

/** Code stays in its containers and is never repeated. */
export function groupingOfCode(maxTokens: number, minTokens: number): Grouping {
  return { coreTokens: maxTokens, smallShare, minTokens };
}

interface Grouped {
  /** Ranges of atoms. */
  readonly groups: readonly IndexRange[];
  /** Ranges of groups. */
  readonly families: readonly IndexRange[];
}

/** @param fixedGroups the groups, if something other than the strength of gaps decides them. */
export function groupAtoms(
  atoms: readonly Atom[],
  counted: CountedText,
  parentTokens: number,
  grouping: Grouping,
  fixedGroups?: readonly IndexRange[],
): Grouped {
  const { coreTokens, maxTokens = coreTokens, smallShare } = grouping;
  // Not arrays: V8 stores those of integers and of fractions differently.
  const strengths = new Float64Array(atoms.length);
  for (let i = 0; i < atoms.length; i++) strengths[i] = atoms[i]?.strength ?? 0;
  const start = (index: number): number => atoms[index]?.start ?? atoms.at(-1)?.end ?? 0;
  const end = (index: number): number => atoms[index - 1]?.end ?? 0;
  const tokens = (from: number, to: number): number => counted.count(start(from), end(to));
  const fits = (from: number, to: number, limit: number): boolean =>
    end(to) - start(from) <= limit * maxCharactersPerToken && tokens(from, to) <= limit;
  const isOne = (from: number, to: number): boolean => !grouping.isDivided?.(start(from), end(to));
  const mayBeLarge = maxTokens > coreTokens ? largeRuns(atoms, counted, coreTokens) : undefined;
  const fitsChunk = (from: number, to: number): boolean =>
    isOne(from, to) && fits(from, to, mayBeLarge?.(from, to) ? maxTokens : coreTokens);
  const tinyLimit = Math.min(tinyTokens, coreTokens * tinyShare);
  const fitsWith = (from: number, to: number, small: IndexRange): boolean =>
    fitsChunk(from, to) || (isOne(from, to) && tokens(small.from, small.to) < tinyLimit && fits(from, to, maxTokens));
  const joined = (): readonly IndexRange[] =>
    joinSmall(
      cutToFit(strengths, fitsChunk),
      strengths,
      (group) => tokens(group.from, group.to) < coreTokens * smallShare,
      fitsWith,
      (small, gap) => {
        if (grouping.isBorder?.(start(gap), tokens(small.from, small.to))) return false;
        // The head of a section stays with its section, so it is not joined to the end of another chunk; a tiny chunk may join the head.
        if (atoms[gap]?.prose?.isHead) return gap === small.to && tokens(small.from, small.to) < tinyLimit;
        // The head of an opened node belongs to what follows, never to what comes before.
        if (gap === small.from && isHead(atoms[gap])) return false;
        return tokens(small.from, small.to) < tinyTokens || inContainer(atoms, small, gap);
      },
    );
  const filled = (groups: readonly IndexRange[]): readonly IndexRange[] =>
    grouping.minTokens === 0
      ? groups
      : joinSmall(
          groups,
          strengths,
          (group) => tokens(group.from, group.to) < grouping.minTokens,
          (from, to) => isOne(from, to) && fits(from, to, maxTokens),
          (small, gap) => !grouping.isBorder?.(start(gap), tokens(small.from, small.to)),
        );
  const groups = fixedGroups ?? filled(balancePieces(atoms, joined(), tokens, fitsChunk));

  const parentStrengths = new Float64Array(groups.length);
  for (let i = 0; i < groups.length; i++) parentStrengths[i] = strengths[groups[i]?.from ?? 0] ?? 0;
  const fitsParent = (from: number, to: number): boolean => {
    const span = atomsOf(groups, { from, to });
    return fits(span.from, span.to, parentTokens);
  };
  const bySize = (): readonly IndexRange[] => {
    const sizes = new Float64Array(groups.length);
    for (const [i, { from, to }] of groups.entries()) sizes[i] = tokens(from, to);
    return parentFamilies({ strengths: parentStrengths, sizes, parentTokens, fits: fitsParent });
  };

  const families = grouping.families?.(groups.map((group) => start(group.from))) ?? bySize();
  return { groups, families };
}

/** The range of atoms of a family. */
export function atomsOf(groups: readonly IndexRange[], family: IndexRange): IndexRange {
  return { from: groups[family.from]?.from ?? 0, to: groups[family.to - 1]?.to ?? 0 };
}

/** Returns a function: true if the atoms `from` to `to` (exclusive) are all code, or if one has more tokens than `limit`. */
function largeRuns(atoms: readonly Atom[], counted: CountedText, limit: number): (from: number, to: number) => boolean {
  // The number of large atoms, and of atoms of prose, before each atom.
  const large = new Uint32Array(atoms.length + 1);
  const prose = new Uint32Array(atoms.length + 1);
  for (const [i, { start, end, prose: label }] of atoms.entries()) {
    large[i + 1] = (large[i] ?? 0) + (end - start > limit && !counted.fits(start, end, limit) ? 1 : 0);
    prose[i + 1] = (prose[i] ?? 0) + (label ? 1 : 0);
  }
  return (from, to) => (large[to] ?? 0) > (large[from] ?? 0) || (prose[to] ?? 0) === (prose[from] ?? 0);
}

/** True if across the gap before atom `gap` a small group meets its own container: a sibling, or the inside of its head. */
function inContainer(atoms: readonly Atom[], small: IndexRange, gap: number): boolean {
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

/**
 * Divides chunks into families, each with a parent, so that as many parents as possible are between two thirds of their limit and
 * the limit (800 to 1,200 tokens), without crossing sections and types where it can be avoided. A division has a cost:
 *
 * - for each family that is too small, the more the smaller it is;
 * - for each border at a weak gap, such as between two methods instead of two types;
 * - for each family across a gap that is stronger than one of its borders: it has the end of one section and the beginning of the
 *   next.
 *
 * The cheapest division is found from left to right. It depends on everything around it, so the text is first cut into regions of
 * several parents at its strongest gaps, which do not depend on sizes: an edit moves only the parents of its own region.
 */

/** A region has at most so many parents. */
const parentsPerRegion = 8;
/** Parents are filled at least to this share of their limit if the neighbours allow: 800 of 1,200. */
const minShare = 2 / 3;
/** Gaps of one level of nesting are less than this apart; see `gap-strength.ts`. */
const perLevel = 16;

const costs = {
  /** A family that is just too small, and what is added to it for one of no size. */
  small: 0.5,
  tiny: 0.6,
  /** A border one level below the strongest gap of the region. */
  weakBorder: 0.1,
  /** A gap inside a family that is one level above one of its borders. */
  crossing: 0.5,
};
const maxLevels = 3;

interface FamilyInput {
  /** The strength of the gap before each chunk; the first is not used. */
  readonly strengths: Float64Array;
  /** Tokens of each chunk. */
  readonly sizes: Float64Array;
  readonly parentTokens: number;
  /** True if the chunks `from` to `to` (exclusive) may be one family. */
  readonly fits: (from: number, to: number) => boolean;
}

export function parentFamilies(input: FamilyInput): IndexRange[] {
  const { strengths, sizes, parentTokens, fits } = input;
  const sums = new Float64Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) sums[i + 1] = (sums[i] ?? 0) + (sizes[i] ?? 0);
  const isRegion = (from: number, to: number): boolean =>
    (sums[to] ?? 0) - (sums[from] ?? 0) <= parentTokens * parentsPerRegion;
  const families: IndexRange[] = [];
  for (const region of cutToFit(strengths, isRegion)) {
    for (const family of cheapest(region, strengths, sums, parentTokens)) {
      // The sum of sizes is not exact: tokens may end elsewhere where chunks meet.
      if (family.to - family.from === 1 || fits(family.from, family.to)) families.push(family);
      else {
        const { from, to } = family;
        const parts = cutToFit(strengths.subarray(from, to), (a, b) => fits(from + a, from + b));
        for (const part of parts) families.push({ from: from + part.from, to: from + part.to });
      }
    }
  }
  return families;
}

/** The cheapest division of a region, from left to right: the best way to end a family at each chunk is found once. */
function cheapest({ from, to }: IndexRange, strengths: Float64Array, sums: Float64Array, limit: number): IndexRange[] {
  let top = Number.NEGATIVE_INFINITY;
  for (let gap = from + 1; gap < to; gap++) top = Math.max(top, strengths[gap] ?? 0);
  const best = new Float64Array(to - from + 1).fill(Number.POSITIVE_INFINITY);
  const begins = new Uint32Array(to - from + 1);
  best[0] = 0;
  for (let end = from + 1; end <= to; end++) {
    // The ends of a region are as strong as gaps get.
    const right = end === to ? Number.POSITIVE_INFINITY : (strengths[end] ?? 0);
    const border = end === to ? 0 : costs.weakBorder * levels(top, right);
    let strongest = Number.NEGATIVE_INFINITY;
    for (let start = end - 1; start >= from; start--) {
      const size = (sums[end] ?? 0) - (sums[start] ?? 0);
      if (size > limit && start < end - 1) break;
      const left = start === from ? Number.POSITIVE_INFINITY : (strengths[start] ?? 0);
      const crossing = costs.crossing * levels(strongest, Math.min(left, right));
      const cost = (best[start - from] ?? 0) + sizeCost(size, limit) + border + crossing;
      if (cost < (best[end - from] ?? 0)) {
        best[end - from] = cost;
        begins[end - from] = start;
      }
      strongest = Math.max(strongest, strengths[start] ?? 0);
    }
  }
  const families: IndexRange[] = [];
  for (let end = to; end > from; ) {
    const start = begins[end - from] ?? from;
    families.push({ from: start, to: end });
    end = start;
  }
  return families.reverse();
}

function sizeCost(size: number, limit: number): number {
  const missing = 1 - size / (limit * minShare);
  return missing <= 0 ? 0 : costs.small + costs.tiny * missing;
}

/** How many levels of nesting a gap is below a stronger one. */
function levels(stronger: number, weaker: number): number {
  return weaker >= stronger ? 0 : Math.min(maxLevels, (stronger - weaker) / perLevel);
}
