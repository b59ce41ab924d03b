/**
 * The one status bar item: the state of the index. The tooltip also has the chunks and tokens of the active file; a click opens the
 * search view where there is no index, and otherwise the actions.
 */
import * as vscode from 'vscode';
import { isOutputDocument } from '../common/active-editor';
import { fileName, isWebHost } from '../common/folder-root';
import { chunksSummary, type DocumentChunks } from '../documents/document-chunks';
import {
  chunkFileCommand,
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

/** Shorter work is not shown, so that the item does not flicker at every save. */
const showAfterMs = 500;

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('codegrain.status', vscode.StatusBarAlignment.Right, 90);
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  /** What the item shows; it may lag behind the index by `showAfterMs`. */
  private shown: IndexSummary;

  constructor(
    private readonly chunks: DocumentChunks,
    private readonly index: WorkspaceIndex,
  ) {
    this.item.name = 'Codegrain';
    this.shown = summarizeIndexes(index.state);
    this.disposables = [
      this.item,
      chunks.onDidChange(() => this.update()),
      index.onDidChange(() => this.indexChanged()),
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
    ];
    this.update();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.disposables) each.dispose();
  }

  private indexChanged(): void {
    if (summarizeIndexes(this.index.state).is === 'indexing' && this.shown.is !== 'indexing')
      this.timer ??= setTimeout(() => this.showIndex(), showAfterMs);
    else this.showIndex();
  }

  private showIndex(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.shown = summarizeIndexes(this.index.state);
    this.update();
  }

  private update(): void {
    const { item, shown } = this;
    const active = vscode.window.activeTextEditor?.document;
    const document = active && !isOutputDocument(active) ? active : undefined;
    const isAgreed = this.index.state.consent === 'given';
    // Nothing is mentioned before the user agrees, except to tell about a file.
    if (!isAgreed && !document) {
      item.hide();
      return;
    }
    item.text = shortIndexStatus(shown);
    // The search view says what indexing costs, and why it cannot be done.
    item.command = isAgreed && shown.is !== 'absent' ? showActionsCommandId : 'codegrain.focusSearch';
    item.backgroundColor = shown.is === 'failed' ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    const tooltip = indexTooltip(shown, this.index.state);
    if (document) tooltip.appendMarkdown(`\n\n---\n\n${this.fileStatus(document)}`);
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: `Codegrain, ${longIndexStatus(shown)}`, role: 'button' };
    item.show();
  }

  /** As Markdown: `cart.py: 5 chunks · 319 tokens · 100 % covered`. */
  private fileStatus(document: vscode.TextDocument): string {
    const state = this.chunks.current(document);
    const about = state
      ? escapeMarkdown(chunksSummary(state))
      : `[${vscode.l10n.t('Chunk Current File')}](command:${chunkFileCommand})`;
    return `${escapeMarkdown(fileName(document.uri))}: ${about}`;
  }
}

// The quick pick behind the status bar item: the index actions that apply now, and the actions for the active file.

const indexIcons: Readonly<Record<IndexAction, string>> = {
  index: 'database',
  pause: 'debug-pause',
  resume: 'debug-continue',
  stop: 'debug-stop',
  rebuild: 'refresh',
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
      run(l10n.t('Chunk Current File'), 'layers', chunkFileCommand),
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
