/**
 * The name of a chunk for people: its one definition, several, a part of one, or what encloses a parent. The parts are values, so
 * that each surface can put them into words of its own language.
 */
import type { Chunk } from '../chunk';

export interface ShownName {
  /** In source order; empty if the chunk has no name. */
  readonly names: readonly string[];
  /** How many further definitions the chunk has. */
  readonly more: number;
  readonly part?: Chunk['part'];
  /** Missing if the definitions are of different kinds, or if a parent has no name. */
  readonly kind?: Chunk['kind'];
}

const maxNames = 2;

type Shown = Pick<Chunk, 'kind' | 'name' | 'symbols' | 'role' | 'part'>;

export function shownName({ kind, name, symbols, role, part }: Shown): ShownName {
  if (role === 'parent' && name === '') return { names: [], more: 0 };
  const outer = role === 'parent' || part ? [] : symbols.filter(({ member }) => !member);
  const own = [...new Set(outer.map((symbol) => symbol.name))];
  if (own.length < 2 || !own.includes(name))
    return { names: name === '' ? [] : [name], more: 0, kind, ...(part && { part }) };
  // The first one is what the eye meets, the name is that of the largest.
  const first = own.slice(0, maxNames);
  const names = first.includes(name) ? first : [...first.slice(0, -1), name];
  const more = own.length - names.length;
  return outer.every((symbol) => symbol.kind === kind) ? { names, more, kind } : { names, more };
}

/** `parse, print and 2 more`, `parse, part 2 of 4`; empty if the chunk has no name. */
export function shownNameText({ names, more, part }: ShownName): string {
  const [first = '', ...rest] = names;
  if (part) return `${first}, part ${part.number} of ${part.of}`;
  if (more > 0) return `${names.join(', ')} and ${more} more`;
  return rest.length > 0 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : first;
}
