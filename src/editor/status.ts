/** The one status bar item: chunks and tokens of the active file; a click opens the actions. */
import * as vscode from 'vscode';
import { isOutput } from './active-editor';
import { type DocumentChunks, searched } from './document-chunks';
import { chunkCount, coverage, fallbackName, skipReason, tokenCount } from './words';

export const actionsCommand = 'codegrain.showActions';

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('codegrain.status', vscode.StatusBarAlignment.Right, 90);
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly chunks: DocumentChunks) {
    this.item.name = 'Codegrain';
    this.item.command = actionsCommand;
    this.disposables = [
      this.item,
      chunks.onDidChange(() => this.update()),
      chunks.onDidStart(() => this.working()),
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
    ];
    this.update();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.disposables) each.dispose();
  }

  /** Only where it takes long enough to be seen: the item must not flicker at every key. */
  private working(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const document = vscode.window.activeTextEditor?.document;
      if (document && this.chunks.isWorking(document))
        this.item.text = this.item.text.replace('$(layers)', '$(sync~spin)');
    }, 500);
  }

  private update(): void {
    const document = vscode.window.activeTextEditor?.document;
    // The log is not the file one works on.
    if (document && isOutput(document)) return;
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
