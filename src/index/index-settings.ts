/** The settings that an index is made with, as one value: an index with other settings is rebuilt. */
import { join } from 'node:path';
import type { ChunkOptions } from '../options/chunk-options';
import type { ReadLimits } from '../workspace/read-file';
import type { IndexSettings } from './format/header';
import { rowBytes } from './vectors/quantise-vector';

/** Increase it when the same text gives other chunks, or the same chunk other words or weights, than before. */
const chunkerVersion = 6;

export function indexSettings(
  model: { readonly id: string; readonly dimensions: number },
  options: ChunkOptions,
  { maxBytes, force }: ReadLimits,
): IndexSettings {
  // Signatures of other files are not embedded, so that an edit of one file changes the vectors of no other.
  const context = options.context === 'signatures' ? 'used' : options.context;
  // Sorted, so that the order of the options does not matter.
  const sorted = Object.entries({ ...options, context, maxBytes, force }).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    model: model.id,
    dimensions: rowBytes(model.dimensions),
    chunker: `${chunkerVersion} ${JSON.stringify(Object.fromEntries(sorted))}`,
  };
}

/** The chunk options and read limits of an index, from its stamp: a version and the options as JSON. Empty if it cannot be parsed. */
export function stampedOptions(chunker: string): Partial<ChunkOptions & Pick<ReadLimits, 'maxBytes' | 'force'>> {
  try {
    return JSON.parse(chunker.slice(chunker.indexOf(' ') + 1));
  } catch {
    return {};
  }
}

/** The default place of a folder's index. */
export function indexFileOf(root: string): string {
  return join(root, '.codegrain', 'index.cgx');
}
