/** The chunk that a command acts on: that of the selected row, or the one at the cursor. */
import * as vscode from 'vscode';
import { enclosingDefinition } from '../../code/records/definition-parts';
import { activeEditor } from '../common/active-editor';
import { skippedMessage } from '../common/chunk-labels';
import { type DocumentChunks, searchedChunksOf } from '../documents/document-chunks';
import type { ChunkRow } from './chunk-row';

/** 1-based, inclusive. */
type Lines = { readonly startLine: number; readonly endLine: number };

export async function chunkAt(chunks: DocumentChunks, row: ChunkRow | undefined): Promise<ChunkRow | undefined> {
  if (row) return row;
  const editor = activeEditor();
  const state = editor && (await chunks.get(editor.document));
  if (state?.is === 'chunked') {
    const offset = editor?.document.offsetAt(editor.selection.active) ?? 0;
    const all = searchedChunksOf(state.file);
    const chunk = all.find(({ start, end }) => start <= offset && offset < end) ?? all.at(-1);
    if (editor && chunk) return { uri: editor.document.uri, chunk };
  }
  const why =
    state?.is === 'skipped' ? skippedMessage(state.skipped) : vscode.l10n.t('There is no chunk at the cursor.');
  void vscode.window.showInformationMessage(why);
  return undefined;
}

/** What is around a chunk, in the document's current chunks: the definition that encloses it, and its parent. */
export async function aroundChunk(
  chunks: DocumentChunks,
  { uri, chunk }: ChunkRow,
): Promise<{ readonly definition: Lines | undefined; readonly parent: ChunkRow | undefined }> {
  const document = await vscode.workspace.openTextDocument(uri);
  const state = await chunks.get(document);
  const all = state?.is === 'chunked' ? state.file.chunks : [];
  const parent = all.find(({ id }) => id === chunk.parent);
  return { definition: enclosingDefinition(all, chunk), parent: parent && { uri, chunk: parent } };
}
