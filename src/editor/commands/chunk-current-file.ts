/** "Chunk Current File": boundaries appear and the Chunks view opens on the file, or a message says why it cannot be cut. */
import * as vscode from 'vscode';
import type { Boundaries } from '../boundaries';
import type { ChunksView } from '../chunks-view';
import type { DocumentChunks } from '../document-chunks';
import { skipReason } from '../words';

export function registerChunkCurrentFile(
  chunks: DocumentChunks,
  boundaries: Boundaries,
  view: ChunksView,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return vscode.commands.registerCommand('codegrain.chunkCurrentFile', async () => {
    const document = vscode.window.activeTextEditor?.document;
    if (!document) {
      void vscode.window.showInformationMessage(whyNoEditor());
      return;
    }
    let state = await chunks.get(document);
    if (state?.is === 'skipped') {
      const { reason } = state.skipped;
      const anyway = vscode.l10n.t('Chunk Anyway');
      const showLog = vscode.l10n.t('Show Log');
      const choices = reason === 'minified' || reason === 'too-large' ? [anyway] : reason === 'failed' ? [showLog] : [];
      const choice = await vscode.window.showWarningMessage(skipReason(state.skipped), ...choices);
      if (choice === showLog) log.show();
      if (choice !== anyway) return;
      state = await chunks.get(document, true);
    }
    boundaries.show(document);
    await view.open();
  });
}

/** No text editor is active: nothing is open, or what is open is not text to extensions. */
function whyNoEditor(): string {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputText) {
    return vscode.l10n.t('VS Code does not give this file to extensions: it is binary or larger than 50 MB.');
  }
  if (input !== undefined) return vscode.l10n.t('Codegrain cuts text files; this editor does not show one.');
  return vscode.l10n.t('Open a file to see how Codegrain cuts it.');
}
