/** The messages after an export, the same for one file and for a folder. */
import * as vscode from 'vscode';

/** "Open" is not offered for larger files: VS Code gives extensions no text of them. */
const maxOpenBytes = 50e6;

/** @param bytes size of a text file; undefined for a binary file, which can only be revealed. */
export async function showExported(message: string, target: vscode.Uri, bytes: number | undefined): Promise<void> {
  const open = vscode.l10n.t('Open');
  const reveal = vscode.l10n.t('Reveal');
  const actions = bytes !== undefined && bytes <= maxOpenBytes ? [open, reveal] : [reveal];
  const choice = await vscode.window.showInformationMessage(message, ...actions);
  if (choice === open) await vscode.window.showTextDocument(target);
  else if (choice === reveal) {
    const isInside = vscode.workspace.getWorkspaceFolder(target) !== undefined;
    await vscode.commands.executeCommand(isInside ? 'revealInExplorer' : 'revealFileInOS', target);
  }
}

export function showExportError(reason: string): void {
  void vscode.window.showErrorMessage(vscode.l10n.t('The chunks were not exported: {0}', reason));
}
