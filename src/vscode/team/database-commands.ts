/** "Push to Database…": writes the chunks of a folder into the team's PostgreSQL database. */
import * as vscode from 'vscode';
import type { FolderSetup } from '../../engine/service-protocol';
import { errorMessage } from '../../shared/error-message';
import type { PushReport } from '../../wings/team/push-branch';
import { askFolder, askSecret, offerDatabaseSettings } from '../common/dialogs';
import { chunkCount, fileCount, numberLabel } from '../common/number-labels';
import { runCliWithProgress } from '../common/run-cli-with-progress';
import { NotAllowed } from '../consent/send-consent';
import type { Embedding } from '../embedding/embedding-model';
import { pushArguments } from '../export/cli-arguments';
import { indexableFolders } from '../indexing/folder-setup';
import { embeddingSettingsOf } from '../settings/settings';
import { databaseFault } from './stored-answers';
import type { DatabaseTarget, TeamDatabase } from './team-database';

export function registerPushToDatabase(parts: PushParts, log: vscode.LogOutputChannel): vscode.Disposable {
  // Key bindings, tasks and tests pass the folder, so that nothing is asked.
  return vscode.commands.registerCommand('codegrain.pushToDatabase', async (argument?: unknown) => {
    try {
      const target = parts.database.find();
      if (!target) return void offerDatabaseSettings();
      const folder = argument instanceof vscode.Uri ? argument : await askPushedFolder();
      if (!folder) return undefined;
      const report = await pushFolder(folder, target, parts);
      if (!report) return undefined;
      const { leftOut, ...counts } = report;
      log.info(`pushed ${folder.fsPath} to ${target.shown}: ${JSON.stringify(counts)}, ${leftOut.length} left out`);
      void vscode.window.showInformationMessage(summary(report, target));
      return report;
    } catch (error) {
      void showPushError(error, log);
      return undefined;
    }
  });
}

function askPushedFolder(): Promise<vscode.Uri | undefined> {
  const { l10n } = vscode;
  const none = l10n.t('Open a local folder to push its chunks.');
  return askFolder(indexableFolders(), l10n.t('Push to Database'), none);
}

function summary(report: PushReport, { host }: DatabaseTarget): string {
  const { repository, branch, added, changed, removed, total } = report;
  return vscode.l10n.t(
    'Pushed to {0}: {1} new or changed, {2} removed. {3} now has {4} with {5}.',
    host,
    fileCount(added + changed),
    numberLabel(removed),
    `${repository}@${branch}`,
    fileCount(total.files),
    chunkCount(total.searched),
  );
}

async function showPushError(error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  const { l10n, window } = vscode;
  // The user has just declined and needs no message.
  if (error instanceof NotAllowed && error.why === 'declined') return;
  const { text: reason, isAboutPassword } = databaseFault(error);
  log.error(`push: ${reason}`);
  const setPassword = l10n.t('Set Database Password…');
  const actions = isAboutPassword ? [setPassword] : [];
  const choice = await window.showErrorMessage(l10n.t('The chunks were not pushed: {0}', reason), ...actions);
  if (choice === setPassword) await vscode.commands.executeCommand('codegrain.setDatabasePassword');
}

interface PushParts {
  /** Script of the command line. */
  readonly script: string;
  /** How a folder is indexed: it is chunked the same way for the push, and the index's vectors are reused. */
  readonly setupOf: (folder: vscode.Uri) => Omit<FolderSetup, 'model'>;
  readonly embedding: Embedding;
  readonly database: TeamDatabase;
}

/**
 * Pushes the chunks of a folder to the database in the settings, in a separate process.
 * @returns undefined if cancelled; chunks sent by then stay in the database. @throws an Error that says what to fix.
 */
export async function pushFolder(
  folder: vscode.Uri,
  target: DatabaseTarget,
  { script, setupOf, embedding, database }: PushParts,
): Promise<PushReport | undefined> {
  await database.requireConsent(target);
  const key = await embedding.environment(folder);
  const args = pushArguments(folder.fsPath, target.url, setupOf(folder), embeddingSettingsOf(folder));
  const env = { ...(await database.environment(target)), ...key };
  return runCliWithProgress<PushReport>(vscode.l10n.t('Pushing chunks to {0}', target.host), { script, args, env });
}

// "Set Database Password…" and "Clear Database Password": the password for the user and host in the settings, in the secret storage.

export function registerDatabasePassword(database: TeamDatabase): vscode.Disposable {
  const { l10n } = vscode;
  return database.passwords.registerCommands('DatabasePassword', () => setPassword(database), {
    none: l10n.t('No database password is saved.'),
    which: l10n.t('Clear the password for which user?'),
    done: (owner) => l10n.t('The password for {0} is deleted.', owner),
  });
}

async function setPassword(database: TeamDatabase): Promise<void> {
  const { l10n, window } = vscode;
  const owner = configuredOwner(database);
  if (owner === undefined) return;
  const password = await askSecret(l10n.t('Password for {0}', owner));
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
