/** The settings of a folder as arguments of `codegrain push`, without the password. */
import type { EmbeddingSettings } from '../../embedding/choose-embedder';
import type { FolderSetup } from '../../engine/service-protocol';
import { embeddingArguments, folderArguments } from '../export/export-arguments';

export function pushArguments(
  folder: string,
  url: string,
  setup: Omit<FolderSetup, 'model' | 'root'>,
  model: EmbeddingSettings,
): string[] {
  // The folder is last, after `--`: it may begin with a dash.
  return ['push', `--to=${url}`, ...folderArguments(setup), ...embeddingArguments(model), '--', folder];
}
