/** A row of the Chunks view, as VS Code shows it. */
import * as vscode from 'vscode';
import type { Chunk } from '../../code/chunk';
import { enclosingDefinition } from '../../code/records/definition-parts';
import { languageById } from '../../languages/registry';
import { activeEditor } from '../common/active-editor';
import { chunkIcon } from '../common/chunk-icons';
import { carriedLabel, chunkTitle, fallbackLabel, lines, rowLabel, skippedMessage } from '../common/chunk-labels';
import { tokenCount } from '../common/number-labels';
import { revealCommand } from '../documents/chunk-details';
import { type DocumentChunks, searchedChunksOf } from '../documents/document-chunks';

/** A row: a chunk of a document. VS Code passes it to the commands in the view's menus. */
export interface ChunkRow {
  readonly uri: vscode.Uri;
  readonly chunk: Chunk;
}

/** @param uses how much it uses and is used; undefined if that is not known. */
export function chunkRowItem({ uri, chunk }: ChunkRow, uses: string | undefined): vscode.TreeItem {
  const isParent = chunk.role === 'parent';
  const item = new vscode.TreeItem(
    rowLabel(chunk),
    isParent ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None,
  );
  item.id = `${uri.toString()}#${chunk.id}`;
  const range = chunk.startLine === chunk.endLine ? `${chunk.startLine}` : `${chunk.startLine}–${chunk.endLine}`;
  const isNamed = !isParent || chunk.name !== '';
  item.description = [
    // A parent without a name is called by its lines.
    ...(isNamed ? [range] : []),
    tokenCount(chunk.tokens.text),
    ...(uses === undefined ? [] : [uses]),
    ...(chunk.fallback ? [fallbackLabel(chunk.fallback)] : []),
  ].join(' · ');
  item.iconPath = chunk.fallback
    ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
    : chunkIcon(chunk);
  item.contextValue = chunk.parent === undefined ? chunk.role : 'child';
  item.command = {
    command: revealCommand,
    title: vscode.l10n.t('Reveal Chunk'),
    arguments: [uri.toString(), chunk.startLine, chunk.endLine, chunk.start + chunk.overlap.before],
  };
  const spoken = [chunkTitle(chunk), lines(chunk), tokenCount(chunk.tokens.text), carriedLabel(chunk)];
  if (isParent) spoken.unshift(vscode.l10n.t('Parent'));
  if (uses !== undefined) spoken.push(uses);
  if (chunk.fallback) spoken.push(fallbackLabel(chunk.fallback));
  item.accessibilityInformation = { label: spoken.filter((part) => part !== '').join(', ') };
  return item;
}

/** 1-based, inclusive. */
type Lines = { readonly startLine: number; readonly endLine: number };

/** The chunk that a command acts on: that of the selected row, or the one at the cursor. */
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
  const all = await chunks.of(uri);
  const parent = all.find(({ id }) => id === chunk.parent);
  // A section of prose is shown with its parent.
  const definition = languageById(chunk.language) && enclosingDefinition(chunk);
  return { definition, parent: parent && { uri, chunk: parent } };
}
