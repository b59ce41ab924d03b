/**
 * As many chunks as wanted. When the real ones are used up they come again, changed: in each copy some identifiers have another name
 * wherever they are used, and each chunk lacks a sixth of its words. So terms, vectors and hashes are new, and as skewed as real ones.
 */
import { createHash } from 'node:crypto';
import type { Chunk } from '../../src/chunking/chunk';
import { readFiles, type SourceFile } from './source';

/** Files with `count` searched chunks in all; the last may lack some of its own. */
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

function first(file: SourceFile, most: number): SourceFile {
  if (file.chunks.filter(isSearched).length <= most) return file;
  let left = most;
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
  // As large as it would be with these changes.
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
