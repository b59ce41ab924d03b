/** Shows what would change before anything is written: the names of the files, and if asked for, all changes in the diff editor. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { FileChange } from '../../surfaces/agents/config-files';

const scheme = 'codegrain-agents';

export class AgentPreview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  /** By URI. */
  private readonly texts = new Map<string, string>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  private shown = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** True if the user agrees. */
  async confirm(changes: readonly FileChange[], folder: vscode.Uri): Promise<boolean> {
    const { l10n, window } = vscode;
    const apply = l10n.t('Apply');
    const show = l10n.t('Show Changes');
    const lines = changes.map(
      (change) => `${changeLabel(change)}: ${vscode.workspace.asRelativePath(change.file, false)}`,
    );
    const question = l10n.t('Connect agents in {0}?', basename(folder.fsPath));
    const answer = await window.showInformationMessage(
      question,
      { modal: true, detail: lines.join('\n') },
      apply,
      show,
    );
    if (answer !== show) return answer === apply;
    await this.open(changes);
    return (await window.showInformationMessage(question, apply, l10n.t('Cancel'))) === apply;
  }

  dispose(): void {
    this.registration.dispose();
  }

  private async open(changes: readonly FileChange[]): Promise<void> {
    // New names each time: the editor keeps documents that it has read.
    this.texts.clear();
    this.shown++;
    const resources = changes.map(({ file, before, after }) => [
      vscode.Uri.file(file),
      this.document(`before-${this.shown}`, file, before),
      this.document(`after-${this.shown}`, file, after),
    ]);
    await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('Connect Agents'), resources);
  }

  /** Undefined: there is no file on this side. Both sides have the same path, otherwise the editor shows a renamed file. */
  private document(side: string, file: string, text: string | undefined): vscode.Uri | undefined {
    if (text === undefined) return undefined;
    const uri = vscode.Uri.file(file).with({ scheme, query: side });
    this.texts.set(uri.toString(), text);
    return uri;
  }
}

function changeLabel({ before, after }: FileChange): string {
  const { l10n } = vscode;
  if (before === undefined) return l10n.t('Create');
  return after === undefined ? l10n.t('Remove') : l10n.t('Change');
}
