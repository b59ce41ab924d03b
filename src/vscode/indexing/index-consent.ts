/**
 * Decides whether this workspace may be indexed: by the user's answer for this workspace, otherwise by the setting. A refusal outranks
 * "always", and "never" outranks everything. After a refusal the user is not asked again, but can still run the command.
 */
import * as vscode from 'vscode';
import type { IndexEstimate } from '../../engine/service-protocol';
import { indexOptions } from '../../options/index-options';
import { settingId } from '../../options/setting-id';
import { bytesLabel, fileCount } from '../common/number-labels';
import { indexingSettingsOf } from '../settings/settings';

type Consent = 'unasked' | 'given' | 'refused';
type Answer = 'given' | 'refused' | undefined;

const answerId = 'index.consent';

export class IndexConsent implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Consent>();
  private readonly subscription: vscode.Disposable;

  readonly onDidChange = this.changed.event;

  constructor(private readonly workspaceState: vscode.Memento) {
    this.subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingId(indexOptions.consent))) this.changed.fire(this.consent);
    });
  }

  get consent(): Consent {
    const { consent } = indexingSettingsOf(undefined);
    if (consent === 'never' || this.lastAnswer === 'refused') return 'refused';
    return consent === 'always' || this.lastAnswer === 'given' ? 'given' : 'unasked';
  }

  /** The setting forbids indexing, so an answer would change nothing. */
  get isForbidden(): boolean {
    return indexingSettingsOf(undefined).consent === 'never';
  }

  /** What the user said about this workspace, so that it can be restored; undefined: nothing. */
  get lastAnswer(): Answer {
    const answer = this.workspaceState.get<unknown>(answerId);
    return answer === 'given' || answer === 'refused' ? answer : undefined;
  }

  async answer(answer: Answer): Promise<void> {
    await this.workspaceState.update(answerId, answer);
    this.changed.fire(this.consent);
  }

  dispose(): void {
    this.changed.dispose();
    this.subscription.dispose();
  }
}

// Asks the user whether the workspace may be indexed, and says how much that would read.

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

// What indexing several folders would cost, and what their limits leave out.

export function sumEstimates(estimates: readonly IndexEstimate[]): IndexEstimate {
  const sum = (of: (estimate: IndexEstimate) => number): number => estimates.reduce((all, one) => all + of(one), 0);
  const isLimited = estimates.some(({ fittingBytes }) => fittingBytes !== undefined);
  return {
    files: sum(({ files }) => files),
    bytes: sum(({ bytes }) => bytes),
    indexed: { files: sum(({ indexed }) => indexed.files), bytes: sum(({ indexed }) => indexed.bytes) },
    seconds: sum(({ seconds }) => seconds),
    indexBytes: sum(({ indexBytes }) => indexBytes),
    ...(isLimited && { fittingBytes: sum(({ bytes, fittingBytes }) => fittingBytes ?? bytes) }),
  };
}

/** Empty if the index is expected to fit. */
export function limitText({ bytes, indexBytes, fittingBytes }: IndexEstimate): string {
  if (fittingBytes === undefined || bytes === 0) return '';
  const share = fittingBytes / bytes;
  return vscode.l10n.t(
    'The limit on its size ({0}) leaves room for about {1} % of the source; files that are likely to be useful come first.',
    bytesLabel(indexBytes * share),
    Math.floor(100 * share),
  );
}
