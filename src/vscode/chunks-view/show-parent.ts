/**
 * "Show Parent Chunk": selects the lines of the definition that encloses the chunk; at the top of a file, those of its parent, without
 * leaving the chunk.
 */
import * as vscode from 'vscode';
import type { DocumentChunks } from '../documents/document-chunks';
import { aroundChunk, chunkAt } from './chunk-at';
import type { ChunkRow } from './chunk-row';
import type { ChunksView } from './chunks-view';
import { revealLines } from './reveal-lines';

export function registerShowParent(chunks: DocumentChunks, view: ChunksView): vscode.Disposable {
  return vscode.commands.registerCommand('codegrain.showParent', async (row?: ChunkRow) => {
    const found = await chunkAt(chunks, row);
    if (!found) return;
    const { definition, parent } = await aroundChunk(chunks, found);
    const lines = definition ?? parent?.chunk;
    if (!lines) {
      void vscode.window.showInformationMessage(vscode.l10n.t('This chunk has no parent.'));
      return;
    }
    // Before the cursor moves: the view then finds it on the first line of the selected row and keeps the selection.
    if (!definition) await view.reveal(parent);
    const shown = definition ?? found.chunk;
    await revealLines(found.uri, shown.startLine, shown.endLine);
    const editor = vscode.window.activeTextEditor;
    if (!editor) return;
    const end = editor.document.lineAt(Math.min(lines.endLine, editor.document.lineCount) - 1).range.end;
    // The cursor is at the start, so that the view keeps the parent selected.
    editor.selection = new vscode.Selection(end, new vscode.Position(lines.startLine - 1, 0));
  });
}
