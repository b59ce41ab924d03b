/** The question, with what a yes means. */
import * as vscode from 'vscode';
import type { IndexEstimate } from '../../index-service/service-protocol';
import { bytesLabel, fileCount } from '../common/number-labels';

/** @returns undefined where the user answers neither. */
export async function askIndexConsent(
  { files, bytes }: IndexEstimate,
  isServed: boolean,
): Promise<'given' | 'refused' | undefined> {
  const { l10n } = vscode;
  const yes = l10n.t('Index Workspace');
  const no = l10n.t('No');
  const question = l10n.t(
    'Index this workspace to search it by meaning? {0}, {1}.',
    fileCount(files),
    bytesLabel(bytes),
  );
  const promise = isServed ? '' : ` ${l10n.t('Nothing leaves this machine.')}`;
  const choice = await vscode.window.showInformationMessage(question + promise, yes, no);
  return choice === yes ? 'given' : choice === no ? 'refused' : undefined;
}
