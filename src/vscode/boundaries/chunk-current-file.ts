/** "Chunk Current File": shows the boundaries and opens the Chunks view on the file, or says why the file cannot be chunked. */
import * as vscode from 'vscode';
import type { ChunksView } from '../chunks-view/chunks-view';
import { activeEditor, promptToOpenFile } from '../common/active-editor';
import { skippedMessage } from '../common/chunk-labels';
import { finishStep } from '../common/finished-steps';
import type { DocumentChunks } from '../documents/document-chunks';
import type { Boundaries } from './boundaries';

export function registerChunkCurrentFile(
  chunks: DocumentChunks,
  boundaries: Boundaries,
  view: ChunksView,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  // "Chunk Anyway" in the Chunks view passes `true`.
  return vscode.commands.registerCommand('codegrain.chunkCurrentFile', async (anyway?: unknown) => {
    const document = activeEditor()?.document;
    if (!document) return promptToOpenFile();
    let state = await chunks.get(document, anyway === true);
    if (state?.is === 'skipped') {
      const { reason } = state.skipped;
      const force = vscode.l10n.t('Chunk Anyway');
      const showLog = vscode.l10n.t('Show Log');
      const choices = reason === 'minified' || reason === 'too-large' ? [force] : reason === 'failed' ? [showLog] : [];
      const choice = await vscode.window.showWarningMessage(skippedMessage(state.skipped), ...choices);
      if (choice === showLog) log.show();
      if (choice !== force) return;
      state = await chunks.get(document, true);
    }
    boundaries.show(document);
    await view.open();
    if (state?.is === 'chunked') finishStep('chunked');
  });
}
