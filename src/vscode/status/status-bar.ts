/**
 * The one status bar item. It shows the index while that is working or needs attention (indexing, paused, out of date, failed), and
 * otherwise the chunks and tokens of the active file. The tooltip always has both; a click opens the actions.
 */
import * as vscode from 'vscode';
import { isOutputDocument } from '../common/active-editor';
import { coverageLabel, fallbackLabel, skippedMessage } from '../common/chunk-labels';
import { isWebHost } from '../common/folder-root';
import { chunkCount, tokenCount } from '../common/number-labels';
import { type DocumentChunks, searchedChunksOf } from '../documents/document-chunks';
import {
  escapeMarkdown,
  type IndexAction,
  indexActionsFor,
  indexActionTitle,
  indexCommandIds,
  indexTooltip,
  longIndexStatus,
  shortIndexStatus,
} from '../indexing/index-status-text';
import { type IndexSummary, summarizeIndexes } from '../indexing/index-summary';
import type { WorkspaceIndex } from '../indexing/workspace-index';

const showActionsCommandId = 'codegrain.showActions';

/** Shorter work is not shown, so that the item does not flicker at every edit and every save. */
const showAfterMs = 500;

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('codegrain.status', vscode.StatusBarAlignment.Right, 90);
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private indexTimer: NodeJS.Timeout | undefined;
  /** What the item shows; it may lag behind the index by `showAfterMs`. */
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
      this.indexTimer ??= setTimeout(() => this.showIndex(), showAfterMs);
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
    }, showAfterMs);
  }

  private update(): void {
    const document = vscode.window.activeTextEditor?.document;
    const short = shortIndexStatus(this.shown);
    // An output channel is not a file the user works on: keep what is shown.
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
    if (!state) return { text: '$(layers) Codegrain', tooltip: vscode.l10n.t('Show how Codegrain chunks this file') };
    if (state.is === 'skipped')
      return { text: `$(layers) ${vscode.l10n.t('not chunked')}`, tooltip: skippedMessage(state.skipped) };
    const searchedChunks = searchedChunksOf(state.file);
    const tokens = searchedChunks.reduce((sum, chunk) => sum + chunk.tokens.text, 0);
    const { fallback } = state.file;
    const counts = `${chunkCount(searchedChunks.length)} · ${tokenCount(tokens)}`;
    return {
      text: `$(layers) ${counts}${fallback ? ' $(warning)' : ''}`,
      tooltip: [counts, coverageLabel(state.coverage), ...(fallback ? [fallbackLabel(fallback)] : [])].join('\n'),
    };
  }
}

// The quick pick behind the status bar item: the index actions that apply now, and the actions for the active file.

const indexIcons: Readonly<Record<IndexAction, string>> = {
  index: 'database',
  pause: 'debug-pause',
  resume: 'debug-continue',
  stop: 'debug-stop',
  rebuild: 'refresh',
  compact: 'archive',
  clear: 'trash',
  report: 'graph',
  cache: 'folder-library',
};

export function registerShowActions(log: vscode.LogOutputChannel, index: WorkspaceIndex): vscode.Disposable {
  return vscode.commands.registerCommand(showActionsCommandId, async () => {
    const run = (label: string, icon: string, command: string, ...args: unknown[]) => ({
      label: `$(${icon}) ${label}`,
      run: () => vscode.commands.executeCommand(command, ...args),
    });
    const { l10n } = vscode;
    const separator = (label: string) => ({
      label,
      kind: vscode.QuickPickItemKind.Separator,
      run: async () => undefined,
    });
    const summary = summarizeIndexes(index.state);
    const actions = [
      separator(longIndexStatus(summary)),
      run(l10n.t('Semantic Search'), 'search', 'codegrain.search'),
      ...indexActionsFor(summary).map((each) => run(indexActionTitle(each), indexIcons[each], indexCommandIds[each])),
      separator(l10n.t('This file')),
      run(l10n.t('Chunk Current File'), 'layers', 'codegrain.chunkCurrentFile'),
      run(l10n.t('Toggle Chunk Boundaries'), 'eye', 'codegrain.toggleBoundaries'),
      run(l10n.t('Compare Chunk Settings'), 'split-horizontal', 'codegrain.compareSettings'),
      run(l10n.t('Copy Chunk with Context'), 'copy', 'codegrain.copyChunkWithContext'),
      run(l10n.t("Export This File's Chunks…"), 'export', 'codegrain.exportFileChunks'),
      ...(isWebHost ? [] : [run(l10n.t('Export Workspace Chunks…'), 'export', 'codegrain.exportWorkspaceChunks')]),
      separator(''),
      run(l10n.t('Open Settings'), 'gear', 'workbench.action.openSettings', '@ext:codegrain.codegrain'),
      { label: `$(output) ${l10n.t('Show Log')}`, run: async () => log.show() },
    ];
    const choice = await vscode.window.showQuickPick(actions, {
      title: 'Codegrain',
      placeHolder: l10n.t('Select an action'),
    });
    await choice?.run();
  });
}
