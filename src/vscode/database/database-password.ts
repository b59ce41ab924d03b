/** "Set Database Password…" and "Clear Database Password": the password for the user and host in the settings, in the secret storage. */
import * as vscode from 'vscode';
import { errorMessage } from '../../shared/error-message';
import type { TeamDatabase } from './team-database';

export function registerDatabasePassword(database: TeamDatabase): vscode.Disposable {
  database.passwords.keepContext('codegrain.hasDatabasePassword');
  return vscode.Disposable.from(
    vscode.commands.registerCommand('codegrain.setDatabasePassword', () => setPassword(database)),
    vscode.commands.registerCommand('codegrain.clearDatabasePassword', () => clearPassword(database)),
  );
}

async function setPassword(database: TeamDatabase): Promise<void> {
  const { l10n, window } = vscode;
  const owner = configuredOwner(database);
  if (owner === undefined) return;
  const password = await window.showInputBox({
    title: l10n.t('Password for {0}', owner),
    prompt: l10n.t("Stored in VS Code's secret storage and sent only to this host."),
    password: true,
    ignoreFocusOut: true,
  });
  if (password === undefined || password === '') return;
  await database.passwords.set(owner, password);
  void window.showInformationMessage(l10n.t('The password for {0} is saved.', owner));
}

/** Undefined if the settings name no usable database; the user sees why. */
function configuredOwner(database: TeamDatabase): string | undefined {
  const { l10n, window } = vscode;
  try {
    const found = database.find();
    if (found) return found.owner;
    void window.showInformationMessage(
      l10n.t('First set the address of the database in {0}.', 'codegrain.database.url'),
    );
  } catch (error) {
    void window.showErrorMessage(errorMessage(error));
  }
  return undefined;
}

async function clearPassword({ passwords }: TeamDatabase): Promise<void> {
  const { l10n, window } = vscode;
  const [first, ...others] = passwords.owners;
  if (first === undefined) {
    void window.showInformationMessage(l10n.t('No database password is saved.'));
    return;
  }
  const title = l10n.t('Clear the password for which user?');
  const owner = others.length === 0 ? first : await window.showQuickPick([first, ...others], { title });
  if (owner === undefined) return;
  await passwords.clear(owner);
  void window.showInformationMessage(l10n.t('The password for {0} is deleted.', owner));
}
