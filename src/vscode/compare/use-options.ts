/** "Use A", "Use B": writes the options of a set that differ from the current settings. */

import * as vscode from 'vscode';
import { chunkOptions } from '../../options/chunk-options';
import { settingId, settingSection } from '../../options/setting-groups';
import { errorMessage } from '../../shared/error-message';
import { settingsOf } from '../settings/settings';
import type { ComparedOptions } from './compare-messages';
import { changedOptions } from './option-sets';

export async function useOptions(document: vscode.TextDocument, options: ComparedOptions): Promise<void> {
  const target = await chooseTarget();
  if (target === undefined) return;
  const config = vscode.workspace.getConfiguration(settingSection, document.uri);
  const remaining = () => changedOptions(settingsOf(document).options, options);
  try {
    for (const key of remaining()) await config.update(chunkOptions[key].setting?.id ?? '', options[key], target);
    // An unset parent size follows the chunk size. It may have changed just now and then must be written.
    for (const key of remaining()) await config.update(chunkOptions[key].setting?.id ?? '', options[key], target);
  } catch (error) {
    const reason = errorMessage(error);
    void vscode.window.showErrorMessage(vscode.l10n.t('The settings were not changed: {0}', reason));
    return;
  }
  const overridden = remaining().map((key) => settingId(chunkOptions[key]));
  if (overridden.length === 0) return;
  void vscode.window.showWarningMessage(
    vscode.l10n.t('Workspace or folder settings still override this: {0}', overridden.join(', ')),
  );
}

/** Undefined: the user cancelled. */
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
