/** Asks the user whether the workspace may be indexed, and says how much that would read. */
import * as vscode from 'vscode';
import type { IndexEstimate } from '../../index-service/service-protocol';
import { bytesLabel, fileCount } from '../common/number-labels';

/** @returns undefined when the user dismisses the question. */
export async function askIndexConsent(
  { files, bytes }: IndexEstimate,
  usesServer: boolean,
): Promise<'given' | 'refused' | undefined> {
  const { l10n } = vscode;
  const yes = l10n.t('Index Workspace');
  const no = l10n.t('No');
  const question = l10n.t(
    'Index this workspace ({0}, {1}) to search it by meaning?',
    fileCount(files),
    bytesLabel(bytes),
  );
  const promise = usesServer ? '' : ` ${l10n.t('Nothing leaves this machine.')}`;
  const choice = await vscode.window.showInformationMessage(question + promise, yes, no);
  return choice === yes ? 'given' : choice === no ? 'refused' : undefined;
}
