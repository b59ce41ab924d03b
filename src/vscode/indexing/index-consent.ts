/**
 * Decides whether this workspace may be indexed: by the user's answer for this workspace, otherwise by the setting. A refusal outranks
 * "always", and "never" outranks everything. After a refusal the user is not asked again, but can still run the command.
 */
import * as vscode from 'vscode';
import { indexOptions } from '../../options/index-options';
import { settingId } from '../../options/setting-groups';
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
