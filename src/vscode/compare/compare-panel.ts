/** "Compare Chunk Settings": compares two sets of options on a document, again whenever one of the three changes. */
import * as vscode from 'vscode';
import { chunkOptions } from '../../options/chunk-options';
import { settingId, settingSection } from '../../options/setting-id';
import { errorMessage } from '../../shared/error-message';
import { revealLines } from '../chunks-view/reveal-lines';
import { activeEditor, compareViewType, promptToOpenFile } from '../common/active-editor';
import { skippedMessage } from '../common/chunk-labels';
import { finishStep } from '../common/finished-steps';
import { fileName } from '../common/folder-root';
import type { ParseWorkerClient } from '../documents/parse-worker-client';
import { settingsOf } from '../settings/settings';
import { WebviewPage } from '../webview/webview-page';
import type { ComparePageState, CompareToExtension, CompareToPage } from './compare-messages';
import { compareStart } from './compare-start';
import { describeComparison } from './describe-comparison';
import {
  allowedOptions,
  type BySide,
  type ComparedOptions,
  changedOptions,
  sameOptions,
  variationOf,
} from './option-sets';

/** Typing debounce, in milliseconds. */
const debounceMs = 300;

class ComparePanel {
  private readonly disposables: vscode.Disposable[];
  private readonly page: WebviewPage<CompareToPage, CompareToExtension>;
  private running: AbortController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private force = false;

