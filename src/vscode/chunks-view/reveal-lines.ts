/** Shows lines of a document and puts the cursor there, after a click on a row or on a link in a hover. */
import * as vscode from 'vscode';
import { revealCommand } from '../documents/chunk-details';

export function registerRevealLines(): vscode.Disposable {
  return vscode.commands.registerCommand(
    revealCommand,
    async (uri: string, startLine: number, endLine: number, offset?: number) => {
      await revealLines(vscode.Uri.parse(uri, true), startLine, endLine, offset);
    },
  );
}

/**
 * Lines are 1-based, inclusive.
 * @param offset position of the cursor, for lines with several chunks; a UTF-16 offset.
 */
export async function revealLines(uri: vscode.Uri, startLine: number, endLine: number, offset?: number): Promise<void> {
  // If the document is visible already, it is not opened again in another group.
  const open = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
  const editor = await vscode.window.showTextDocument(
    open?.document ?? (await vscode.workspace.openTextDocument(uri)),
    {
      viewColumn: open?.viewColumn ?? vscode.ViewColumn.Active,
    },
  );
  const start = new vscode.Position(startLine - 1, 0);
  const cursor = offset === undefined ? start : editor.document.positionAt(offset);
  editor.selection = new vscode.Selection(cursor, cursor);
  editor.revealRange(
    editor.document.validateRange(new vscode.Range(cursor, new vscode.Position(endLine - 1, 0))),
    vscode.TextEditorRevealType.InCenterIfOutsideViewport,
  );
}
