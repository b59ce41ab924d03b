/** "Toggle Chunk Boundaries" of the active file, and the two buttons in the editor's title that do the same. */
import * as vscode from 'vscode';
import { activeEditor, promptToOpenFile } from '../common/active-editor';
import type { Boundaries } from './boundaries';

export function registerToggleBoundaries(boundaries: Boundaries): vscode.Disposable {
  const toggle = (): void => {
    const document = activeEditor()?.document;
    if (document) boundaries.toggle(document);
    else promptToOpenFile();
  };
  // Two more commands, so that the button can say what it will do.
  return vscode.Disposable.from(
    vscode.commands.registerCommand('codegrain.toggleBoundaries', toggle),
    vscode.commands.registerCommand('codegrain.showBoundaries', toggle),
    vscode.commands.registerCommand('codegrain.hideBoundaries', toggle),
  );
}
