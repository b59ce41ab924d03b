/**
 * Divides chunks into families, each with a parent. The chunks of a definition or section that fits are never divided. Beyond that, as
 * many parents as possible are between two thirds of their limit and the limit (800 to 1,200 tokens), without crossing sections and
 * types where it can be avoided. A division has a cost:
 *
 * - for each family that is too small, the more the smaller it is;
 * - for each border at a weak gap, such as between two methods instead of two types;
 * - for each family across a gap that is stronger than one of its borders: it has the end of one section and the beginning of the
 *   next.
 *
 * The cheapest division is found from left to right. It depends on everything around it, so the text is first cut into regions of
 * several parents at its strongest gaps, which do not depend on sizes: an edit moves only the parents of its own region.
 */
import { cheapestDivision, cutToFit, type IndexRange } from './cut-to-fit';

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
  /** The chunks of each definition and section, by their beginning, outer ones first. */
  readonly wholes: readonly IndexRange[];
  readonly parentTokens: number;
  /** True if the chunks `from` to `to` (exclusive) may be one family. */
  readonly fits: (from: number, to: number) => boolean;
}

export function parentFamilies(input: FamilyInput): IndexRange[] {
  const { parentTokens, fits } = input;
  const units = undivided(input);
  const strengths = Float64Array.from(units, ({ from }) => input.strengths[from] ?? 0);
  const sums = new Float64Array(units.length + 1);
  for (const [i, { from, to }] of units.entries())
    sums[i + 1] = input.sizes.subarray(from, to).reduce((sum, size) => sum + size, sums[i] ?? 0);
  const isRegion = (from: number, to: number): boolean =>
    (sums[to] ?? 0) - (sums[from] ?? 0) <= parentTokens * parentsPerRegion;
  const chunksOf = ({ from, to }: IndexRange): IndexRange => {
    return { from: units[from]?.from ?? 0, to: units[to - 1]?.to ?? 0 };
  };
  const fitsUnits = (from: number, to: number): boolean => {
    const chunks = chunksOf({ from, to });
    return fits(chunks.from, chunks.to);
  };
  const families: IndexRange[] = [];
  for (const region of cutToFit(strengths, isRegion)) {
    for (const family of cheapest(region, strengths, sums, parentTokens)) {
      const { from, to } = family;
      // The sum of sizes is not exact: tokens may end elsewhere where chunks meet, and the first may repeat text.
      if (to - from === 1 || fitsUnits(from, to)) families.push(chunksOf(family));
      else {
        const parts = cutToFit(strengths.subarray(from, to), (a, b) => fitsUnits(from + a, from + b));
        for (const part of parts) families.push(chunksOf({ from: from + part.from, to: from + part.to }));
      }
    }
  }
  return families;
}

/** The chunks, those of a definition or section that fits together. Neighbours that share a chunk stay together if both fit. */
function undivided({ sizes, wholes, fits }: FamilyInput): IndexRange[] {
  const units: IndexRange[] = [];
  let at = 0;
  const addUntil = (end: number): void => {
    for (; at < end; at++) units.push({ from: at, to: at + 1 });
  };
  for (const { from, to } of wholes) {
    addUntil(from);
    const last = from < at ? units.at(-1) : undefined;
    const begin = last?.from ?? from;
    if (to <= at || !fits(begin, to)) continue;
    if (last) units.pop();
    units.push({ from: begin, to });
    at = to;
  }
  addUntil(sizes.length);
  return units;
}

function cheapest({ from, to }: IndexRange, strengths: Float64Array, sums: Float64Array, limit: number): IndexRange[] {
  let top = Number.NEGATIVE_INFINITY;
  for (let gap = from + 1; gap < to; gap++) top = Math.max(top, strengths[gap] ?? 0);
  // The ends of a region are as strong as gaps get.
  const strengthAt = (gap: number): number =>
    gap === from || gap === to ? Number.POSITIVE_INFINITY : (strengths[gap] ?? 0);
  let strongest = 0;
  return cheapestDivision({ from, to }, (start, end) => {
    const isOne = start === end - 1;
    const size = (sums[end] ?? 0) - (sums[start] ?? 0);
    if (size > limit && !isOne) return undefined;
    strongest = isOne ? Number.NEGATIVE_INFINITY : Math.max(strongest, strengths[start + 1] ?? 0);
    const border = end === to ? 0 : costs.weakBorder * levels(top, strengthAt(end));
    const crossing = costs.crossing * levels(strongest, Math.min(strengthAt(start), strengthAt(end)));
    return sizeCost(size, limit) + border + crossing;
  });
}

function sizeCost(size: number, limit: number): number {
  const missing = 1 - size / (limit * minShare);
  return missing <= 0 ? 0 : costs.small + costs.tiny * missing;
}

/** How many levels of nesting a gap is below a stronger one. */
function levels(stronger: number, weaker: number): number {
  return weaker >= stronger ? 0 : Math.min(maxLevels, (stronger - weaker) / perLevel);
}
