/** What a click on the status bar item offers. */
import * as vscode from 'vscode';
import { actionsCommand } from '../status';

export function registerShowActions(log: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.commands.registerCommand(actionsCommand, async () => {
    const run = (label: string, icon: string, command: string, ...args: unknown[]) => ({
      label: `$(${icon}) ${label}`,
      run: () => vscode.commands.executeCommand(command, ...args),
    });
    const { l10n } = vscode;
    const actions = [
      run(l10n.t('Chunk Current File'), 'layers', 'codegrain.chunkCurrentFile'),
      run(l10n.t('Toggle Chunk Boundaries'), 'eye', 'codegrain.toggleBoundaries'),
      run(l10n.t('Compare Chunk Settings'), 'split-horizontal', 'codegrain.compareSettings'),
      run(l10n.t('Copy Chunk with Context'), 'copy', 'codegrain.copyChunkWithContext'),
      run(l10n.t("Export This File's Chunks…"), 'export', 'codegrain.exportFileChunks'),
      run(l10n.t('Open Settings'), 'gear', 'workbench.action.openSettings', '@ext:codegrain.codegrain'),
      { label: `$(output) ${l10n.t('Show Log')}`, run: async () => log.show() },
    ];
    const choice = await vscode.window.showQuickPick(actions, {
      title: 'Codegrain',
      placeHolder: l10n.t('What shall Codegrain do?'),
    });
    await choice?.run();
  });
}
