/** The one status bar item: chunks and tokens of the active file; a click opens the actions. */
import * as vscode from 'vscode';
import { type DocumentChunks, searched } from './document-chunks';
import { chunkCount, coverage, fallbackName, skipReason, tokenCount } from './words';

export const actionsCommand = 'codegrain.showActions';

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('codegrain.status', vscode.StatusBarAlignment.Right, 90);
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly chunks: DocumentChunks) {
    this.item.name = 'Codegrain';
    this.item.command = actionsCommand;
    this.disposables = [
      this.item,
      chunks.onDidChange(() => this.update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
    ];
    this.update();
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  private update(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (!document) {
      this.item.hide();
      return;
    }
    const state = this.chunks.current(document);
    this.item.backgroundColor = undefined;
    if (!state) {
      this.item.text = '$(layers) Codegrain';
      this.item.tooltip = vscode.l10n.t('Show how Codegrain cuts this file');
    } else if (state.is === 'skipped') {
      this.item.text = `$(layers) ${vscode.l10n.t('not cut')}`;
      this.item.tooltip = skipReason(state.skipped);
    } else {
      const leaves = searched(state.file);
      const tokens = leaves.reduce((sum, chunk) => sum + chunk.tokens.text, 0);
      const { fallback } = state.file;
      this.item.text = `$(layers) ${chunkCount(leaves.length)} · ${tokenCount(tokens)}${fallback ? ' $(warning)' : ''}`;
      this.item.tooltip = [coverage(state.coverage), ...(fallback ? [fallbackName(fallback)] : [])].join('\n');
    }
    this.item.accessibilityInformation = {
      label: `Codegrain, ${this.item.text.replace(/\$\([\w-]+\)\s*/g, '')}`,
      role: 'button',
    };
    this.item.show();
  }
}
