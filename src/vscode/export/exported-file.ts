/** What is said when chunks were exported, or were not: the same for one file and for a folder. */
import * as vscode from 'vscode';

/** Larger ones are not opened: VS Code gives no text of them to anyone. */
const mostBytes = 50e6;

/** @param bytes of a text; undefined: it is none, and can only be shown where it is. */
export async function tellExported(message: string, target: vscode.Uri, bytes: number | undefined): Promise<void> {
  const open = vscode.l10n.t('Open');
  const reveal = vscode.l10n.t('Reveal');
  const actions = bytes !== undefined && bytes <= mostBytes ? [open, reveal] : [reveal];
  const choice = await vscode.window.showInformationMessage(message, ...actions);
  if (choice === open) await vscode.window.showTextDocument(target);
  else if (choice === reveal) {
    const isInside = vscode.workspace.getWorkspaceFolder(target) !== undefined;
    await vscode.commands.executeCommand(isInside ? 'revealInExplorer' : 'revealFileInOS', target);
  }
}

export function tellNotExported(reason: string): void {
  void vscode.window.showErrorMessage(vscode.l10n.t('The chunks were not exported: {0}', reason));
}
