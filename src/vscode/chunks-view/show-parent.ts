/** "Show Parent Chunk": selects the row of the parent and its lines in the editor. */
import * as vscode from 'vscode';
import type { DocumentChunks } from '../documents/document-chunks';
import { chunkAt, parentOf } from './chunk-at';
import type { ChunkRow, ChunksView } from './chunks-view';
import { revealLines } from './reveal-lines';

export function registerShowParent(chunks: DocumentChunks, view: ChunksView): vscode.Disposable {
  return vscode.commands.registerCommand('codegrain.showParent', async (row?: ChunkRow) => {
    const found = await chunkAt(chunks, row);
    if (!found) return;
    const parent = await parentOf(chunks, found);
    if (!parent) {
      void vscode.window.showInformationMessage(vscode.l10n.t('This chunk has no parent.'));
      return;
    }
    // Before the cursor moves: the view then finds it on the first line of the selected row and keeps the selection.
    await view.reveal(parent);
    await revealLines(parent.uri, parent.chunk.startLine, parent.chunk.endLine);
    const editor = vscode.window.activeTextEditor;
    if (editor) {
      const { start, end } = parent.chunk;
      // The cursor stays at the start, so that the view keeps the parent selected.
      editor.selection = new vscode.Selection(editor.document.positionAt(end), editor.document.positionAt(start));
    }
  });
}
