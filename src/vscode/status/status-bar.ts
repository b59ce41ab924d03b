/**
 * The one status bar item. It speaks of the index while that is at work or needs someone (indexing, paused, out of date, failed), else of
 * the active file: its chunks and tokens. The tooltip always has both; a click opens the actions.
 */
import * as vscode from 'vscode';
import { isOutputDocument } from '../common/active-editor';
import { coverageLabel, fallbackLabel, skippedMessage } from '../common/chunk-labels';
import { chunkCount, tokenCount } from '../common/number-labels';
import { type DocumentChunks, searched } from '../documents/document-chunks';
import { escapeMarkdown, indexTooltip, longIndexStatus, shortIndexStatus } from '../indexing/index-status-text';
import { type IndexSummary, summarizeIndexes } from '../indexing/index-summary';
import type { WorkspaceIndex } from '../indexing/workspace-index';

export const showActionsCommandId = 'codegrain.showActions';

/** Work that is over sooner is not shown: the item must not flicker at every key and every save. */
const patienceMs = 500;

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('codegrain.status', vscode.StatusBarAlignment.Right, 90);
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private indexTimer: NodeJS.Timeout | undefined;
  /** As shown: it follows the index a moment later. */
  private shown: IndexSummary;

  constructor(
    private readonly chunks: DocumentChunks,
    private readonly index: WorkspaceIndex,
  ) {
    this.item.name = 'Codegrain';
    this.item.command = showActionsCommandId;
    this.shown = summarizeIndexes(index.state);
    this.disposables = [
      this.item,
      chunks.onDidChange(() => this.update()),
      chunks.onDidStart(() => this.working()),
      index.onDidChange(() => this.indexChanged()),
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
    ];
    this.update();
  }

  dispose(): void {
    clearTimeout(this.timer);
    clearTimeout(this.indexTimer);
    for (const each of this.disposables) each.dispose();
  }

  private indexChanged(): void {
    const summary = summarizeIndexes(this.index.state);
    if (summary.is === 'indexing' && shortIndexStatus(this.shown) === undefined) {
      this.indexTimer ??= setTimeout(() => this.showIndex(), patienceMs);
      return;
    }
    this.showIndex();
  }

  private showIndex(): void {
    clearTimeout(this.indexTimer);
    this.indexTimer = undefined;
    this.shown = summarizeIndexes(this.index.state);
    this.update();
  }

  private working(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const document = vscode.window.activeTextEditor?.document;
      if (document && this.chunks.isWorking(document))
        this.item.text = this.item.text.replace('$(layers)', '$(sync~spin)');
    }, patienceMs);
  }

  private update(): void {
    const document = vscode.window.activeTextEditor?.document;
    const short = shortIndexStatus(this.shown);
    // The log is not the file one works on.
    if (document && isOutputDocument(document) && short === undefined) return;
    const file = document && !isOutputDocument(document) ? this.fileStatus(document) : undefined;
    const hasIndex = short !== undefined || this.shown.is === 'ready';
    if (!file && !hasIndex) {
      this.item.hide();
      return;
    }
    this.item.text = short ?? file?.text ?? `$(layers) ${vscode.l10n.t('Index ready')}`;
    this.item.backgroundColor =
      this.shown.is === 'failed' ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    const tooltip = indexTooltip(this.shown, this.index.state);
    if (file) tooltip.value = `${escapeMarkdown(file.tooltip)}\n\n---\n\n${tooltip.value}`;
    this.item.tooltip = tooltip;
    const words = [
      this.item.text.replace(/\$\([\w~-]+\)\s*/g, ''),
      ...(short === undefined ? [] : [longIndexStatus(this.shown)]),
    ];
    this.item.accessibilityInformation = { label: `Codegrain, ${words.join(', ')}`, role: 'button' };
    this.item.show();
  }

  private fileStatus(document: vscode.TextDocument): { readonly text: string; readonly tooltip: string } {
    const state = this.chunks.current(document);
    if (!state) return { text: '$(layers) Codegrain', tooltip: vscode.l10n.t('Show how Codegrain cuts this file') };
    if (state.is === 'skipped')
      return { text: `$(layers) ${vscode.l10n.t('not cut')}`, tooltip: skippedMessage(state.skipped) };
    const leaves = searched(state.file);
    const tokens = leaves.reduce((sum, chunk) => sum + chunk.tokens.text, 0);
    const { fallback } = state.file;
    const counts = `${chunkCount(leaves.length)} · ${tokenCount(tokens)}`;
    return {
      text: `$(layers) ${counts}${fallback ? ' $(warning)' : ''}`,
      tooltip: [counts, coverageLabel(state.coverage), ...(fallback ? [fallbackLabel(fallback)] : [])].join('\n'),
    };
  }
}
