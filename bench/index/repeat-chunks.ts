/**
 * Provides any number of chunks. When the real chunks are used up, they are repeated with changes: each copy renames some identifiers
 * wherever they are used and removes a sixth of the words of each chunk. So terms, vectors and hashes are new, and their
 * distribution is as skewed as in real source.
 */
import { createHash } from 'node:crypto';
import type { Chunk } from '../../src/code/chunk';
import { readFiles, type SourceFile } from './chunked-source';

/** Files with `count` searched chunks in total; the last file may be cut short. */
export async function* filesWith(chunksFile: string, count: number, firstCopy = 0): AsyncGenerator<SourceFile> {
  let left = count;
  for (let copy = firstCopy; left > 0; copy++) {
    for await (const file of readFiles(chunksFile)) {
      const taken = first(copy === 0 ? file : changedFile(file, copy), left);
      left -= taken.chunks.filter(isSearched).length;
      yield taken;
      if (left === 0) return;
    }
  }
}

export function isSearched({ role }: Chunk): boolean {
  return role !== 'parent';
}

function first(file: SourceFile, max: number): SourceFile {
  if (file.chunks.filter(isSearched).length <= max) return file;
  let left = max;
  return { ...file, chunks: file.chunks.filter((chunk) => !isSearched(chunk) || left-- > 0) };
}

function changedFile(file: SourceFile, copy: number): SourceFile {
  let before = 1;
  let after = 1;
  const chunks = file.chunks.map((chunk) => {
    const changed = changedChunk(chunk, copy);
    before += chunk.text.length;
    after += changed.text.length;
    return changed;
  });
  // The size that the file would have with these changes.
  return { ...file, path: `${copy}-${file.path}`, size: Math.round((file.size * after) / before), chunks };
}

function changedChunk(chunk: Chunk, copy: number): Chunk {
  const change = (text: string, seed: number): string =>
    text.replaceAll(/[A-Za-z_]\w{3,}/g, (word) => {
      if (seed > 0 && hashOf(word, seed) % 6 === 0) return '';
      return hashOf(word, copy) % 8 === 0 ? word + suffixOf(copy) : word;
    });
  const text = change(chunk.text, hashOf(chunk.id, copy));
  const context = change(chunk.context, 0);
  const named = <N extends { readonly name: string }>(one: N): N => ({ ...one, name: change(one.name, 0) });
  return {
    ...chunk,
    id: digest(copy + chunk.id, 16),
    hash: digest(context + text, 32),
    ...(chunk.parent !== undefined && { parent: digest(copy + chunk.parent, 16) }),
    name: change(chunk.name, 0),
    symbols: chunk.symbols.map(named),
    context,
    text,
  };
}

function suffixOf(copy: number): string {
  return `X${String.fromCharCode(97 + (copy % 26))}${String.fromCharCode(97 + ((copy * 7) % 26))}`;
}

function digest(text: string, digits: number): string {
  return createHash('md5').update(text).digest('hex').slice(0, digits);
}

function hashOf(word: string, seed: number): number {
  let hash = seed | 1;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
