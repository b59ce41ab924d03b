/** What the user can do about a model that answers nobody: in words, and as buttons. */
import * as vscode from 'vscode';
import type { ChatRefused } from '../../enrich/chat-model';
import { settingSection } from '../../options/setting-groups';
import { toSentence } from '../common/number-labels';

/** A button of a message, and what it does. */
export interface Remedy extends vscode.MessageItem {
  run(): unknown;
}

/** What it said, and what to do. */
export function remedyText({ message, reason }: ChatRefused): string {
  const { l10n } = vscode;
  const remedies = {
    key: l10n.t('Enter the right key, then continue.'),
    credit: l10n.t('Check your account, or choose another model.'),
    later: l10n.t('Wait, then continue.'),
    model: l10n.t('Choose another model or server in the settings.'),
    unreachable: l10n.t('Start the server, or choose another one in the settings; then continue.'),
    consent: l10n.t('Allow it when VS Code asks, or choose another model.'),
  };
  return `${toSentence(message)} ${remedies[reason]}`;
}

/**
 * @param changeKey whether there is another key now.
 * @param again goes on with what the model refused.
 */
export function remediesFor(
  { reason }: ChatRefused,
  changeKey: () => Promise<boolean>,
  again: Remedy | undefined,
): Remedy[] {
  const { l10n, commands } = vscode;
  const key: Remedy = {
    title: l10n.t('Enter Another Key…'),
    run: async () => (await changeKey()) && again?.run(),
  };
  const settings: Remedy = {
    title: l10n.t('Open Settings'),
    run: () => commands.executeCommand('workbench.action.openSettings', `${settingSection}.enrich`),
  };
  const remedies = reason === 'consent' ? [] : reason === 'key' ? [key, settings] : [settings];
  return [...(again ? [again] : []), ...remedies];
}
