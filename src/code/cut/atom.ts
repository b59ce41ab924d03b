/** The smallest stretches of text that may become a chunk. */
import type { Node } from '../../syntax/syntax-node';
import type { CountedText } from '../../tokens/counter-table';
import type { Fallback, ProseKind } from '../chunk';
import type { Definition, OutlineLevel } from '../identify/outline';
import type { Scope } from '../identify/scopes';
import type { SourceText } from '../source-text';
import { gapStrength } from './gap-strength';

export interface Atom {
  readonly start: number;
  readonly end: number;
  /** How natural a cut before this atom is; see `gap-strength.ts`. */
  readonly strength: number;
  /** Number of nodes that were opened to reach this atom, and to reach the gap before it. */
  readonly depth: number;
  readonly gapDepth: number;
  readonly scope: readonly Scope[];
  /** The definition in this atom: a whole one, or the one whose head this is. */
  readonly definition: Definition | undefined;
  /** The definition that this comment documents, if the comment did not fit beside it. */
  readonly about: Definition | undefined;
  /** The definitions inside a transparent node that is whole in this atom: the functions of an `#ifdef` block. */
  readonly held: readonly Definition[] | undefined;
  readonly is: 'import' | 'comment' | 'code';
  readonly fallback: Fallback | undefined;
  /** Prose only; code has definitions instead. */
  readonly prose?: ProseLabel;
}

export interface ProseLabel {
  readonly kind: ProseKind;
  /** The atom begins with the heading of an opened section. */
  readonly isHead?: boolean;
  /** A section's heading, a table's caption, a message's speaker; mostly empty. */
  readonly name: string;
}

/** The definition that atoms document: they are comments about it, perhaps after the heads of the types around it. */
export function documentedBy(atoms: readonly Atom[], from: number, to: number): Definition | undefined {
  const { about } = atoms[to - 1] ?? {};
  for (let i = from; about && i < to; i++) {
    const atom = atoms[i];
    if (atom && atom.about !== about && atom.is !== 'comment' && !atom.definition?.container) return undefined;
  }
  return about;
}

/**
 * An atom in progress: it is changed in place until it is finished.
 *
 * Units: atoms in progress. All have one shape, so that V8 compiles the code that reads them once.
 */
export type Unit = { -readonly [K in keyof Atom]: Atom[K] } & {
  node: Node | undefined;
  readonly level: OutlineLevel;
  /** Where its own text begins, with its comments: after `start` if the unit includes the text before it, such as a fence. */
  own: number;
};

/** Where sibling units are in the tree. */
export interface UnitPlace {
  readonly level: OutlineLevel;
  readonly depth: number;
  readonly scope: readonly Scope[];
  readonly fallback: Fallback | undefined;
}

/** A unit at a place of the tree: code without a definition, as far as `rest` does not say something else. */
export function unitAt(place: UnitPlace, start: number, end: number, rest: Partial<Unit>): Unit {
  const { level, depth, scope, fallback } = place;
  const none = { node: undefined, definition: undefined, about: undefined, held: undefined };
  return {
    start,
    end,
    strength: 0,
    depth,
    gapDepth: depth,
    scope,
    is: 'code',
    level,
    own: start,
    fallback,
    ...none,
    ...rest,
  };
}

/** A copy of a unit with another range, in the field order of all units. */
export function copyUnit(unit: Unit, start: number, end: number): Unit {
  const { strength, depth, gapDepth, scope, is, node, level, own, definition, about, held, fallback } = unit;
  return { start, end, strength, depth, gapDepth, scope, is, node, level, own, definition, about, held, fallback };
}

/** Drops the fields that only units have. */
export function finishAtom(atom: Atom): Atom {
  const { start, end, strength, depth, gapDepth, scope, definition, about, held, is, fallback } = atom;
  return { start, end, strength, depth, gapDepth, scope, definition, about, held, is, fallback };
}

/** Atoms of text that cannot be cut by syntax: its lines, and pieces of lines that do not fit. */

/** Few texts have more characters per token; those are cut shorter than necessary. */
const charactersPerToken = 8;
/** A smaller piece of a line is not worth a cut; in tokens. */
const minRoom = 16;

/**
 * @param inside the scope of the lines after the first one: inside the definition, if `whole` is one.
 * @param room max tokens of the first atom, if its line must be cut anyway.
 */
export function lineAtoms(
  source: SourceText,
  counted: CountedText,
  whole: Atom,
  maxTokens: number,
  inside: readonly Scope[] = whole.scope,
  room = maxTokens,
): Atom[] {
  const atoms: Atom[] = [];
  const depth = whole.depth + 1;
  const add = (start: number, end: number, strength: number): void => {
    const first = atoms.length === 0;
    // The atom with the name is the definition; atoms before it are comments and decorators, atoms after it are inside.
    const { definition } = whole;
    const name = definition?.names[0]?.start ?? whole.start;
    const isBefore = definition !== undefined && end <= name;
    const isInside = definition !== undefined && start > name;
    atoms.push({
      ...whole,
      start,
      end,
      scope: isInside ? inside : whole.scope,
      is: isBefore && end <= definition.start ? 'comment' : whole.is,
      about: isBefore ? definition : whole.about,
      depth,
      gapDepth: first ? whole.gapDepth : depth,
      strength: first ? whole.strength : strength,
      definition: isBefore || isInside ? undefined : definition,
    });
  };

  let start = whole.start;
  while (start < whole.end) {
    // Blank lines stay with the line before them.
    let end = lineEnd(source, start, whole.end);
    while (end < whole.end && source.isBlank(end, lineEnd(source, end, whole.end)))
      end = lineEnd(source, end, whole.end);
    const strength = gapStrength.betweenLines(source, depth, start, whole.fallback === undefined);
    if (end - start <= maxTokens / 3 || counted.fits(start, end, maxTokens)) {
      add(start, end, strength);
    } else {
      let at = start;
      while (at < end) {
        const limit = at === whole.start && room >= minRoom ? room : maxTokens;
        const next = counted.fit(at, window(source.text, at, end, limit * charactersPerToken), limit);
        add(at, next, at === start ? strength : gapStrength.midLine(depth));
        at = next;
      }
    }
    start = end;
  }
  return atoms;
}

/** At most `length` characters from `at`, not ending inside a surrogate pair: counting the tokens of a megabyte takes long. */
function window(text: string, at: number, end: number, length: number): number {
  if (end - at <= length) return end;
  const code = text.charCodeAt(at + length - 1);
  return code >= 0xd800 && code < 0xdc00 ? at + length - 1 : at + length;
}

function lineEnd(source: SourceText, offset: number, end: number): number {
  return Math.min(end, source.lineStart(source.lineAt(offset) + 1));
}
