/** Asks the user whether the workspace may be indexed, and says how much that would read. */
import * as vscode from 'vscode';
import type { IndexEstimate } from '../../engine/service-protocol';
import { bytesLabel, fileCount } from '../common/number-labels';
import { limitText } from './sum-estimates';

/** @returns undefined when the user dismisses the question. */
export async function askIndexConsent(
  estimate: IndexEstimate,
  usesServer: boolean,
): Promise<'given' | 'refused' | undefined> {
  const { l10n } = vscode;
  const { files, bytes } = estimate;
  const yes = l10n.t('Index Workspace');
  const no = l10n.t('No');
  const question = l10n.t(
    'Index this workspace ({0}, {1}) to search it by meaning?',
    fileCount(files),
    bytesLabel(bytes),
  );
  const promise = usesServer ? '' : ` ${l10n.t('Nothing leaves this machine.')}`;
  const limit = limitText(estimate);
  const text = `${question}${limit === '' ? '' : ` ${limit}`}${promise}`;
  const choice = await vscode.window.showInformationMessage(text, yes, no);
  return choice === yes ? 'given' : choice === no ? 'refused' : undefined;
}
