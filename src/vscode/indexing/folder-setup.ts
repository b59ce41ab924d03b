/** How each folder of the window is indexed, according to its settings. On the desktop only folders on disk can be indexed. */
import * as vscode from 'vscode';
import type { Embedder } from '../../embedding/embedder';
import type { FolderSetup, ServiceModel } from '../../engine/service-protocol';
import { isIndexable, isWebHost, rootOf } from '../common/folder-root';
import type { Embedding } from '../embedding/embedding-model';
import { embeddingSettingsOf, indexingSettingsOf, settingsOf } from '../settings/settings';
import { cachedIndexFile, canWriteIndex } from './index-location';

export function indexableFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => isIndexable(uri));
}

/** Folders of virtual file systems: extensions provide them, and no other process can read them. */
function virtualFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => !isIndexable(uri));
}

/** Why nothing can be indexed; undefined if something can. */
export function unavailableReason(): string | undefined {
  if (indexableFolders().length > 0) return undefined;
  if (virtualFolders().length === 0) return vscode.l10n.t('Open a folder to search it.');
  return vscode.l10n.t(
    '{0} is not on disk. Only folders on disk can be indexed and searched. Chunk boundaries work in every file you open.',
    virtualNames(),
  );
}

/** Says which folders are not indexed although others are; undefined if there are none. */
export function notIndexedFoldersText(): string | undefined {
  if (virtualFolders().length === 0) return undefined;
  return vscode.l10n.t('Not indexed, because not on disk: {0}.', virtualNames());
}

/** `notes (memfs)` */
function virtualNames(): string {
  return virtualFolders()
    .map(({ name, uri }) => `${name} (${uri.scheme})`)
    .join(', ');
}

/** The setup without the model: choosing that may have to wait for a server or for consent. */
export function setupWithoutModel(folder: vscode.Uri, cache: vscode.Uri): Omit<FolderSetup, 'model'> {
  const { include, exclude, location, maxSize } = indexingSettingsOf(folder);
  const { options, limits } = settingsOf(folder);
  const root = rootOf(folder);
  // Nothing is written into a folder that is not trusted, and no index that came with it is read. A mirror has only its own index.
  const isElsewhere = !isWebHost && (location === 'cache' || !vscode.workspace.isTrusted || !canWriteIndex(root));
  return {
    root,
    ...(isElsewhere && { indexFile: cachedIndexFile(root, cache.fsPath) }),
    ...(!vscode.workspace.isTrusted && { isAlone: true }),
    include,
    exclude,
    chunk: options,
    limits,
    ...(maxSize !== undefined && { maxIndexBytes: maxSize }),
  };
}

type Model =
  | { readonly is: 'built-in'; readonly dimensions?: number }
  | { readonly is: 'server'; readonly embedder: Embedder };

/** True if texts go to a server from the user's settings. An untrusted workspace always uses the built-in model. */
export function usesEmbeddingServer(folder: vscode.WorkspaceFolder | undefined): boolean {
  return vscode.workspace.isTrusted && embeddingSettingsOf(folder).provider !== 'built-in';
}

/** @throws what `Embedding.embedder` throws, if the settings name a server. */
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
