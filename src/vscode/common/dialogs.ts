/** Dialogs that several features show. */
import * as vscode from 'vscode';

/** Asks which of these folders; the only one is not asked about. @param none what the user is told if there are none. */
export async function askFolder(
  folders: readonly vscode.WorkspaceFolder[],
  title: string,
  none: string,
): Promise<vscode.Uri | undefined> {
  const { l10n, window } = vscode;
  if (folders.length === 0) void window.showInformationMessage(none);
  if (folders.length < 2) return folders[0]?.uri;
  const items = folders.map(({ name, uri }) => ({ label: name, description: uri.fsPath, uri }));
  return (await window.showQuickPick(items, { title, placeHolder: l10n.t('Which folder?') }))?.uri;
}

/** @param query what the settings are filtered by. */
export function openSettings(query: string): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.action.openSettings', query);
}

export async function offerSettings(text: string, query: string): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  if ((await vscode.window.showInformationMessage(text, open)) === open) await openSettings(query);
}

/** Says that there is no database of the team, and offers the setting. */
export function offerDatabaseSettings(): Promise<void> {
  const setting = 'codegrain.database.url';
  return offerSettings(vscode.l10n.t('No database is configured. Set its address in {0}.', setting), setting);
}

/** Asks for a key or a password. @param validateInput why it cannot be used. */
export function askSecret(
  title: string,
  validateInput?: (value: string) => string | undefined,
): Thenable<string | undefined> {
  const prompt = vscode.l10n.t("Stored in VS Code's secret storage and sent only to this host.");
  const options = { title, prompt, password: true, ignoreFocusOut: true };
  return vscode.window.showInputBox({ ...options, ...(validateInput && { validateInput }) });
}
