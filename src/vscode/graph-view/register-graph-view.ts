/** "Find Callers", "Find Dependencies", and the buttons of their view. */
import * as vscode from 'vscode';
import type { GraphDirection } from '../../index/graph/graph-entry';
import type { ChunkRow } from '../chunks-view/chunk-row';
import { activeEditor, promptToOpenFile } from '../common/active-editor';
import { showUsedByCommand, showUsesCommand } from '../common/chunk-labels';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import type { GraphRow } from './graph-row';
import { type GraphSubjectPlace, GraphView, rowUri } from './graph-view';

export function registerGraphView(index: WorkspaceIndex, log: vscode.LogOutputChannel): vscode.Disposable {
  const view = new GraphView(index, log);
  const show = async (direction: GraphDirection, args: readonly unknown[]): Promise<void> => {
    const place = placeOf(args) ?? placeAtCursor();
    if (!place) promptToOpenFile();
    else if (await index.ask()) await view.show(place, direction);
    else tellNotIndexed(index);
  };
  const { registerCommand } = vscode.commands;
  return vscode.Disposable.from(
    view,
    registerCommand(showUsesCommand, (...args: unknown[]) => show('uses', args)),
    registerCommand(showUsedByCommand, (...args: unknown[]) => show('used by', args)),
    registerCommand('codegrain.graph.refresh', () => view.refresh()),
    registerCommand('codegrain.graph.close', () => view.close()),
    registerCommand('codegrain.graph.switchDirection', () => view.switchDirection()),
    registerCommand('codegrain.graph.copy', async (row?: GraphRow) => {
      await vscode.env.clipboard.writeText(view.asText(isRow(row) ? row : undefined));
    }),
  );
}

/** A link passes a document, a line and a name; a menu of this view or of the Chunks view a row; an editor's menu only the document. */
function placeOf([first, line, name]: readonly unknown[]): GraphSubjectPlace | undefined {
  if (isRow(first)) return { uri: rowUri(first), line: first.entry.line, name: first.entry.name };
  if (isChunkRow(first)) return { uri: first.uri, line: first.chunk.symbols[0]?.line ?? first.chunk.startLine };
  if (typeof first !== 'string' || typeof line !== 'number') return undefined;
  return { uri: vscode.Uri.parse(first, true), line, ...(typeof name === 'string' && { name }) };
}

function placeAtCursor(): GraphSubjectPlace | undefined {
  const editor = activeEditor();
  return editor && { uri: editor.document.uri, line: editor.selection.active.line + 1 };
}

function isRow(value: unknown): value is GraphRow {
  return typeof value === 'object' && value !== null && 'entry' in value && 'direction' in value;
}

function isChunkRow(value: unknown): value is ChunkRow {
  return typeof value === 'object' && value !== null && 'uri' in value && 'chunk' in value;
}

function tellNotIndexed(index: WorkspaceIndex): void {
  const { consent, reason } = index.state;
  const start = vscode.l10n.t('Index Workspace');
  const choices = consent === 'unavailable' || reason !== undefined ? [] : [start];
  const message = reason ?? vscode.l10n.t('This workspace is not indexed.');
  void vscode.window.showInformationMessage(message, ...choices).then((choice) => {
    if (choice === start) void vscode.commands.executeCommand('codegrain.indexWorkspace');
  });
}
