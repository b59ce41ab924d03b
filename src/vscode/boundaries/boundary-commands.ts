/** The commands that show boundaries. */
import * as vscode from 'vscode';
import type { Skipped } from '../../workspace/skip-reasons';
import type { ChunksView } from '../chunks-view/chunks-view';
import { activeEditor, promptToOpenFile } from '../common/active-editor';
import { skippedMessage } from '../common/chunk-labels';
import { finishStep } from '../common/finished-steps';
import type { DocumentChunks } from '../documents/document-chunks';
import type { Boundaries } from './boundaries';

/** "Toggle Chunk Boundaries" of the active file, and the two buttons in the editor's title that do the same. */
export function registerToggleBoundaries(boundaries: Boundaries): vscode.Disposable {
  const toggle = (): void => {
    const document = activeEditor()?.document;
    if (document) boundaries.toggle(document);
    else promptToOpenFile();
  };
  // Two more commands, so that the button can say what it will do.
  return vscode.Disposable.from(
    vscode.commands.registerCommand('codegrain.toggleBoundaries', toggle),
    vscode.commands.registerCommand('codegrain.showBoundaries', toggle),
    vscode.commands.registerCommand('codegrain.hideBoundaries', toggle),
  );
}

/** "Chunk Current File": shows the boundaries and opens the Chunks view on the file, or says why the file cannot be chunked. */
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
    let isForced = anyway === true;
    let state = await chunks.get(document, isForced);
    while (state?.is === 'skipped') {
      // There is a limit that nothing forces: then the button is not offered again.
      if (!(await isForcedByUser(state.skipped, !isForced, log))) return;
      isForced = true;
      state = await chunks.get(document, true);
    }
    boundaries.show(document);
    await view.open();
    if (state?.is === 'chunked') finishStep('chunked');
  });
}

/** Says why the file is not chunked. True if the user wants it anyway. */
async function isForcedByUser(skipped: Skipped, canForce: boolean, log: vscode.LogOutputChannel): Promise<boolean> {
  const { reason } = skipped;
  const force = vscode.l10n.t('Chunk Anyway');
  const showLog = vscode.l10n.t('Show Log');
  const isChoice = canForce && (reason === 'minified' || reason === 'too-large');
  const choices = isChoice ? [force] : reason === 'failed' ? [showLog] : [];
  const choice = await vscode.window.showWarningMessage(skippedMessage(skipped), ...choices);
  if (choice === showLog) log.show();
  return choice === force;
}
