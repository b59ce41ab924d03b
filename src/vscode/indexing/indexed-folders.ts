/**
 * Keeps the index service's folders in sync with the window's folders and their settings. A folder that was added, or whose setup
 * changed, is opened and compared with its index; a removed folder is closed. If a folder's model is not available (a server does not
 * answer, or the user did not allow it), the folder is reported as failed and tried again later; its index can be searched meanwhile.
 */
import type * as vscode from 'vscode';
import type { Embedder } from '../../embedding/embedder';
import type { IndexServiceClient } from '../../engine/client/service-client';
import type { FolderSetup, FolderStatus } from '../../engine/service-protocol';
import type { IndexFileProblem } from '../../index/file/index-error';
import { errorMessage } from '../../shared/error-message';
import { rootOf } from '../common/folder-root';
import { NotAllowed } from '../consent/send-consent';
import type { Embedding } from '../embedding/embedding-model';
import type { FolderBase } from './folder-base';
import type { FolderMirror, MirrorOf } from './folder-mirror';
import { folderModel, serviceModel, setupWithoutModel } from './folder-setup';
import { IndexedFolder } from './indexed-folder';

const retryMs = 60_000;

interface OpenFolder {
  /** The setup it was opened with, as JSON. */
  readonly setup: string;
  readonly folder: IndexedFolder;
}

export class IndexedFolders implements vscode.Disposable {
  private readonly openFolders = new Map<string, OpenFolder>();
  private readonly statuses = new Map<string, FolderStatus>();
  private readonly embedders = new Map<string, Embedder>();
  private readonly mirrors = new Map<string, FolderMirror>();
  /** Of the folders that are open or, after all were closed, were open before. */
  private lastSetups: readonly FolderSetup[] = [];
  private retry: NodeJS.Timeout | undefined;

  constructor(
    private readonly service: IndexServiceClient,
    private readonly embedding: Embedding,
    private readonly cache: vscode.Uri,
    private readonly base: FolderBase,
    private readonly log: vscode.LogOutputChannel,
    private readonly onRetry: () => void,
    private readonly onStatus: () => void,
    /** Left out: the index service reads the folders itself. */
    private readonly newMirror: MirrorOf | undefined,
  ) {}

  /** The mirror of a folder, from its first use until the window is closed. */
  mirrorOf(folder: vscode.WorkspaceFolder): FolderMirror | undefined {
    const root = rootOf(folder.uri);
    const mirror = this.mirrors.get(root) ?? this.newMirror?.(folder, this.service);
    if (mirror) this.mirrors.set(root, mirror);
    return mirror;
  }

  /** What the limits of mirrors leave out. */
  leftOutText(): string | undefined {
    const sentences = this.allMirrors.flatMap(({ leftOut }) => (leftOut === undefined ? [] : [leftOut]));
    return sentences.length === 0 ? undefined : sentences.join(' ');
  }

  get allMirrors(): readonly FolderMirror[] {
    return [...this.mirrors.values()];
  }

  get all(): readonly IndexedFolder[] {
    return [...this.openFolders.values()].map(({ folder }) => folder);
  }

