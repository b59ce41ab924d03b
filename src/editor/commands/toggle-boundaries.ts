/** "Toggle Chunk Boundaries" of the active file, and the two buttons in the editor's title that do the same. */
import * as vscode from 'vscode';
import type { Boundaries } from '../boundaries';

export function registerToggleBoundaries(boundaries: Boundaries): vscode.Disposable {
  const toggle = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    if (document) boundaries.toggle(document);
    else void vscode.window.showInformationMessage(vscode.l10n.t('Open a file to see how Codegrain cuts it.'));
  };
  // Two commands, so that a button can say what it will do.
  return vscode.Disposable.from(
    vscode.commands.registerCommand('codegrain.toggleBoundaries', toggle),
    vscode.commands.registerCommand('codegrain.showBoundaries', toggle),
    vscode.commands.registerCommand('codegrain.hideBoundaries', toggle),
  );
}
