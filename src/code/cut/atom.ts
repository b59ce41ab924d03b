/** The smallest stretches of text that may become a chunk. */

import type { Node } from '../../syntax/syntax-node';
import type { Fallback, ProseKind } from '../chunk';
import type { Definition, OutlineLevel } from '../identify/outline';
import type { Scope } from '../identify/scopes';

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
