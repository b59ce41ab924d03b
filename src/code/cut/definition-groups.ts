/**
 * `group: 'definition'`: no chunk has text of two functions, methods or types. What is between them (constants, imports, statements,
 * comments) shares chunks with its own kind; a little of it, such as the only import or the head of a class, joins a neighbour.
 */
import { firstIndex } from '../../shared/range-of';
import type { CountedText } from '../../tokens/counter-table';
import type { Definition } from '../identify/outline';
import type { Atom } from './atom';
import { type Grouping, groupingOfCode } from './grouping';

/** Stronger than any gap: a run of atoms is first cut at its borders. */
const borderStrength = 10_000_000;
/** Less text that is no whole definition joins a neighbour. */
const minTokens = 30;
const functions = ['function', 'method', 'constructor', 'macro', 'test'];
const types = ['class', 'struct', 'interface', 'trait', 'protocol', 'impl', 'extension', 'enum', 'type', 'object'];
/** Others, such as constants and keys, are too small for chunks of their own. */
const kinds: ReadonlySet<string> = new Set([...functions, ...types]);

interface Run {
  readonly from: number;
  to: number;
  readonly owner: Definition | undefined;
  readonly isWhole: boolean;
}

/** The atoms, with the strongest gaps between definitions, and how they are grouped. */
export function groupedByDefinition(atoms: readonly Atom[], counted: CountedText, maxTokens: number) {
  const tokens = (from: number, to: number): number => counted.count(atoms[from]?.start ?? 0, atoms[to - 1]?.end ?? 0);
  const runs = runsOf(atoms);
  const borders = new Set(runs.map(({ from }) => atoms[from]?.start ?? 0));
  for (const [i, { from, to, isWhole }] of runs.entries()) {
    if (isWhole || tokens(from, to) >= minTokens) continue;
    const next = runs[i + 1];
    const before = runs[i - 1];
    const toNext = next && tokens(from, next.to) <= maxTokens ? next.from : undefined;
    // The comment of a definition is in no other.
    const mayEnd = before && !atoms[from]?.about && !atoms[from]?.definition;
    const toPrevious = mayEnd && tokens(before.from, to) <= maxTokens ? from : undefined;
    const nextIsWeaker = (atoms[to]?.strength ?? 0) < (atoms[from]?.strength ?? 0);
    const joined = nextIsWeaker ? (toNext ?? toPrevious) : (toPrevious ?? toNext);
    if (joined !== undefined) borders.delete(atoms[joined]?.start ?? 0);
  }
  // In order, because the runs are.
  const starts = [...borders];
  const grouping: Grouping = {
    ...groupingOfCode(maxTokens, 0),
    isDivided: (start, end) => (starts[firstIndex(starts.length, (i) => (starts[i] ?? 0) > start)] ?? end) < end,
  };
  const cut = atoms.map((atom) =>
    borders.has(atom.start) ? { ...atom, strength: atom.strength + borderStrength } : atom,
  );
  return { atoms: cut, grouping };
}

/** Neighbouring atoms of one definition, or of none. */
function runsOf(atoms: readonly Atom[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [i, atom] of atoms.entries()) {
    const around = atom.scope.flatMap(({ definition }) => (definition && kinds.has(definition.kind) ? definition : []));
    // What is inside a function is a part of it.
    const outer = around.find(({ container }) => container === undefined);
    const own = atom.definition && kinds.has(atom.definition.kind) && !outer ? atom.definition : undefined;
    const isWhole = own !== undefined && atom.gapDepth >= atom.depth;
    const owner = own ?? outer ?? atom.about ?? around.at(-1);
    const last = runs.at(-1);
    if (last && !isWhole && !last.isWhole && last.owner === owner) last.to = i + 1;
    else runs.push({ from: i, to: i + 1, owner, isWhole });
  }
  return runs;
}
