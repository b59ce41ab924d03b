/** The settings that an index is made with, as one value: an index with other settings is rebuilt. */
import { type ChunkOptions, chunkOptions } from '../options/chunk-options';
import { fileOptions } from '../options/file-options';
import { isAllowedValue, type OptionTable } from '../options/option';
import { ownFile } from '../shared/own-folder';
import type { ReadLimits } from '../workspace/read-file';
import type { IndexSettings } from './format/header';
import { rowBytes } from './vectors/quantise-vector';

/** Increase it when the same text gives other chunks, or none, or the same chunk other words or weights, than before. */
const chunkerVersion = 9;

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

const stampedTable: OptionTable = { ...chunkOptions, maxBytes: fileOptions.maxBytes, force: fileOptions.force };

/** The chunk options and read limits of an index, from its stamp: a version and the options as JSON. What is not allowed is left out. */
export function stampedOptions(chunker: string): Partial<ChunkOptions & Pick<ReadLimits, 'maxBytes' | 'force'>> {
  const stamped = parsed(chunker.slice(chunker.indexOf(' ') + 1));
  const allowed = Object.entries(stampedTable).flatMap(([name, option]) => {
    const value = Object.hasOwn(stamped, name) ? stamped[name] : undefined;
    return isAllowedValue(option, value) ? [[name, value]] : [];
  });
  return Object.fromEntries(allowed);
}

function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The default place of a folder's index. */
export function indexFileOf(root: string): string {
  return ownFile(root, 'index.cgx');
}