  constructor(
    readonly panel: vscode.WebviewPanel,
    private document: vscode.TextDocument,
    private sets: BySide<ComparedOptions>,
    private readonly workers: ParseWorkerClient,
    extensionUri: vscode.Uri,
  ) {
    this.disposables = [
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === this.document && event.contentChanges.length > 0) this.later(() => this.compare());
      }),
      vscode.workspace.onDidCloseTextDocument(
        (closed) => closed === this.document && this.later(() => this.reopenDocument()),
      ),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${settingSection}.chunk`, this.document)) void this.compare();
      }),
    ];
    panel.onDidDispose(() => {
      this.end();
      for (const each of this.disposables) each.dispose();
    });
    this.page = new WebviewPage(panel.webview, extensionUri, 'compare-page', (message) => this.onMessage(message));
    this.page.load();
  }

  private onMessage(message: CompareToExtension): void {
    switch (message.is) {
      case 'ready':
        this.page.post(compareStart(this.document.uri, fileName(this.document.uri), this.sets));
        break;
      case 'compare': {
        const a = allowedOptions(message.sets.a);
        const b = allowedOptions(message.sets.b);
        if (a && b) this.sets = { a, b };
        break;
      }
      case 'force':
        this.force = true;
        break;
      case 'reveal':
        void this.reveal(message.line);
        return;
      case 'use': {
        const options = allowedOptions(message.options);
        if (options) void useOptions(this.document, options);
        return;
      }
    }
    void this.compare();
  }

  /** The pending answer is for an old text. */
  private later(work: () => Promise<void>): void {
    this.end();
    this.timer = setTimeout(() => void work(), debounceMs);
  }

  private end(): void {
    this.running?.abort();
    clearTimeout(this.timer);
  }

  private async compare(): Promise<void> {
    this.end();
    // A hidden page does not exist. It sends `ready` when it is shown again.
    if (!this.panel.visible) return;
    const running = new AbortController();
    this.running = running;
    const { signal } = running;
    const { document, sets } = this;
    const settings = settingsOf(document);
    const readLimits = { ...settings.limits, force: this.force };
    this.page.post({ is: 'working' });
    try {
      const [a, b] = await Promise.all([
        this.workers.chunk(document, { ...settings.options, ...sets.a }, readLimits, signal),
        this.workers.chunk(document, { ...settings.options, ...sets.b }, readLimits, signal),
      ]);
      if (signal.aborted) return;
      const inUse = { a: sameOptions(sets.a, settings.options), b: sameOptions(sets.b, settings.options) };
      if (a.is === 'chunked' && b.is === 'chunked') {
        this.page.post({ ...describeComparison({ a: a.file, b: b.file }, sets), inUse });
        finishStep('compared');
      } else {
        const skipped = a.is === 'skipped' ? a.skipped : b.is === 'skipped' ? b.skipped : undefined;
        if (!skipped) return;
        const canForce = !this.force && (skipped.reason === 'minified' || skipped.reason === 'too-large');
        this.page.post({ is: 'skipped', inUse, reason: skippedMessage(skipped), canForce });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  private async reveal(line: number): Promise<void> {
    const { uri } = this.document;
    const isShown = vscode.window.visibleTextEditors.some(({ document }) => document === this.document);
    if (!isShown) {
      // In the group that has its tab, but never on top of this page.
      const column = tabGroupOf(uri)?.viewColumn;
      const isFree = column !== undefined && column !== this.panel.viewColumn;
      await vscode.window.showTextDocument(this.document, { viewColumn: isFree ? column : vscode.ViewColumn.Beside });
    }
    await revealLines(uri, line, line);
  }

  /**
   * A document can close while its file stays open: changing the language opens another document with the same URI, and a restored
   * tab that was not shown yet has no document.
   */
  private async reopenDocument(): Promise<void> {
    const { uri } = this.document;
    const open = vscode.workspace.textDocuments.find(
      (each) => !each.isClosed && each.uri.toString() === uri.toString(),
    );
    if (!open && !tabGroupOf(uri)) return this.panel.dispose();
    this.document = open ?? (await vscode.workspace.openTextDocument(uri));
    return this.compare();
  }
}

function tabGroupOf(uri: vscode.Uri): vscode.TabGroup | undefined {
  return vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
  );
}

/** "Use A", "Use B": writes the options of a set that differ from the current settings. */
async function useOptions(document: vscode.TextDocument, options: ComparedOptions): Promise<void> {
  const target = await chooseTarget();
  if (target === undefined) return;
  const config = vscode.workspace.getConfiguration(settingSection, document.uri);
  const remaining = () => changedOptions(settingsOf(document).options, options);
  try {
    // Twice: an unset parent size follows the chunk size. It may have changed just now and then must be written.
    for (const keys of [remaining, remaining])
      for (const key of keys()) await config.update(chunkOptions[key].setting?.id ?? '', options[key], target);
  } catch (error) {
    const reason = errorMessage(error);
    void vscode.window.showErrorMessage(vscode.l10n.t('The settings were not changed: {0}', reason));
    return;
  }
  const overridden = remaining().map((key) => settingId(chunkOptions[key]));
  if (overridden.length === 0) return;
  void vscode.window.showWarningMessage(
    vscode.l10n.t('Workspace or folder settings still override this: {0}', overridden.join(', ')),
  );
}

/** Undefined: the user cancelled. */
async function chooseTarget(): Promise<vscode.ConfigurationTarget | undefined> {
  if (vscode.workspace.workspaceFolders === undefined) return vscode.ConfigurationTarget.Global;
  const targets = [
    {
      label: `$(root-folder) ${vscode.l10n.t('Workspace')}`,
      detail: vscode.l10n.t('For everyone who opens this workspace'),
      target: vscode.ConfigurationTarget.Workspace,
    },
    {
      label: `$(account) ${vscode.l10n.t('User')}`,
      detail: vscode.l10n.t('For you, in every workspace that does not override it'),
      target: vscode.ConfigurationTarget.Global,
    },
  ];
  const choice = await vscode.window.showQuickPick(targets, {
    title: vscode.l10n.t('Use These Chunk Settings'),
    placeHolder: vscode.l10n.t('Where should the settings be saved?'),
  });
  return choice?.target;
}

/** One panel per document. It is restored when the window is reloaded. */
export function registerCompareSettings(workers: ParseWorkerClient, extensionUri: vscode.Uri): vscode.Disposable {
  const panels = new Map<string, vscode.WebviewPanel>();
  const fill = (panel: vscode.WebviewPanel, document: vscode.TextDocument, sets: BySide<ComparedOptions>): void => {
    const key = document.uri.toString();
    panels.set(key, panel);
    panel.onDidDispose(() => panels.delete(key));
    new ComparePanel(panel, document, sets, workers, extensionUri);
  };

  const open = (): void => {
    // Run from a panel, the command means that panel, which is open already.
    if ([...panels.values()].some(({ active }) => active)) return;
    const document = activeEditor()?.document;
    const known = document && panels.get(document.uri.toString());
    if (known) known.reveal();
    else if (document) fill(newPanel(document), document, startingSets(document));
    else promptToOpenFile();
  };

  const restore = async (panel: vscode.WebviewPanel, state: Partial<ComparePageState> | undefined): Promise<void> => {
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(state?.uri ?? '', true));
      const a = allowedOptions(state?.sets?.a);
      const b = allowedOptions(state?.sets?.b);
      fill(panel, document, a && b ? { a, b } : startingSets(document));
    } catch {
      // The file was deleted or never saved: there is nothing to compare settings on.
      panel.dispose();
    }
  };

  return vscode.Disposable.from(
    vscode.commands.registerCommand('codegrain.compareSettings', open),
    vscode.window.registerWebviewPanelSerializer(compareViewType, { deserializeWebviewPanel: restore }),
  );
}

function newPanel(document: vscode.TextDocument): vscode.WebviewPanel {
  const title = vscode.l10n.t('Compare: {0}', fileName(document.uri));
  // Not beside the file: two columns of settings need the width.
  return vscode.window.createWebviewPanel(compareViewType, title, vscode.ViewColumn.Active);
}

function startingSets(document: vscode.TextDocument): BySide<ComparedOptions> {
  const { options } = settingsOf(document);
  return { a: options, b: variationOf(options) };
}
