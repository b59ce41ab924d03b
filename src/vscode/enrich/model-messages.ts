/** Asks before the first request: shows where code is sent, and how many requests and tokens. Needs a trusted workspace. */
import * as vscode from 'vscode';
import { settingSection } from '../../options/setting-id';
import type { ChatModel, ChatRefused } from '../../wings/models/chat-model';
import type { RunReport } from '../../wings/models/piece-runner';
import { openSettings } from '../common/dialogs';
import { requestCount, tokenCount, toSentence } from '../common/number-labels';
import { enrichSettingsOf } from '../settings/settings';

/** False if the workspace is not trusted; the user then sees a message. */
export function checkTrust(): boolean {
  if (vscode.workspace.isTrusted) return true;
  const text = vscode.l10n.t('This workspace is not trusted, so its code is not sent to a language model.');
  void vscode.window.showWarningMessage(text);
  return false;
}

export async function confirmRequests(
  { place, id }: ChatModel,
  {
    requests,
    inputTokens,
    maxTokens,
  }: { readonly requests: number; readonly inputTokens: number; readonly maxTokens: number },
): Promise<boolean> {
  const { l10n, window } = vscode;
  const send = l10n.t('Send Code');
  const maxTotal = inputTokens + requests * maxTokens;
  const { budget } = enrichSettingsOf(undefined);
  const detail = [
    l10n.t('{0} with {1} from your files.', requestCount(requests), tokenCount(inputTokens)),
    l10n.t('At most {0} including the answers.', tokenCount(maxTotal)),
    ...(budget !== undefined && maxTotal > budget ? [l10n.t('It stops when {0} are spent.', tokenCount(budget))] : []),
    id,
  ].join('\n');
  const title = l10n.t('Send code to {0}?', place);
  return (await window.showWarningMessage(title, { modal: true, detail }, send)) === send;
}

// What the user can do when a model refuses requests: as text and as buttons.

/** A button of a message, and what it does. */
export interface Remedy extends vscode.MessageItem {
  run(): unknown;
}

/** The message of the model, and what to do. */
function remedyText({ message, reason }: ChatRefused): string {
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

interface Outcome {
  readonly log: vscode.LogOutputChannel;
  /** Of the messages in the log. */
  readonly name: string;
  readonly counts: string;
  /** Says that nothing was asked. */
  readonly failed: (reason: string) => string;
  /** What can be done if the model did not refuse. */
  readonly next: readonly Remedy[];
  /** Continues what the model refused. */
  readonly resume: Remedy | undefined;
  readonly changeKey: () => Promise<boolean>;
}

/** Not awaited while the progress is shown: a message stays until the user answers. */
export async function showOutcome(report: RunReport, outcome: Outcome): Promise<void> {
  const { l10n, window } = vscode;
  const { answered, failed, stopped, refusal } = report;
  const counts = stopped === 'budget' ? `${outcome.counts} ${l10n.t('The token budget is spent.')}` : outcome.counts;
  if (!refusal) {
    await (await window.showInformationMessage(counts, ...outcome.next))?.run();
    return;
  }
  outcome.log.error(`${outcome.name}: ${refusal.message}`);
  const reason = remedyText(refusal);
  const text = answered + failed === 0 ? outcome.failed(reason) : `${counts} ${reason}`;
  const remedies = remediesFor(refusal, outcome.changeKey, outcome.resume);
  await (await window.showErrorMessage(text, ...remedies))?.run();
}

/**
 * @param changeKey asks for another key; true if there is one now.
 * @param resume continues what the model refused.
 */
function remediesFor({ reason }: ChatRefused, changeKey: () => Promise<boolean>, resume: Remedy | undefined): Remedy[] {
  const { l10n } = vscode;
  const key: Remedy = {
    title: l10n.t('Enter Another Key…'),
    run: async () => (await changeKey()) && resume?.run(),
  };
  const settings: Remedy = {
    title: l10n.t('Open Settings'),
    run: () => openSettings(`${settingSection}.enrich`),
  };
  const remedies = reason === 'consent' ? [] : reason === 'key' ? [key, settings] : [settings];
  return [...(resume ? [resume] : []), ...remedies];
}
