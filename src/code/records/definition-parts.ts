/**
 * Numbers the parts of definitions and sections that did not fit into one chunk. The first part has the name among its symbols, the
 * others have only the label. Definitions may interrupt each other: a nested function can be a chunk of its own between two parts of
 * the function around it. Sections of prose cannot, so only neighbours are parts of one section.
 */
import type { Chunk, ChunkKind } from '../chunk';

/** Many of these have one name: a speaker, or the number of a cell. */
const neverParts: ReadonlySet<string> = new Set<ChunkKind>(['turn', 'message', 'cell', 'imports', 'lines']);

interface NamedChunk {
  readonly role: Chunk['role'];
  readonly kind: string;
  readonly name: string;
  readonly scope: readonly string[];
}

type Part = NonNullable<Chunk['part']>;

export function withParts(chunks: readonly Chunk[]): Chunk[] {
  const parts = partsOf(chunks, ({ name, symbols }) => symbols.some((symbol) => symbol.name === name));
  return chunks.map((chunk) => {
    const part = parts.get(chunk);
    return part ? { ...chunk, part } : chunk;
  });
}

/**
 * @param chunks of one file, in source order.
 * @param definesName its own name is one of its symbols.
 */
export function partsOf<C extends NamedChunk>(
  chunks: readonly C[],
  definesName: (chunk: C) => boolean,
): ReadonlyMap<C, Part> {
  const runs: C[][] = [];
  const open = new Map<string, C[]>();
  let last: C[] | undefined;
  for (const chunk of chunks) {
    if (chunk.role === 'parent') continue;
    if (chunk.name === '' || neverParts.has(chunk.kind)) {
      last = undefined;
      continue;
    }
    const key = [chunk.kind, ...chunk.scope, chunk.name].join('\0');
    const run = open.get(key);
    const isCode = run?.[0] && definesName(run[0]);
    const continues = run && (isCode || run === last) && !definesName(chunk);
    if (continues) run.push(chunk);
    else open.set(key, [chunk]);
    last = open.get(key);
    if (last && !continues) runs.push(last);
  }
  const parts = new Map<C, Part>();
  for (const run of runs) {
    if (run.length < 2) continue;
    for (const [i, chunk] of run.entries()) parts.set(chunk, { number: i + 1, of: run.length });
  }
  return parts;
}

/** The innermost definition around all of a chunk, as 1-based lines: the class of a method, or the function of a later part. */
export function enclosingDefinition({ enclosing = [], startLine, text }: Chunk) {
  const endLine = startLine + text.trimEnd().split(/\r\n|\r|\n/).length - 1;
  const found = enclosing.findLast(({ lastLine }) => lastLine >= endLine);
  return found && { startLine: found.line, endLine: found.lastLine };
}
