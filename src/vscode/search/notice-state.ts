/** Keeps the notice about the index current, and runs the actions of its buttons. */
import * as vscode from 'vscode';
import type { IndexEstimate } from '../../engine/service-protocol';
import { errorMessage } from '../../shared/error-message';
import { usesEmbeddingServer } from '../indexing/folder-setup';
import { makeIndexFit } from '../indexing/index-commands';
import { indexCommandIds } from '../indexing/index-status-text';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { indexNoticeFor } from './index-notice';
import type { NoticeAction, SearchNotice } from './messages/search-messages';

export class NoticeState implements vscode.Disposable {
  private estimate: IndexEstimate | undefined;
  private estimating: Promise<void> | undefined;
  private isPostponed = false;
  private shown: string | undefined;
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly index: WorkspaceIndex,
    private readonly log: vscode.LogOutputChannel,
    private readonly onChange: (notice: SearchNotice | undefined) => void,
  ) {
    this.disposables = [
      index.onDidChange(() => this.update()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.update()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.estimate = undefined;
        this.update();
      }),
    ];
  }

  /** Starts the estimate if the notice needs it. */
  get current(): SearchNotice | undefined {
    const { state } = this.index;
    if ((state.consent === 'unasked' || state.consent === 'refused') && !this.estimate)
      this.estimating ??= this.fetchEstimate();
    return indexNoticeFor(state, {
      hasFolder: (vscode.workspace.workspaceFolders?.length ?? 0) > 0,
      estimate: this.estimate,
      usesServer: usesEmbeddingServer(undefined),
      isPostponed: this.isPostponed,
    });
  }

  async act(action: NoticeAction): Promise<void> {
    switch (action) {
      case 'agree':
        return this.index.agree();
      case 'later':
        this.isPostponed = true;
        return this.update();
      case 'size':
        return makeIndexFit(this.index.state);
      case 'log':
        return this.log.show();
      case 'folder':
        return vscode.commands.executeCommand('workbench.action.files.openFolder');
      default:
        return vscode.commands.executeCommand(indexCommandIds[action]);
    }
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  private update(): void {
    const notice = this.current;
    const shown = JSON.stringify(notice);
    if (shown === this.shown) return;
    this.shown = shown;
    this.onChange(notice);
  }

  private async fetchEstimate(): Promise<void> {
    try {
      this.estimate = await this.index.estimate();
    } catch (error) {
      this.log.warn(errorMessage(error));
    }
    this.estimating = undefined;
    if (this.estimate) this.update();
  }
}
