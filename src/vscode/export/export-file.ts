/** "Export This File's Chunks…": writes the chunk records of one file as JSON lines, the format of `codegrain chunk`. */
import * as vscode from 'vscode';
import { errorMessage } from '../../shared/error-message';
import { exportFormats } from '../../surfaces/export/export-formats';
import { jsonLines } from '../../surfaces/export/jsonl-encoder';
import type { ChunkRow } from '../chunks-view/chunk-row';
import { activeEditor, promptToOpenFile } from '../common/active-editor';
import { skippedMessage } from '../common/chunk-labels';
import { fileName } from '../common/folder-root';
import { chunkCount } from '../common/number-labels';
import { type DocumentChunks, searchedChunksOf } from '../documents/document-chunks';
import type { UsedDefinitions } from '../indexing/uses-graph';

export function registerExportFile(chunks: DocumentChunks, used: UsedDefinitions): vscode.Disposable {
  return vscode.commands.registerCommand('codegrain.exportFileChunks', async (row?: ChunkRow) => {
    const document = row ? await vscode.workspace.openTextDocument(row.uri) : activeEditor()?.document;
    if (!document) return promptToOpenFile();
    const state = await chunks.get(document);
    if (state?.is === 'skipped') void vscode.window.showWarningMessage(skippedMessage(state.skipped));
    if (state?.is !== 'chunked') return;
    const folder = vscode.workspace.getWorkspaceFolder(document.uri) ?? vscode.workspace.workspaceFolders?.[0];
    const name = `${fileName(document.uri)}.chunks.jsonl`;
    const target = await vscode.window.showSaveDialog({
      title: vscode.l10n.t("Export This File's Chunks"),
      filters: { [exportFormats.jsonl.label]: ['jsonl'] },
      ...(folder && { defaultUri: vscode.Uri.joinPath(folder.uri, name) }),
    });
    if (!target) return;
    const records = await Promise.all(state.file.chunks.map((chunk) => used.attach(document.uri, chunk)));
    const bytes = new TextEncoder().encode(jsonLines(records));
    try {
      await vscode.workspace.fs.writeFile(target, bytes);
    } catch (error) {
      showExportError(errorMessage(error));
      return;
    }
    const done = vscode.l10n.t(
      'Exported {0} to {1}.',
      chunkCount(searchedChunksOf(state.file).length),
      fileName(target),
    );
    await showExported(done, target, bytes.length);
  });
}

// The messages after an export, the same for one file and for a folder.

/** "Open" is not offered for larger files: VS Code gives extensions no text of them. */
const maxOpenBytes = 50e6;

/** @param bytes size of a text file; undefined for a binary file, which can only be revealed. */
export async function showExported(message: string, target: vscode.Uri, bytes: number | undefined): Promise<void> {
  const open = vscode.l10n.t('Open');
  const reveal = vscode.l10n.t('Reveal');
  const actions = bytes !== undefined && bytes <= maxOpenBytes ? [open, reveal] : [reveal];
  const choice = await vscode.window.showInformationMessage(message, ...actions);
  if (choice === open) await vscode.window.showTextDocument(target);
  else if (choice === reveal) {
    const isInside = vscode.workspace.getWorkspaceFolder(target) !== undefined;
    await vscode.commands.executeCommand(isInside ? 'revealInExplorer' : 'revealFileInOS', target);
  }
}

export function showExportError(reason: string): void {
  void vscode.window.showErrorMessage(vscode.l10n.t('The chunks were not exported: {0}', reason));
}
