/** The quick pick behind the status bar item: the index actions that apply now, and the actions for the active file. */
import * as vscode from 'vscode';
import { isWebHost } from '../common/folder-root';
import { type IndexAction, indexActionsFor, indexActionTitle, indexCommandIds } from '../indexing/index-actions';
import { longIndexStatus } from '../indexing/index-status-text';
import { summarizeIndexes } from '../indexing/index-summary';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { showActionsCommandId } from './status-bar';

const indexIcons: Readonly<Record<IndexAction, string>> = {
  index: 'database',
  pause: 'debug-pause',
  resume: 'debug-continue',
  stop: 'debug-stop',
  rebuild: 'refresh',
  compact: 'archive',
  clear: 'trash',
  report: 'graph',
  cache: 'folder-library',
};

export function registerShowActions(log: vscode.LogOutputChannel, index: WorkspaceIndex): vscode.Disposable {
  return vscode.commands.registerCommand(showActionsCommandId, async () => {
    const run = (label: string, icon: string, command: string, ...args: unknown[]) => ({
      label: `$(${icon}) ${label}`,
      run: () => vscode.commands.executeCommand(command, ...args),
    });
    const { l10n } = vscode;
    const separator = (label: string) => ({
      label,
      kind: vscode.QuickPickItemKind.Separator,
      run: async () => undefined,
    });
    const summary = summarizeIndexes(index.state);
    const actions = [
      separator(longIndexStatus(summary)),
      run(l10n.t('Semantic Search'), 'search', 'codegrain.search'),
      ...indexActionsFor(summary).map((each) => run(indexActionTitle(each), indexIcons[each], indexCommandIds[each])),
      separator(l10n.t('This file')),
      run(l10n.t('Chunk Current File'), 'layers', 'codegrain.chunkCurrentFile'),
      run(l10n.t('Toggle Chunk Boundaries'), 'eye', 'codegrain.toggleBoundaries'),
      run(l10n.t('Compare Chunk Settings'), 'split-horizontal', 'codegrain.compareSettings'),
      run(l10n.t('Copy Chunk with Context'), 'copy', 'codegrain.copyChunkWithContext'),
      run(l10n.t("Export This File's Chunks…"), 'export', 'codegrain.exportFileChunks'),
      ...(isWebHost ? [] : [run(l10n.t('Export Workspace Chunks…'), 'export', 'codegrain.exportWorkspaceChunks')]),
      separator(''),
      run(l10n.t('Open Settings'), 'gear', 'workbench.action.openSettings', '@ext:codegrain.codegrain'),
      { label: `$(output) ${l10n.t('Show Log')}`, run: async () => log.show() },
    ];
    const choice = await vscode.window.showQuickPick(actions, {
      title: 'Codegrain',
      placeHolder: l10n.t('Select an action'),
    });
    await choice?.run();
  });
}
