/** Asks before the first request: shows where code is sent, and how many requests and tokens. Needs a trusted workspace. */
import * as vscode from 'vscode';
import type { ChatModel } from '../../wings/models/chat-model';
import { requestCount, tokenCount } from '../common/number-labels';
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
