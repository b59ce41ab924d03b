/** One folder: what changes in it goes to the index service, one whole comparison at a time; a saved file does not wait for that. */
import type * as vscode from 'vscode';
import type { IndexServiceClient } from '../../index-service/client/service-client';
import type { IndexReport } from '../../index-service/indexer/index-result';
import { errorMessage } from '../../shared/error-message';
import { FolderWatch } from './folder-watch';
import { OneAtATime } from './one-at-a-time';
import type { UnsavedDraft } from './unsaved-drafts';
import { pathInFolder } from './watched-paths';

export class IndexedFolder implements vscode.Disposable {
  readonly root: string;
  private readonly watch: FolderWatch;
  private readonly refreshes: OneAtATime<IndexReport | undefined>;
  /** Counts the drafts of a file, so that a late end of one does not end the next. */
  private readonly drafts = new Map<string, number>();
  private isDisposed = false;

  constructor(
    folder: vscode.WorkspaceFolder,
    private readonly service: IndexServiceClient,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.root = folder.uri.fsPath;
    this.watch = new FolderWatch(folder, (changed) => {
      void (changed === 'all' ? this.refresh() : this.update(changed));
    });
    this.refreshes = new OneAtATime(() => this.ask(() => service.refresh(this.root)));
  }

  /** Never rejects: what went wrong is in the status of the folder, and in the log. */
  refresh(): Promise<IndexReport | undefined> {
    return this.refreshes.run();
  }

  /** What was begun is over. */
  settled(): Promise<void> {
    return this.refreshes.settled();
  }

  rebuild(): Promise<IndexReport | undefined> {
    return this.ask(() => this.service.refresh(this.root, true));
  }

  update(paths: readonly string[]): Promise<IndexReport | undefined> {
    return this.ask(() => this.service.update(this.root, paths));
  }

  async draft({ uri, text, isSaved, languageHint }: UnsavedDraft): Promise<void> {
    const { root } = this;
    const path = pathInFolder(root, uri.fsPath);
    if (path === undefined) return;
    const turn = (this.drafts.get(path) ?? 0) + 1;
    this.drafts.set(path, turn);
    // Until the saved file is in the index the draft, which says the same, is what is found.
    if (isSaved) await this.update([path]);
    if (this.drafts.get(path) !== turn) return;
    await this.ask(() => this.service.setDraft(root, path, text, languageHint));
  }

  /** A file was changed by the editor; the file system may tell too. */
  changed(uri: vscode.Uri): void {
    this.watch.changed(uri);
  }

  dispose(): void {
    this.isDisposed = true;
    this.watch.dispose();
  }

  private async ask<T>(request: () => Promise<T>): Promise<T | undefined> {
    try {
      return await request();
    } catch (error) {
      if (!this.isDisposed) this.log.error(`${this.root}: ${errorMessage(error)}`);
      return undefined;
    }
  }
}
