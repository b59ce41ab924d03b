/** Which definitions of the workspace a chunk needs besides its text and its context. */
import type { Chunk } from '../../code/chunk';
import type { GraphEntry } from './graph-entry';
import { foundHows } from './resolve/meaning';

/** The path is as in the graph. */
export type UsingChunk = Pick<Chunk, 'path' | 'startLine' | 'endLine' | 'context' | 'imports' | 'globals'>;

/**
 * Those in other files come first, then the certain ones, then in the order of their first use.
 * @param entries what the graph says that the lines of the chunk use.
 */
export function usesOfChunk(entries: readonly GraphEntry[], chunk: UsingChunk): GraphEntry[] {
  const isOwn = ({ path }: GraphEntry): boolean => path === chunk.path;
  return entries
    .filter((entry) => entry.kind !== 'file' && !(isOwn(entry) && isCarried(entry, chunk)))
    .sort((a, b) => Number(isOwn(a)) - Number(isOwn(b)) || foundHows.indexOf(a.how) - foundHows.indexOf(b.how));
}

/** The chunk has it: as a global, as an import, or as what encloses it, whose signature is in the context. */
function isCarried({ name, line, endLine, signature }: GraphEntry, chunk: UsingChunk): boolean {
  const { startLine, context, imports, globals } = chunk;
  if (line < startLine && endLine >= chunk.endLine) return true;
  if ([...imports, ...globals].some((used) => used.name === name)) return true;
  return signature !== undefined && context.replace(/\s+/g, ' ').includes(signature);
}
