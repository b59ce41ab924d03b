/** The index commands, and the context key that decides which of them the palette shows. */
import * as vscode from 'vscode';
import { IndexProblem } from '../../engine/indexer/index-problem';
import { indexOptions } from '../../options/index-options';
import { settingId, settingSection } from '../../options/setting-id';
import { errorMessage } from '../../shared/error-message';
import { withProgress } from '../common/abort-signal';
import { offerSettings } from '../common/dialogs';
import { rootOf } from '../common/folder-root';
import { bytesLabel } from '../common/number-labels';
import { indexableFolders } from './folder-setup';
import { type IndexAction, indexCommandIds, longIndexStatus } from './index-status-text';
import { type IndexState, type RootOverrun, summarizeIndexes } from './index-summary';
import type { WorkspaceIndex } from './workspace-index';

/** Its value is an `IndexCondition`. */
const contextKey = 'codegrain.index';

export function registerIndexCommands(index: WorkspaceIndex, log: vscode.LogOutputChannel): vscode.Disposable {
  const { l10n, window } = vscode;

  const indexNow = async (): Promise<void> => {
    if (index.state.isPaused) await index.resume();
    const isNew = index.state.consent !== 'given';
    await index.agree();
    await followed(index, () => (isNew ? index.settled() : index.refresh()));
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
    rebuild: () => followed(index, () => index.refresh({ rebuild: true })),
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
  const actions = Object.keys(handlers) as (keyof typeof handlers)[];
  const updateContextKey = (): void => {
    void vscode.commands.executeCommand('setContext', contextKey, summarizeIndexes(index.state).is);
  };
  updateContextKey();
  return vscode.Disposable.from(...actions.map(register), index.onDidChange(updateContextKey));
}

/** Shows progress for work that the user started. Cancelling stops it; finished work stays. */
async function followed(index: WorkspaceIndex, work: () => Promise<void>): Promise<void> {
  await withProgress('Codegrain', async (signal, progress) => {
    let shown = 0;
    const following = index.onDidChange((state) => {
      const summary = summarizeIndexes(state);
      const share = summary.progress ? (100 * summary.progress.done) / Math.max(1, summary.progress.total) : shown;
      progress.report({ message: longIndexStatus(summary), increment: Math.max(0, share - shown) });
      shown = Math.max(shown, share);
    });
    signal.addEventListener('abort', () => void index.stop());
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
  if (reason.includes('codegrain.index.')) await offerSettings(reason, 'codegrain.index.consent');
  else await vscode.window.showInformationMessage(reason);
}

// Asks what to do about an index that would be larger than its limit, and changes the setting. Settings that change index again.

/** Room for the next changes. */
const spare = 1.1;

interface FitChoice extends vscode.QuickPickItem {
  apply(): Thenable<unknown>;
}

export async function makeIndexFit(state: IndexState): Promise<void> {
  const [first] = summarizeIndexes(state).overruns;
  if (!first) return;
  const chosen = await vscode.window.showQuickPick(fitChoices(first), {
    title: vscode.l10n.t('The index is at its limit of {0}.', bytesLabel(first.overrun.limit)),
    placeHolder: vscode.l10n.t('Choose what makes it fit'),
  });
  await chosen?.apply();
}

function fitChoices({ root, overrun }: RootOverrun): FitChoice[] {
  const { expected, folders, dimensions } = overrun;
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.fsPath === root);
  const settings = vscode.workspace.getConfiguration(settingSection, folder);
  const target =
    (vscode.workspace.workspaceFolders?.length ?? 0) > 1
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : vscode.ConfigurationTarget.Workspace;
  const megabytes = Math.ceil((spare * expected) / 1e6);
  const saves = (bytes: number): string => vscode.l10n.t('saves about {0}', bytesLabel(bytes));
  const excluded = settings.get<readonly string[]>('index.exclude', []);
  return [
    {
      label: vscode.l10n.t('Raise the limit to {0}', bytesLabel(megabytes * 1e6)),
      apply: () => settings.update('index.maxSize', megabytes, target),
    },
    ...folders.map(
      (one): FitChoice => ({
        label: vscode.l10n.t('Leave out {0}', one.path),
        description: saves(one.saves),
        apply: () => settings.update('index.exclude', [...excluded, `/${one.path}`], target),
      }),
    ),
    ...(dimensions
      ? [
          {
            label: vscode.l10n.t('Use {0} dimensions in all workspaces', dimensions.fewer),
            description: saves(dimensions.saves),
            detail: vscode.l10n.t('All files are indexed again, and similar meaning is found less often.'),
            apply: () => settings.update('embedding.dimensions', dimensions.fewer, vscode.ConfigurationTarget.Global),
          },
        ]
      : []),
  ];
}
