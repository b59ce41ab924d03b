/** The commands on a chunk: that of a row in the Chunks view, or the one at the cursor. */
import * as vscode from 'vscode';
import { copiedCode, copiedText } from '../../engine/answers/copied-code';
import type { DocumentChunks } from '../documents/document-chunks';
import type { UsedDefinitions } from '../indexing/uses-graph';
import { aroundChunk, type ChunkRow, chunkAt } from './chunk-row';
import type { ChunksView } from './chunks-view';
import { revealLines } from './reveal-lines';

/**
 * "Show Parent Chunk": selects the lines of the definition that encloses the chunk; at the top of a file, those of its parent, without
 * leaving the chunk.
 */
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

/** "Copy Chunk" and "Copy Chunk with Context": the chunk of a row in the Chunks view, or the one at the cursor. */
export function registerCopyChunk(chunks: DocumentChunks, used: UsedDefinitions): vscode.Disposable {
  const copy = async (row: ChunkRow | undefined, withContext: boolean): Promise<void> => {
    const found = await chunkAt(chunks, row);
    if (!found) return;
    const { uri, chunk } = found;
    const { language } = chunk;
    await vscode.env.clipboard.writeText(
      withContext ? copiedText(await used.attach(uri, chunk), language) : copiedCode(chunk, language),
    );
    vscode.window.setStatusBarMessage(vscode.l10n.t('Copied the chunk'), 2000);
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand('codegrain.copyChunk', (row?: ChunkRow) => copy(row, false)),
    vscode.commands.registerCommand('codegrain.copyChunkWithContext', (row?: ChunkRow) => copy(row, true)),
  );
}