  /**
   * Deletes the indexes of the folders that were just closed: an open folder would create its index again.
   * @throws what went wrong first, after all were tried.
   */
  async clear(): Promise<void> {
    const cleared = await Promise.allSettled([
      ...this.lastSetups.map((setup) => this.service.clear(setup)),
      ...this.allMirrors.map((mirror) => mirror.clear()),
    ]);
    for (const outcome of cleared) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** Includes folders that are only searched. */
  get roots(): readonly string[] {
    return [...this.statuses.keys()];
  }

  status(root: string): FolderStatus | undefined {
    return this.statuses.get(root);
  }

  setStatus(status: FolderStatus): void {
    if (!this.openFolders.has(status.root)) return;
    const isBehind = this.mirrors.get(status.root)?.isBehind === true;
    this.statuses.set(status.root, isBehind ? { ...status, isStale: true } : status);
  }

  embedder(model: string): Embedder | undefined {
    return this.embedders.get(model);
  }

  /** @returns the folders whose index is new or may be out of date. */
  async open(folders: readonly vscode.WorkspaceFolder[]): Promise<readonly IndexedFolder[]> {
    clearTimeout(this.retry);
    const failed = new Map<string, IndexFileProblem>();
    const setups: FolderSetup[] = [];
    for (const folder of folders) {
      const { setup, problem } = await this.setupOf(folder);
      if (problem) failed.set(setup.root, problem);
      setups.push(setup);
    }
    for (const folder of folders) if (!this.openFolders.has(rootOf(folder.uri))) await this.mirrorOf(folder)?.restore();
    if (setups.length > 0) this.lastSetups = setups;
    const statuses = await this.service.setFolders(setups);
    this.close((root) => failed.has(root) || !setups.some((setup) => setup.root === root));
    const outdated: IndexedFolder[] = [];
    for (const setup of setups) {
      const folder = folders.find(({ uri }) => rootOf(uri) === setup.root);
      const status = statuses.find(({ root }) => root === setup.root);
      if (!folder || !status) continue;
      const problem = failed.get(setup.root);
      if (problem) {
        // This folder is not watched, so the index service writes nothing for it.
        this.statuses.set(setup.root, { ...status, is: 'failed', isStale: true, problem });
        continue;
      }
      const known = this.openFolders.get(setup.root);
      const value = JSON.stringify(setup);
      const indexed = known?.folder ?? this.newFolder(folder);
      this.openFolders.set(setup.root, { setup: value, folder: indexed });
      this.statuses.set(setup.root, status);
      if (known?.setup !== value || status.isStale || status.is === 'failed') outdated.push(indexed);
    }
    return outdated;
  }

  dispose(): void {
    clearTimeout(this.retry);
    this.close(() => true);
  }

  private newFolder(folder: vscode.WorkspaceFolder): IndexedFolder {
    const root = rootOf(folder.uri);
    return new IndexedFolder(folder, this.service, this.log, this.mirrorOf(folder), (read) => {
      const { progress: _, ...status } = this.statuses.get(root) ?? { ...emptyStatus, root, is: 'absent' };
      if (read) this.setStatus({ ...status, is: 'indexing', progress: { ...noProgress, ...read } });
      else this.setStatus({ ...status, is: status.chunks > 0 ? 'ready' : 'absent' });
      this.onStatus();
    });
  }

  private close(isClosed: (root: string) => boolean): void {
    for (const [root, { folder }] of this.openFolders) {
      if (!isClosed(root)) continue;
      folder.dispose();
      this.openFolders.delete(root);
    }
    for (const root of this.statuses.keys()) if (isClosed(root)) this.statuses.delete(root);
  }

  private async setupOf(
    folder: vscode.WorkspaceFolder,
  ): Promise<{ readonly setup: FolderSetup; readonly problem?: IndexFileProblem }> {
    const own = setupWithoutModel(folder.uri, this.cache);
    const base = await this.base.fileFor(folder, own);
    const setup = base === undefined ? own : { ...own, base };
    try {
      const model = await folderModel(folder, this.embedding);
      if (model.is === 'server') this.embedders.set(model.embedder.id, model.embedder);
      return { setup: { ...setup, model: serviceModel(model) } };
    } catch (error) {
      const message = errorMessage(error);
      this.log.warn(`${setup.root}: ${message}`);
      // If the user refused, there is no retry until they change something.
      clearTimeout(this.retry);
      if (!(error instanceof NotAllowed)) this.retry = setTimeout(this.onRetry, retryMs);
      return { setup: { ...setup, model: { is: 'built-in' } }, problem: { reason: 'failed', message } };
    }
  }
}

export const emptyStatus = {
  isStale: false,
  isReader: false,
  files: 0,
  languages: [],
  chunks: 0,
  bytes: 0,
  memory: 0,
} as const;

const noProgress = {
  step: 'reading',
  chunks: 0,
  bytes: 0,
  megabytesPerSecond: 0,
  remainingSeconds: undefined,
} as const;
