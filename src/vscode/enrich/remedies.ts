/** What the user can do when a model refuses requests: as text and as buttons. */
import * as vscode from 'vscode';
import { settingSection } from '../../options/setting-groups';
import type { ChatRefused } from '../../wings/models/chat-model';
import { toSentence } from '../common/number-labels';

/** A button of a message, and what it does. */
export interface Remedy extends vscode.MessageItem {
  run(): unknown;
}

/** The message of the model, and what to do. */
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
 * @param changeKey asks for another key; true if there is one now.
 * @param resume continues what the model refused.
 */
export function remediesFor(
  { reason }: ChatRefused,
  changeKey: () => Promise<boolean>,
  resume: Remedy | undefined,
): Remedy[] {
  const { l10n, commands } = vscode;
  const key: Remedy = {
    title: l10n.t('Enter Another Key…'),
    run: async () => (await changeKey()) && resume?.run(),
  };
  const settings: Remedy = {
    title: l10n.t('Open Settings'),
    run: () => commands.executeCommand('workbench.action.openSettings', `${settingSection}.enrich`),
  };
  const remedies = reason === 'consent' ? [] : reason === 'key' ? [key, settings] : [settings];
  return [...(resume ? [resume] : []), ...remedies];
}
