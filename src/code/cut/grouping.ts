/**
 * Groups atoms into searched chunks, and chunks into families, each with a parent: cuts at the strongest gaps until every group
 * fits, divides each definition that does not fit into the fewest parts, and joins groups that are too small to a neighbour.
 */
import type { CountedText } from '../../tokens/counter-table';
import type { Definition } from '../identify/outline';
import { type Atom, documentedBy } from './atom';
import { cutToFit, fillParts, type IndexRange, joinSmall } from './cut-to-fit';
import { parentFamilies } from './parent-families';

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
  /** The number of UTF-16 units that each group repeats of the one before. */
  readonly shared: readonly number[];
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
  /** Where a comment begins that is a group of its own, above the definition that it documents: it stays away from what is before it. */
  const standsAbove = new Set<number>();
  const leads = leadStarts(atoms);
  const mayBe = (from: number, to: number): boolean => isOne(from, to) && !endsInComment(atoms, from, to, leads);
  const cut = (): readonly IndexRange[] => {
    const units = splitDefinitions(atoms);
    const starts = (index: number): number => units[index]?.from ?? atoms.length;
    const groups: IndexRange[] = [];
    const unitStrengths = Float64Array.from(units, ({ from }) => strengths[from] ?? 0);
    for (const { from, to } of cutToFit(unitStrengths, (from, to) => fitsChunk(starts(from), starts(to)))) {
      const group = { from: starts(from), to: starts(to) };
      if (to - from > 1 || fitsChunk(group.from, group.to)) groups.push(group);
      else for (const part of fillParts(group, strengths, { limit: coreTokens, tokens, mayBe })) groups.push(part);
    }
    for (const { from, to } of groups) if (documentedBy(atoms, from, to)) standsAbove.add(from);
    return groups;
  };
  const tinyLimit = Math.min(tinyTokens, coreTokens * tinyShare);
  const fitsWith = (from: number, to: number, small: IndexRange): boolean =>
    fitsChunk(from, to) || (isOne(from, to) && tokens(small.from, small.to) < tinyLimit && fits(from, to, maxTokens));
  const joined = (): readonly IndexRange[] =>
    joinSmall(
      cut(),
      strengths,
      (group) => tokens(group.from, group.to) < coreTokens * smallShare,
      fitsWith,
      (small, gap) => {
        if (grouping.isBorder?.(start(gap), tokens(small.from, small.to))) return false;
        if (standsAbove.has(gap) || (gap === small.from && isHeading(atoms, small))) return false;
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
  const groups = fixedGroups ?? filled(joined());

  const shared = groups.map(({ from, to }, i) => {
    const before = groups[i - 1];
    return before && grouping.overlapStart
      ? start(from) - grouping.overlapStart(start(from), start(before.from), end(to))
      : 0;
  });
  const bySize = (): readonly IndexRange[] => {
    const strengthBefore = ({ from }: IndexRange): number => strengths[from] ?? 0;
    return parentFamilies({
      strengths: Float64Array.from(groups, strengthBefore),
      sizes: Float64Array.from(groups, ({ from, to }) => tokens(from, to)),
      wholes: wholesOf(atoms, groups),
      parentTokens,
      fits: (from, to) => {
        const span = atomsOf(groups, { from, to });
        const first = start(span.from) - (shared[from] ?? 0);
        const last = end(span.to);
        return last - first <= parentTokens * maxCharactersPerToken && counted.count(first, last) <= parentTokens;
      },
    });
  };
  const families = grouping.families?.(groups.map((group) => start(group.from))) ?? bySize();
  return { groups, families, shared };
}

/** The groups of each definition and section that has several, outer ones before those inside. */
function wholesOf(atoms: readonly Atom[], groups: readonly IndexRange[]): readonly IndexRange[] {
  const wholes = new Map<object, { readonly from: number; to: number }>();
  for (const [i, group] of groups.entries()) {
    for (const { scope, definition, about } of atoms.slice(group.from, group.to)) {
      for (const owner of [...scope.map((each) => each.definition ?? each), definition, about]) {
        const whole = owner && wholes.get(owner);
        if (whole) whole.to = i + 1;
        else if (owner) wholes.set(owner, { from: i, to: i + 1 });
      }
    }
  }
  return [...wholes.values()].filter(({ from, to }) => to - from > 1);
}

/** The atoms, where those of each function or value that was opened are one range, after the banner or the heads of types above it. */
function splitDefinitions(atoms: readonly Atom[]): readonly IndexRange[] {
  const ranges: IndexRange[] = [];
  let last: Definition | undefined;
  for (const [i, atom] of atoms.entries()) {
    const definition = splitDefinition(atom);
    let from = i;
    if (definition && definition === last) from = ranges.pop()?.from ?? i;
    else if (definition && splitDefinition(atoms[i + 1]) === definition) {
      for (; from > 0 && (isHead(atoms[from - 1]) || isBanner(atoms, from - 1)); from--) ranges.pop();
    }
    ranges.push({ from, to: i + 1 });
    last = definition;
  }
  return ranges;
}

/** True for a comment above something beside it, except for the first of a file. */
function isBanner(atoms: readonly Atom[], index: number): boolean {
  const atom = atoms[index];
  return index > 0 && atom?.is === 'comment' && !atom.about && atom.gapDepth === atoms[index + 1]?.gapDepth;
}

/** The outermost definition around an atom, or of it, that is no type or namespace; of a comment also a type. */
function splitDefinition(atom: Atom | undefined): Definition | undefined {
  if (!atom) return undefined;
  const { scope, definition, about } = atom;
  for (const { definition: outer } of scope) if (outer && !outer.container) return outer;
  return about ?? (definition?.container ? undefined : definition);
}

/** For each atom, where the comments and heads of types begin that end with it; behind it, if it is none. */
function leadStarts(atoms: readonly Atom[]): Uint32Array {
  const starts = new Uint32Array(atoms.length);
  for (const [i, { is, about, definition }] of atoms.entries()) {
    const isLead = is === 'comment' || about !== undefined || definition?.container !== undefined;
    starts[i] = isLead ? Math.min(i, starts[i - 1] ?? i) : i + 1;
  }
  return starts;
}

/** True if atoms end in a comment on what follows them, and have more before it than the heads of types. */
function endsInComment(atoms: readonly Atom[], from: number, to: number, leads: Uint32Array): boolean {
  const last = atoms[to - 1];
  if (last?.about) return (leads[to - 1] ?? 0) > from;
  if (last?.is !== 'comment' || (atoms[to]?.gapDepth ?? -1) < last.gapDepth) return false;
  return atoms[from]?.is !== 'comment';
}

/** True if a group is a comment that heads what follows: the banner of a section. */
function isHeading(atoms: readonly Atom[], { from, to }: IndexRange): boolean {
  const depth = atoms[from]?.gapDepth ?? 0;
  if (atoms[from - 1]?.is === 'comment' || (atoms[to]?.gapDepth ?? -1) < depth) return false;
  for (let i = from; i < to; i++) if (atoms[i]?.is !== 'comment') return false;
  return true;
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
