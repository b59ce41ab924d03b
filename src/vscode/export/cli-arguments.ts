/** The settings of a folder as arguments of the command line. */
import type { EmbeddingSettings } from '../../embedding/choose-embedder';
import type { FolderSetup } from '../../engine/service-protocol';
import { strategyFile } from '../../engine/workers/strategy-module';
import { chunkOptions } from '../../options/chunk-options';
import { embeddingOptions } from '../../options/embedding-options';
import { fileOptions } from '../../options/file-options';
import { flagArguments } from '../../options/option';
import type { ExportRequest } from './ask-export';

type ExportSetup = Omit<FolderSetup, 'model' | 'root'>;

export function exportArguments(
  { folder, format, context, parents, embeddings, target }: ExportRequest,
  setup: ExportSetup,
  model: EmbeddingSettings,
): string[] {
  return [
    ...['--out', target.fsPath, '--format', format],
    ...(context ? [] : ['--no-context']),
    ...(parents ? [] : ['--no-parents']),
    ...folderArguments(setup),
    ...(embeddings ? ['--embeddings', ...embeddingArguments(model)] : []),
    // Last, after `--`: it may begin with a dash.
    ...['--', folder.fsPath],
  ];
}

/** How the folder is chunked, and where its index is. */
function folderArguments({ chunk, limits, include, exclude, indexFile }: ExportSetup): string[] {
  const { customStrategy, ...others } = chunk;
  const named = customStrategy === undefined ? {} : { customStrategy: strategyFile(customStrategy) };
  return [
    ...flagArguments(chunkOptions, { ...others, ...named }),
    ...flagArguments(fileOptions, { include, exclude, maxBytes: limits.maxBytes }),
    ...(indexFile === undefined ? [] : [`--index=${indexFile}`]),
  ];
}

function embeddingArguments({ url = '', model = '', maxTokens, ...settings }: EmbeddingSettings): string[] {
  // The command line rejects these for the built-in model.
  const server = settings.provider === 'built-in' ? {} : { endpoint: url, model, maxTokens };
  const values = Object.entries({ ...settings, ...server }).filter(
    ([key, value]) => value !== '' || /Prefix$/.test(key),
  );
  return flagArguments(embeddingOptions, Object.fromEntries(values));
}

// The settings of a folder as arguments of `codegrain push`, without the password.

export function pushArguments(
  folder: string,
  url: string,
  setup: Omit<FolderSetup, 'model' | 'root'>,
  model: EmbeddingSettings,
): string[] {
  // The folder is last, after `--`: it may begin with a dash.
  return ['push', `--to=${url}`, ...folderArguments(setup), ...embeddingArguments(model), '--', folder];
}
