/** The index commands, and the context key that decides which of them the palette shows. */
import * as vscode from 'vscode';
import { IndexProblem } from '../../engine/indexer/index-problem';
import { indexOptions } from '../../options/index-options';
import { settingId } from '../../options/setting-groups';
import { errorMessage } from '../../shared/error-message';
import { rootOf } from '../common/folder-root';
import { indexableFolders } from './folder-setup';
import { type IndexAction, indexCommandIds } from './index-actions';
import { longIndexStatus } from './index-status-text';
import { summarizeIndexes } from './index-summary';
import type { WorkspaceIndex } from './workspace-index';

/** Its value is an `IndexCondition`. */
const contextKey = 'codegrain.index';

export function registerIndexCommands(index: WorkspaceIndex, log: vscode.LogOutputChannel): vscode.Disposable {
  const { l10n, window } = vscode;

  const indexNow = async (): Promise<void> => {
    if (index.state.isPaused) await index.resume();
    const isNew = index.state.consent !== 'given';
    await index.agree();
    await withProgress(index, () => (isNew ? index.settled() : index.refresh()));
  };

  const compact = async (): Promise<void> => {
    await index.compact();
    window.setStatusBarMessage(l10n.t('The index was compacted.'), 3_000);
  };

  const clear = async (): Promise<void> => {
    const yes = l10n.t('Clear Index');
    const detail = l10n.t('Your files are not changed. The workspace is not indexed again until you ask for it.');
    const question = l10n.t('Delete the index of this workspace?');
    if ((await window.showWarningMessage(question, { modal: true, detail }, yes)) === yes) await clearNow(index, log);
  };

  const handlers: Readonly<Record<Exclude<IndexAction, 'report'>, () => Promise<void>>> = {
    index: indexNow,
    pause: () => index.pause(),
    resume: () => index.resume(),
    stop: () => index.stop(),
    rebuild: () => withProgress(index, () => index.refresh({ rebuild: true })),
    compact,
    clear,
    cache: () => keepInCache(index),
  };
  const register = (action: keyof typeof handlers): vscode.Disposable =>
    vscode.commands.registerCommand(indexCommandIds[action], async () => {
      const { consent, reason } = index.state;
      try {
        // Not an error: the folders are not on disk, or the user's own setting forbids indexing.
        if (reason !== undefined && (action === 'index' || consent === 'unavailable')) await explain(reason);
        else await handlers[action]();
      } catch (error) {
        const message = errorMessage(error);
        log.error(`index: ${message}`);
        const other = l10n.t('Keep Index in Cache');
        const choices = summarizeIndexes(index.state).unwritable.length > 0 ? [other] : [];
        if ((await window.showErrorMessage(message, ...choices)) === other)
          await vscode.commands.executeCommand(indexCommandIds.cache);
      }
    });
  const actions = ['index', 'pause', 'resume', 'stop', 'rebuild', 'compact', 'clear', 'cache'] as const;
  const updateContextKey = (): void => {
    void vscode.commands.executeCommand('setContext', contextKey, summarizeIndexes(index.state).is);
  };
  updateContextKey();
  return vscode.Disposable.from(...actions.map(register), index.onDidChange(updateContextKey));
}

/** Shows progress for work that the user started. Cancelling stops it; finished work stays. */
async function withProgress(index: WorkspaceIndex, work: () => Promise<void>): Promise<void> {
  const options = { location: vscode.ProgressLocation.Notification, title: 'Codegrain', cancellable: true };
  await vscode.window.withProgress(options, async (progress, token) => {
    let shown = 0;
    const following = index.onDidChange((state) => {
      const summary = summarizeIndexes(state);
      const share = summary.progress ? (100 * summary.progress.done) / Math.max(1, summary.progress.total) : shown;
      progress.report({ message: longIndexStatus(summary), increment: Math.max(0, share - shown) });
      shown = Math.max(shown, share);
    });
    token.onCancellationRequested(() => void index.stop());
    try {
      await work();
    } finally {
      following.dispose();
    }
  });
}

/** Keeps the indexes that cannot be written into their folders in the cache; the changed setting makes them. */
async function keepInCache(index: WorkspaceIndex): Promise<void> {
  const { unwritable } = summarizeIndexes(index.state);
  for (const folder of indexableFolders()) {
    if (!unwritable.includes(rootOf(folder.uri))) continue;
    const settings = vscode.workspace.getConfiguration(undefined, folder);
    await settings.update(settingId(indexOptions.location), 'cache', vscode.ConfigurationTarget.WorkspaceFolder);
  }
}

async function clearNow(index: WorkspaceIndex, log: vscode.LogOutputChannel): Promise<void> {
  // It may have been cleared since the last try.
  if (index.state.consent !== 'given') return;
  try {
    await index.clear();
  } catch (error) {
    log.error(`index: ${errorMessage(error)}`);
    const again = vscode.l10n.t('Try Again');
    if ((await vscode.window.showErrorMessage(notDeletedText(error), again)) === again) await clearNow(index, log);
  }
}

function notDeletedText(error: unknown): string {
  const { l10n } = vscode;
  if (!(error instanceof IndexProblem && error.problem.reason === 'locked'))
    return l10n.t('The index was not deleted, and is still used: {0}', errorMessage(error));
  return l10n.t(
    'The index was not deleted, because another window or program writes it. Close that one, then try again. ({0})',
    error.message,
  );
}

async function explain(reason: string): Promise<void> {
  const settings = vscode.l10n.t('Open Settings');
  const isSetting = reason.includes('codegrain.index.');
  const choice = await vscode.window.showInformationMessage(reason, ...(isSetting ? [settings] : []));
  if (choice === settings)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'codegrain.index.consent');
}
