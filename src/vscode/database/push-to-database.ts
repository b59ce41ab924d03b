/** "Push to Database…": writes the chunks of a folder into the team's PostgreSQL database. */
import * as vscode from 'vscode';
import type { FolderSetup } from '../../engine/service-protocol';
import type { PushReport } from '../../wings/team/push-branch';
import { chunkCount, fileCount, numberLabel } from '../common/number-labels';
import { runCliWithProgress } from '../common/run-cli-with-progress';
import { NotAllowed } from '../consent/send-consent';
import type { Embedding } from '../embedding/embedding-model';
import { indexableFolders } from '../indexing/folder-setup';
import { embeddingSettingsOf } from '../settings/settings';
import { databaseFault } from './database-fault';
import { pushArguments } from './push-arguments';
import type { DatabaseTarget, TeamDatabase } from './team-database';

export function registerPushToDatabase(parts: PushParts, log: vscode.LogOutputChannel): vscode.Disposable {
  // Key bindings, tasks and tests pass the folder, so that nothing is asked.
  return vscode.commands.registerCommand('codegrain.pushToDatabase', async (argument?: unknown) => {
    try {
      const target = parts.database.find();
      if (!target) return void offerSettings();
      const folder = argument instanceof vscode.Uri ? argument : await askFolder();
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

async function offerSettings(): Promise<void> {
  const { l10n, window } = vscode;
  const open = l10n.t('Open Settings');
  const text = l10n.t('No database is configured. Set its address in {0}.', 'codegrain.database.url');
  if ((await window.showInformationMessage(text, open)) === open)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'codegrain.database.url');
}

async function askFolder(): Promise<vscode.Uri | undefined> {
  const { l10n, window } = vscode;
  const folders = indexableFolders();
  if (folders.length === 0) {
    void window.showInformationMessage(l10n.t('Open a local folder to push its chunks.'));
    return undefined;
  }
  if (folders.length === 1) return folders[0]?.uri;
  const items = folders.map(({ name, uri }) => ({ label: name, description: uri.fsPath, uri }));
  const title = l10n.t('Push to Database');
  return (await window.showQuickPick(items, { title, placeHolder: l10n.t('Which folder?') }))?.uri;
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
 * Undefined if cancelled; chunks sent by then stay in the database. @throws an Error that says what to fix.
 *
 * Pushes the chunks of a folder to the database in the settings, in a separate process.
 */
export async function pushFolder(
  folder: vscode.Uri,
  target: DatabaseTarget,
  { script, setupOf, embedding, database }: PushParts,
): Promise<PushReport | undefined> {
  await database.requireConsent(target);
  // Asks for consent if the model is on a server; throws if the user declines.
  await embedding.embedder(folder);
  const server = embedding.endpoint(folder);
  const key = server && (await embedding.keys.get(server.origin));
  const args = pushArguments(folder.fsPath, target.url, setupOf(folder), embeddingSettingsOf(folder));
  const env = {
    ...(await database.environment(target)),
    ...(key !== undefined && { CODEGRAIN_EMBEDDING_KEY: key }),
  };
  return runCliWithProgress<PushReport>(vscode.l10n.t('Pushing chunks to {0}', target.host), { script, args, env });
}
