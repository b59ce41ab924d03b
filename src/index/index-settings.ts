/** What an index is made with, as one value: an index made with anything else is built anew. */
import { join } from 'node:path';
import type { ChunkOptions } from '../options/chunk-options';
import type { ReadLimits } from '../workspace/read-file';
import type { IndexSettings } from './format/header';
import { rowBytes } from './vectors/quantise-vector';

/** Raised when the same text gives other chunks, or the same chunk other words, than before. */
const chunkerVersion = 1;

export function indexSettings(
  model: { readonly id: string; readonly dimensions: number },
  options: ChunkOptions,
  { maxBytes, force }: ReadLimits,
): IndexSettings {
  // In the order of the alphabet, so that the order in which someone wrote the options does not matter.
  const sorted = Object.entries({ ...options, maxBytes, force }).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    model: model.id,
    dimensions: rowBytes(model.dimensions),
    chunker: `${chunkerVersion} ${JSON.stringify(Object.fromEntries(sorted))}`,
  };
}

/** How an index was cut and read, from its stamp: a version and the options as JSON. Empty where that cannot be told. */
export function stampedOptions(chunker: string): Partial<ChunkOptions & Pick<ReadLimits, 'maxBytes' | 'force'>> {
  try {
    return JSON.parse(chunker.slice(chunker.indexOf(' ') + 1));
  } catch {
    return {};
  }
}

/** Where the index of a folder is, unless told otherwise. */
export function indexFileOf(root: string): string {
  return join(root, '.codegrain', 'index.cgx');
}
