/** The settings of a folder, as arguments of the command line. */
import type { EmbeddingSettings } from '../../embedding/choose-embedder';
import type { FolderSetup } from '../../index-service/service-protocol';
import { chunkOptions } from '../../options/chunk-options';
import { embeddingOptions } from '../../options/embedding-options';
import { fileOptions } from '../../options/file-options';
import { flagArguments } from '../../options/flag-arguments';
import type { ExportWish } from './ask-export';

type CutSetup = Omit<FolderSetup, 'model' | 'root'>;

export function argumentsOf(
  { folder, format, context, parents, embeddings, target }: ExportWish,
  setup: CutSetup,
  model: EmbeddingSettings,
): string[] {
  return [
    ...['--out', target.fsPath, '--format', format],
    ...(context ? [] : ['--no-context']),
    ...(parents ? [] : ['--no-parents']),
    ...cutArguments(setup),
    ...(embeddings ? ['--embeddings', ...modelArguments(model)] : []),
    // Last, behind a mark: it may begin with a dash.
    ...['--', folder.fsPath],
  ];
}

/** How a folder is chunked, and where its index is. */
export function cutArguments({ chunk, limits, include, exclude, indexFile }: CutSetup): string[] {
  return [
    ...flagArguments(chunkOptions, chunk),
    ...flagArguments(fileOptions, { include, exclude, maxBytes: limits.maxBytes }),
    ...(indexFile === undefined ? [] : [`--index=${indexFile}`]),
  ];
}

export function modelArguments({ url = '', model = '', maxTokens, ...settings }: EmbeddingSettings): string[] {
  // The built-in model has none of these, and the command line says so.
  const server = settings.provider === 'built-in' ? {} : { endpoint: url, model, maxTokens };
  const values = Object.entries({ ...settings, ...server }).filter(
    ([key, value]) => value !== '' || /Prefix$/.test(key),
  );
  return flagArguments(embeddingOptions, Object.fromEntries(values));
}
