/** Warns about settings that cannot be used, once per problem. */
import * as vscode from 'vscode';
import { settingSection } from '../../options/setting-groups';
import { databaseSettings, embeddingSettingsOf, enrichSettingsOf, indexingSettingsOf, settingsOf } from './settings';

export function watchSettings(log: vscode.LogOutputChannel): vscode.Disposable {
  const reported = new Set<string>();
  const check = (): void => {
    const scope = vscode.window.activeTextEditor?.document;
    const read = [settingsOf, embeddingSettingsOf, indexingSettingsOf, enrichSettingsOf, databaseSettings];
    const all = read.flatMap((settings) => settings(scope).problems);
    const problems = all.filter((each) => !reported.has(each));
    if (problems.length === 0) return;
    for (const problem of problems) {
      reported.add(problem);
      log.warn(problem);
    }
    const open = vscode.l10n.t('Open Settings');
    void vscode.window.showWarningMessage(problems.join(' '), open).then((choice) => {
      if (choice === open)
        void vscode.commands.executeCommand('workbench.action.openSettings', '@ext:codegrain.codegrain');
    });
  };
  check();
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(settingSection)) check();
  });
}
