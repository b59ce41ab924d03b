/** "Show Index Report": one panel for all folders. After a window reload it is restored with current numbers. */
import { release } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { errorMessage } from '../../shared/error-message';
import { uriInRoot } from '../common/folder-root';
import { longIndexStatus } from '../indexing/index-status-text';
import { summarizeIndexes } from '../indexing/index-summary';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { WebviewPage } from '../webview/webview-page';
import { reportContents } from './report-contents';
import { type ReportedRoot, reportMarkdown } from './report-markdown';
import type { ReportToExtension, ReportToPage } from './report-messages';

const reportCommand = 'codegrain.showIndexReport';
const viewType = 'codegrain.indexReport';

export function registerIndexReport(
  index: WorkspaceIndex,
  { extensionUri, version }: { readonly extensionUri: vscode.Uri; readonly version: string },
): vscode.Disposable {
  let open: vscode.WebviewPanel | undefined;
  const fill = (panel: vscode.WebviewPanel): void => {
    open = panel;
    panel.onDidDispose(() => {
      open = undefined;
    });
    new ReportPanel(panel, index, extensionUri, version);
  };
  const show = (): void => {
    if (open) open.reveal();
    else fill(vscode.window.createWebviewPanel(viewType, vscode.l10n.t('Index Report'), vscode.ViewColumn.Active));
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(reportCommand, show),
    vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel) => fill(panel),
    }),
  );
}

class ReportPanel {
  private readonly page: WebviewPage<ReportToPage, ReportToExtension>;
  private folders: readonly ReportedRoot[] = [];

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly index: WorkspaceIndex,
    extensionUri: vscode.Uri,
    private readonly version: string,
  ) {
    const state = (): string =>
      JSON.stringify(index.state.folders.map(({ root, is, chunks, isStale }) => [root, is, chunks, isStale]));
    let shown = state();
    // Not at each step of progress: the numbers come from reading the whole folder.
    const following = index.onDidChange(({ folders }) => {
      const now = state();
      if (now === shown || folders.some(({ is }) => is === 'indexing')) return;
      shown = now;
      void this.show();
    });
    panel.onDidDispose(() => following.dispose());
    this.page = new WebviewPage(panel.webview, extensionUri, 'report-page', (message) => this.received(message));
    this.page.load();
  }

  private async received(message: ReportToExtension): Promise<void> {
    switch (message.is) {
      case 'ready':
      case 'refresh':
        return this.show();
      case 'copy': {
        const about = { version: this.version, editor: vscode.version, platform: `${process.platform} ${release()}` };
        await vscode.env.clipboard.writeText(reportMarkdown(this.folders, about));
        vscode.window.setStatusBarMessage(vscode.l10n.t('Copied the report'), 3_000);
        return;
      }
      case 'open':
        // The page sends the root; only folders of the report may be opened.
        if (this.folders.some(({ status }) => status.root === message.root)) await openPath(message.root, message.path);
    }
  }

  private async show(): Promise<void> {
    // A hidden page is destroyed; it asks again when it is shown.
    if (!this.panel.visible) return;
    this.page.post({ is: 'working' });
    const { state } = this.index;
    const noIndexReason =
      state.reason ?? (state.consent === 'given' ? undefined : longIndexStatus(summarizeIndexes(state)));
    this.folders = await Promise.all(
      state.folders.map(async (status): Promise<ReportedRoot> => {
        const name = basename(status.root);
        try {
          return { name, status, stats: await this.index.stats(status.root) };
        } catch (error) {
          const message = errorMessage(error);
          return { name, status, stats: status.problem?.message ?? message };
        }
      }),
    );
    this.page.post({ is: 'report', ...reportContents(this.folders, noIndexReason) });
  }
}

/** Opens a file in an editor (images too) and shows a folder in the Explorer. */
async function openPath(root: string, path: string): Promise<void> {
  const uri = uriInRoot(root, path);
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    const isFolder = (type & vscode.FileType.Directory) !== 0;
    await vscode.commands.executeCommand(isFolder ? 'revealInExplorer' : 'vscode.open', uri);
  } catch {
    void vscode.window.showInformationMessage(vscode.l10n.t('{0} no longer exists.', path));
  }
}
