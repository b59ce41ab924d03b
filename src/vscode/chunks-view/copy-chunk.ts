/** "Copy Chunk" and "Copy Chunk with Context": the chunk of a row in the Chunks view, or the one at the cursor. */
import * as vscode from 'vscode';
import { copiedText } from '../../code/records/labels';
import type { DocumentChunks } from '../documents/document-chunks';
import type { UsedDefinitions } from '../indexing/used-definitions';
import { chunkAt } from './chunk-at';
import type { ChunkRow } from './chunk-row';

export function registerCopyChunk(chunks: DocumentChunks, used: UsedDefinitions): vscode.Disposable {
  const copy = async (row: ChunkRow | undefined, withContext: boolean): Promise<void> => {
    const found = await chunkAt(chunks, row);
    if (!found) return;
    const { uri, chunk } = found;
    await vscode.env.clipboard.writeText(withContext ? copiedText(await used.attach(uri, chunk)) : chunk.text);
    vscode.window.setStatusBarMessage(vscode.l10n.t('Copied the chunk'), 2000);
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand('codegrain.copyChunk', (row?: ChunkRow) => copy(row, false)),
    vscode.commands.registerCommand('codegrain.copyChunkWithContext', (row?: ChunkRow) => copy(row, true)),
  );
}
