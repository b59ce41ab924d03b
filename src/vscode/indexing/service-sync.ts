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
import { remember } from '../../shared/maps';
import { rootOf } from '../common/folder-root';
import { NotAllowed } from '../consent/send-consent';
import type { Embedding } from '../embedding/embedding-model';
import { type BaseFile, folderModel, serviceModel, setupWithoutModel } from './folder-setup';
import { IndexedFolder } from './indexed-folder';
import type { Mirror, MirrorOf } from './mirror/mirror';

const retryMs = 60_000;

interface OpenFolder {
  status: FolderStatus;
  /** Kept up to date; undefined for a folder that is only searched, because it cannot be indexed. */
  readonly kept?: { readonly folder: IndexedFolder; readonly setup: FolderSetup };
}

interface AskedSetup {
  readonly setup: FolderSetup;
  /** Why it cannot be indexed. */
  readonly problem?: IndexFileProblem;
}

export class ServiceSync implements vscode.Disposable {
  private readonly openFolders = new Map<string, OpenFolder>();
  private readonly embedders = new Map<string, Embedder>();
  private readonly mirrors = new Map<string, Mirror>();
  /** Of the folders that are open or, after all were closed, were open before. */
  private lastSetups: readonly FolderSetup[] = [];
  private retry: NodeJS.Timeout | undefined;

  constructor(
    private readonly service: IndexServiceClient,
    private readonly embedding: Embedding,
    private readonly cache: vscode.Uri,
    private readonly base: BaseFile,
    private readonly log: vscode.LogOutputChannel,
    private readonly onRetry: () => void,
    private readonly onStatus: () => void,
    /** Left out: the index service reads the folders itself. */
    private readonly newMirror: MirrorOf | undefined,
  ) {}

  /** The mirror of a folder, from its first use until the window is closed. */
  mirrorOf(folder: vscode.WorkspaceFolder): Mirror | undefined {
    const { newMirror } = this;
    return newMirror && remember(this.mirrors, rootOf(folder.uri), () => newMirror(folder, this.service));
  }

  /** What the limits of mirrors leave out. */
  leftOutText(): string | undefined {
    const sentences = this.allMirrors.flatMap(({ leftOut }) => (leftOut === undefined ? [] : [leftOut]));
    return sentences.length === 0 ? undefined : sentences.join(' ');
  }

  get allMirrors(): readonly Mirror[] {
    return [...this.mirrors.values()];
  }

  get all(): readonly IndexedFolder[] {
    return [...this.openFolders.values()].flatMap(({ kept }) => kept?.folder ?? []);
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
    return [...this.openFolders.keys()];
  }

  status(root: string): FolderStatus | undefined {
    return this.openFolders.get(root)?.status;
  }

  setStatus(status: FolderStatus): void {
    const open = this.openFolders.get(status.root);
    const isBehind = this.mirrors.get(status.root)?.isBehind === true;
    if (open?.kept) open.status = isBehind ? { ...status, isStale: true } : status;
  }

  embedder(model: string): Embedder | undefined {
    return this.embedders.get(model);
  }

  /** @returns the folders whose index is new or may be out of date. */
  async open(folders: readonly vscode.WorkspaceFolder[]): Promise<readonly IndexedFolder[]> {
    clearTimeout(this.retry);
    const asked: (AskedSetup & { readonly folder: vscode.WorkspaceFolder })[] = [];
    for (const folder of folders) asked.push({ folder, ...(await this.setupOf(folder)) });
    for (const { folder, setup } of asked)
      if (!this.openFolders.get(setup.root)?.kept) await this.mirrorOf(folder)?.restore();
    const setups = asked.map(({ setup }) => setup);
    if (setups.length > 0) this.lastSetups = setups;
    const statuses = await this.service.setFolders(setups);
    const before = new Map(this.openFolders);
    this.openFolders.clear();
    const outdated: IndexedFolder[] = [];
    for (const { folder, setup, problem } of asked) {
      const { root } = setup;
      const status = statuses.find((each) => each.root === root);
      if (!status) continue;
      if (problem) {
        // This folder is not watched, so the index service writes nothing for it.
        this.openFolders.set(root, { status: { ...status, is: 'failed', isStale: true, problem } });
        continue;
      }
      const known = before.get(root)?.kept;
      before.delete(root);
      const kept = { folder: known?.folder ?? this.newFolder(folder), setup };
      this.openFolders.set(root, { status, kept });
      const isSame = JSON.stringify(known?.setup) === JSON.stringify(setup);
      if (!isSame || status.isStale || status.is === 'failed') outdated.push(kept.folder);
    }
    for (const { kept } of before.values()) kept?.folder.dispose();
    return outdated;
  }

  dispose(): void {
    clearTimeout(this.retry);
    for (const folder of this.all) folder.dispose();
  }

  private newFolder(folder: vscode.WorkspaceFolder): IndexedFolder {
    const root = rootOf(folder.uri);
    return new IndexedFolder(folder, this.service, this.log, this.mirrorOf(folder), (read) => {
      const { progress: _, ...status } = this.status(root) ?? { ...emptyStatus, root, is: 'absent' };
      if (read) this.setStatus({ ...status, is: 'indexing', progress: { ...noProgress, ...read } });
      else this.setStatus({ ...status, is: status.chunks > 0 ? 'ready' : 'absent' });
      this.onStatus();
    });
  }

  private async setupOf(folder: vscode.WorkspaceFolder): Promise<AskedSetup> {
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
