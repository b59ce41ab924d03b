/** The links of a file as the index keeps them: what it uses is known per chunk, not per place. */

import type { Chunk } from '../../code/chunk';
import type { FileLinks, LinkUse } from '../../code/links/file-links';

export interface StoredLinks extends Omit<FileLinks, 'uses'> {
  /** For each searched chunk of the file, in order: the references in its text, ascending. */
  readonly chunkUses: readonly (readonly number[])[];
}

type LinkedChunk = Pick<Chunk, 'role' | 'start' | 'end'>;

export function storedLinks(links: FileLinks, chunks: readonly LinkedChunk[]): StoredLinks {
  const { namespace, imports, definitions, references, uses } = links;
  const chunkUses: number[][] = [];
  for (const { role, start, end } of chunks) if (role !== 'parent') chunkUses.push(usesIn(uses, start, end));
  return { namespace, imports, definitions, references, chunkUses };
}

function usesIn(uses: readonly LinkUse[], start: number, end: number): number[] {
  let low = 0;
  let high = uses.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((uses[middle]?.offset ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const found = new Set<number>();
  for (let at = low; at < uses.length; at++) {
    const use = uses[at];
    if (!use || use.offset >= end) break;
    found.add(use.reference);
  }
  return Array.from(found).sort((a, b) => a - b);
}
