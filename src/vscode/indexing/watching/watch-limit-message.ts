/** Tells the user, once per window, that the system cannot watch more folders, and what to do about it. */
import * as vscode from 'vscode';
import type { WatchLimit } from '../../../workspace/watch-limit';
import { numberLabel } from '../../common/number-labels';

const instructions = vscode.Uri.parse(
  'https://code.visualstudio.com/docs/setup/linux#_visual-studio-code-is-unable-to-watch-for-file-changes-in-this-large-workspace-error-enospc',
);

let wasShown = false;

export async function showWatchLimit({ setting, value }: WatchLimit): Promise<void> {
  if (wasShown) return;
  wasShown = true;
  const show = vscode.l10n.t('Show Instructions');
  const text =
    value === undefined
      ? vscode.l10n.t(
          'The system cannot watch more folders. Codegrain looks for changed files every few seconds instead. To see changes at once, raise {0}.',
          setting,
        )
      : vscode.l10n.t(
          'The system cannot watch more folders. Codegrain looks for changed files every few seconds instead. To see changes at once, raise {0}, which is {1}.',
          setting,
          numberLabel(value),
        );
  if ((await vscode.window.showWarningMessage(text, show)) === show) await vscode.env.openExternal(instructions);
}
