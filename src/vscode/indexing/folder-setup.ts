/** How each folder of the window is indexed, by its settings. Folders that are not on a disk cannot be. */
import * as vscode from 'vscode';
import type { Embedder } from '../../embedding/embedder';
import type { FolderSetup, ServiceModel } from '../../index-service/service-protocol';
import type { Embedding } from '../embedding/embedding-model';
import { embeddingSettingsOf, indexingSettingsOf, settingsOf } from '../settings/settings';
import { cachedIndexFile, canWriteIndex } from './index-location';

export function indexableFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

/** Those of other file systems than the disk's: extensions have them, and no other process can read them. */
function virtualFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== 'file');
}

/** Why there is nothing to index; undefined where there is. */
export function unavailableReason(): string | undefined {
  if (indexableFolders().length > 0) return undefined;
  if (virtualFolders().length === 0) return vscode.l10n.t('Open a folder to search it.');
  return vscode.l10n.t(
    '{0} is not on a disk, and only folders on a disk can be indexed and searched. Chunk boundaries work in every file you open.',
    virtualNames(),
  );
}

/** Which folders are not in the index while others are; undefined: none. */
export function notIndexedFoldersText(): string | undefined {
  if (virtualFolders().length === 0) return undefined;
  return vscode.l10n.t('Not on a disk, so not indexed: {0}.', virtualNames());
}

/** `notes (memfs)` */
function virtualNames(): string {
  return virtualFolders()
    .map(({ name, uri }) => `${name} (${uri.scheme})`)
    .join(', ');
}

/** Without the model, which may have to be asked for. */
export function setupWithoutModel(folder: vscode.Uri, cache: vscode.Uri): Omit<FolderSetup, 'model'> {
  const { include, exclude, location } = indexingSettingsOf(folder);
  const { options, limits } = settingsOf(folder);
  const root = folder.fsPath;
  // Who does not trust a folder wants nothing written into it, nor an index read that came with it.
  const isElsewhere = location === 'cache' || !vscode.workspace.isTrusted || !canWriteIndex(root);
  return {
    root,
    ...(isElsewhere && { indexFile: cachedIndexFile(root, cache.fsPath) }),
    include,
    exclude,
    chunk: options,
    limits,
  };
}

type Model =
  | { readonly is: 'built-in'; readonly dimensions?: number }
  | { readonly is: 'server'; readonly embedder: Embedder };

/** Texts go to a server that the user has set. Nothing of a folder that is not trusted does; the model in the box is there. */
export function usesEmbeddingServer(folder: vscode.WorkspaceFolder | undefined): boolean {
  return vscode.workspace.isTrusted && embeddingSettingsOf(folder).provider !== 'built-in';
}

/** @throws what `Embedding.embedder` throws, where the settings name a server. */
export async function folderModel(folder: vscode.WorkspaceFolder, embedding: Embedding): Promise<Model> {
  const { provider, dimensions } = embeddingSettingsOf(folder);
  if (usesEmbeddingServer(folder)) return { is: 'server', embedder: await embedding.embedder(folder) };
  return { is: 'built-in', ...(provider === 'built-in' && dimensions !== undefined && { dimensions }) };
}

export function serviceModel(model: Model): ServiceModel {
  if (model.is === 'built-in') return model;
  const { id, dimensions, limits } = model.embedder;
  return { is: 'editor', id, dimensions, limits };
}
