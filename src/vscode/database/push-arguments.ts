/** The settings of a folder, as arguments of `codegrain push`. No password is among them. */
import type { EmbeddingSettings } from '../../embedding/choose-embedder';
import type { FolderSetup } from '../../index-service/service-protocol';
import { cutArguments, modelArguments } from '../export/export-arguments';

export function pushArguments(
  folder: string,
  url: string,
  setup: Omit<FolderSetup, 'model' | 'root'>,
  model: EmbeddingSettings,
): string[] {
  // The folder is last, behind a mark: it may begin with a dash.
  return ['push', `--to=${url}`, ...cutArguments(setup), ...modelArguments(model), '--', folder];
}
