/**
 * The definition around a chunk: the class of a method, or the whole function of a part of it. It is found among the chunks of the
 * file, which have the names of what encloses them and the lines of what they define.
 */
import type { Chunk } from '../chunk';

interface Enclosing {
  readonly name: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

type Located = Pick<Chunk, 'role' | 'name' | 'scope' | 'startLine' | 'endLine' | 'symbols' | 'part'>;

/** @param all the chunks of the file, in source order. Undefined at the top of the file. */
export function enclosingDefinition(all: readonly Located[], chunk: Located): Enclosing | undefined {
  const path = chunk.part ? [...chunk.scope, chunk.name] : chunk.scope;
  const name = path.at(-1);
  if (name === undefined) return undefined;
  const searched = all.filter(({ role }) => role !== 'parent');
  const isInside = (each: Located): boolean => {
    const names = each.part ? [...each.scope, each.name] : each.scope;
    return path.every((part, i) => names[i] === part);
  };
  // The last definition of that name at or before the chunk: a name may be defined twice.
  let startLine: number | undefined;
  for (const { scope, symbols, startLine: at } of searched) {
    if (at > chunk.startLine) break;
    const outer = path.slice(0, -1);
    if (scope.length > outer.length || scope.some((part, i) => part !== outer[i])) continue;
    for (const symbol of symbols) if (symbol.name === name && symbol.line <= chunk.endLine) startLine = symbol.line;
  }
  if (startLine === undefined) return undefined;
  let endLine = Math.max(startLine, chunk.endLine);
  for (const each of searched) {
    if (each.startLine <= endLine) continue;
    if (!isInside(each)) break;
    endLine = each.endLine;
  }
  return { name, startLine, endLine };
}
