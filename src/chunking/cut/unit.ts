/** Units: atoms in progress. All have one shape, so that V8 compiles the code that reads them once. */
import type { Node } from '../../syntax/syntax-node';
import type { Fallback } from '../chunk';
import type { OutlineLevel } from '../identify/outline';
import type { Atom, Scope } from './atom';

/** An atom in progress: it is changed in place until it is finished. */
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
