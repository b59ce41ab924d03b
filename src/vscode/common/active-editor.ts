/** The text editor that a command acts on: the active one, or a visible one if a page such as the walkthrough is active. */
import * as vscode from 'vscode';

export function activeEditor(): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  if (activeTextEditor && !isOutputDocument(activeTextEditor.document)) return activeTextEditor;
  return visibleTextEditors.find(({ document }) => !isOutputDocument(document));
}

/** Output channels and results editors are text editors too. */
export function isOutputDocument({ uri, languageId }: vscode.TextDocument): boolean {
  return uri.scheme === 'output' || uri.scheme === resultsScheme || languageId === resultsLanguage;
}

/** Tells the user to open a text file, and offers to do it. */
export function promptToOpenFile(): void {
  const open = vscode.l10n.t('Go to File…');
  void vscode.window.showInformationMessage(whyNoEditor(), open).then((choice) => {
    if (choice === open) void vscode.commands.executeCommand('workbench.action.quickOpen');
  });
}

function whyNoEditor(): string {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputText)
    return vscode.l10n.t('Extensions cannot read this file: it is binary or larger than 50 MB.');
  return vscode.l10n.t('Open a text file to see its chunks.');
}

/** The type of the pages that compare settings. */
export const compareViewType = 'codegrain.compareSettings';

/** The language of results editors, and the scheme of those that are not saved; as package.json declares them. */
export const resultsLanguage = 'codegrain-results';
export const resultsScheme = 'codegrain-results';
