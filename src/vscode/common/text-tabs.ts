/** Whether a tab shows text. */
import * as vscode from 'vscode';

export function isTextTab({ input }: vscode.Tab): boolean {
  return (
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputTextDiff ||
    input instanceof vscode.TabInputNotebook ||
    input instanceof vscode.TabInputNotebookDiff ||
    // Editors that have no input type of their own, such as a merge editor.
    (input === undefined && vscode.window.activeTextEditor !== undefined)
  );
}

/** False for the tab of a file that is not text: VS Code shows it as a text editor without a document. */
export function hasDocument({ input }: vscode.Tab): boolean {
  if (!(input instanceof vscode.TabInputText)) return true;
  const uri = input.uri.toString();
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
}
