/** Asks what to do about an index that would be larger than its limit, and changes the setting. Settings that change index again. */
import * as vscode from 'vscode';
import { settingSection } from '../../options/setting-groups';
import { bytesLabel } from '../common/number-labels';
import { type FolderOverrun, summarizeIndexes } from './index-summary';
import type { IndexState } from './workspace-index';

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

function fitChoices({ root, overrun }: FolderOverrun): FitChoice[] {
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
