/**
 * The answer of a compiler or parser about a file, by offsets: the common form for all languages but TypeScript and Python.
 */

import type { NameKind, Unit } from './compared-unit';
import type { OurUse } from './our-uses';

export interface Spot {
  readonly name: string;
  /** UTF-16. */
  readonly offset: number;
  readonly kind: NameKind;
}

export interface Answer {
  /** The statements to compare: those of the file, of its namespaces and of its types; UTF-16, end exclusive. */
  readonly statements: readonly (readonly [start: number, end: number])[];
  /** Where names that other statements may use are defined or imported. */
  readonly definitions: readonly Spot[];
  /** Where these names are used, by the rules of the language. */
  readonly uses: readonly Spot[];
}

export function unitsOf({ statements, definitions, uses }: Answer, text: string): Unit[] {
  const ends = lineEnds(text);
  return statements.map(([start, end]) => {
    const within = ({ offset }: Spot): boolean => offset >= start && offset < end;
    const binds = new Set(definitions.filter(within).map(({ name }) => name));
    const used = new Map<string, NameKind>();
    for (const { name, kind } of uses.filter(within)) if (!binds.has(name) && !used.has(name)) used.set(name, kind);
    const line = ends.filter((at) => at < start).length + 1;
    return { start, end, line, uses: used, binds };
  });
}

function lineEnds(text: string): number[] {
  return Array.from(text.matchAll(/\n/g), ({ index }) => index);
}

/** Our uses without those of imports that do not list their names (Ruby's `require`), which the answer does not cover. */
export function usesInAnswer({ definitions }: Answer, uses: readonly OurUse[]): readonly OurUse[] {
  const names = new Set(definitions.map(({ name }) => name));
  return uses.filter(({ kind, name }) => kind === 'global' || names.has(name));
}

/** Converts UTF-8 offsets, which most compilers use, to UTF-16. */
export function fromBytes(text: string): (offset: number) => number {
  const bytes = Buffer.from(text);
  if (bytes.length === text.length) return (offset) => offset;
  return (offset) => bytes.subarray(0, offset).toString().length;
}
