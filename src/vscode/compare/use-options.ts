/** "Use A", "Use B": writes a set of options to the settings, those values that differ from the present ones. */

import * as vscode from 'vscode';
import { chunkOptions } from '../../options/chunk-options';
import { settingId, settingSection } from '../../options/setting-groups';
import { errorMessage } from '../../shared/error-message';
import { settingsOf } from '../settings/settings';
import type { ComparedOptions } from './compare-messages';
import { differing } from './option-sets';

export async function useOptions(document: vscode.TextDocument, options: ComparedOptions): Promise<void> {
  const target = await chooseTarget();
  if (target === undefined) return;
  const config = vscode.workspace.getConfiguration(settingSection, document.uri);
  const remaining = () => differing(settingsOf(document).options, options);
  try {
    for (const key of remaining()) await config.update(chunkOptions[key].setting?.id ?? '', options[key], target);
    // A parent size that was never set follows the size of chunks; now it has to be said.
    for (const key of remaining()) await config.update(chunkOptions[key].setting?.id ?? '', options[key], target);
  } catch (error) {
    const reason = errorMessage(error);
    void vscode.window.showErrorMessage(vscode.l10n.t('The settings were not changed: {0}', reason));
    return;
  }
  const overruled = remaining().map((key) => settingId(chunkOptions[key]));
  if (overruled.length === 0) return;
  void vscode.window.showWarningMessage(
    vscode.l10n.t('Workspace or folder settings still override this: {0}', overruled.join(', ')),
  );
}

/** Undefined: the user thought better of it. */
async function chooseTarget(): Promise<vscode.ConfigurationTarget | undefined> {
  if (vscode.workspace.workspaceFolders === undefined) return vscode.ConfigurationTarget.Global;
  const targets = [
    {
      label: `$(root-folder) ${vscode.l10n.t('Workspace')}`,
      detail: vscode.l10n.t('For everyone who opens this workspace'),
      target: vscode.ConfigurationTarget.Workspace,
    },
    {
      label: `$(account) ${vscode.l10n.t('User')}`,
      detail: vscode.l10n.t('For you, in every workspace that does not override it'),
      target: vscode.ConfigurationTarget.Global,
    },
  ];
  const choice = await vscode.window.showQuickPick(targets, {
    title: vscode.l10n.t('Use These Chunk Settings'),
    placeHolder: vscode.l10n.t('Where should the settings be saved?'),
  });
  return choice?.target;
}
