/** How each folder of the window is indexed, according to its settings. On the desktop only folders on disk can be indexed. */
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { Embedder } from '../../embedding/embedder';
import { fetchBase, isBaseUrl } from '../../engine/indexer/fetch-base';
import type { FolderSetup, ServiceModel } from '../../engine/service-protocol';
import { indexFileOf } from '../../index/index-settings';
import { errorMessage } from '../../shared/error-message';
import { withProgress } from '../common/abort-signal';
import { isIndexable, isWebHost, rootOf } from '../common/folder-root';
import {
  type ConsentDialogs,
  destinationOf,
  editorConsentDialogs,
  NotAllowed,
  SendConsent,
} from '../consent/send-consent';
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

// The index that a new one of a folder continues, from the setting `index.base`: a file, or an address that is fetched once, after the
// user agrees to its host. Only the request is sent. Without it, the index is made from nothing.

export class BaseFile {
  private readonly consent: SendConsent;

  constructor(
    globalState: vscode.Memento,
    private readonly cache: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
    dialogs: ConsentDialogs = fetchDialogs,
  ) {
    this.consent = new SendConsent(globalState, 'index.agreedBaseOrigins', dialogs);
  }

  /** The same file whether it is still needed or not, so that a folder keeps its setup. Undefined: none is set. */
  async fileFor(
    folder: vscode.WorkspaceFolder,
    { root, indexFile = indexFileOf(root) }: Pick<FolderSetup, 'root' | 'indexFile'>,
  ): Promise<string | undefined> {
    const { base } = indexingSettingsOf(folder);
    if (base === '' || isWebHost || !vscode.workspace.isTrusted) return undefined;
    if (!isBaseUrl(base)) return resolve(root, base);
    const name = createHash('sha256').update(base).digest('hex').slice(0, 16);
    const file = join(this.cache.fsPath, 'bases', `${name}.cgx`);
    // The index has a name of its own for it by now.
    if (existsSync(indexFile)) rmSync(file, { force: true });
    else if (!existsSync(file)) await this.fetch(base, file);
    return file;
  }

  private async fetch(url: string, file: string): Promise<void> {
    const { l10n, window } = vscode;
    try {
      await this.consent.require(destinationOf(new URL(url)));
      const title = l10n.t('Codegrain: fetching an index from {0}', new URL(url).host);
      await withProgress(title, (signal) => fetchBase({ url, file, signal }));
    } catch (error) {
      this.log.warn(errorMessage(error));
      if (error instanceof NotAllowed || (error instanceof Error && error.name === 'AbortError')) return;
      void window.showWarningMessage(l10n.t('Indexing from nothing: {0}.', errorMessage(error)));
    }
  }
}

const fetchDialogs = editorConsentDialogs(
  () =>
    vscode.l10n.t(
      'The settings name an index there that yours can continue, which saves most of the work. No code is sent. What is fetched is checked against the files on disk.',
    ),
  undefined,
  (host) => ({
    title: vscode.l10n.t('Fetch an index of this workspace from {0}?', host),
    send: vscode.l10n.t('Fetch Index'),
  }),
);
