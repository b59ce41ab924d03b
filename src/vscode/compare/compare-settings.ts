/** "Compare Chunk Settings": one panel per document, beside its editor. It is restored when the window is reloaded. */
import * as vscode from 'vscode';
import { activeEditor, promptToOpenFile } from '../common/active-editor';
import { fileName } from '../common/file-name';
import type { ParseWorkerClient } from '../documents/parse-worker-client';
import { settingsOf } from '../settings/settings';
import type { BySide, ComparedOptions, ComparePageState } from './compare-messages';
import { ComparePanel } from './compare-panel';
import { allowedOptions, variationOf } from './option-sets';

const viewType = 'codegrain.compareSettings';

export function registerCompareSettings(workers: ParseWorkerClient, extensionUri: vscode.Uri): vscode.Disposable {
  const pages = vscode.Uri.joinPath(extensionUri, 'dist', 'pages');
  const panels = new Map<string, vscode.WebviewPanel>();
  const fill = (panel: vscode.WebviewPanel, document: vscode.TextDocument, sets: BySide<ComparedOptions>): void => {
    const key = document.uri.toString();
    panels.set(key, panel);
    panel.onDidDispose(() => panels.delete(key));
    new ComparePanel(panel, document, sets, workers, pages);
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
    vscode.window.registerWebviewPanelSerializer(viewType, { deserializeWebviewPanel: restore }),
  );
}

function newPanel(document: vscode.TextDocument): vscode.WebviewPanel {
  const title = vscode.l10n.t('Compare: {0}', fileName(document.uri));
  return vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Beside);
}

function startingSets(document: vscode.TextDocument): BySide<ComparedOptions> {
  const { options } = settingsOf(document);
  return { a: options, b: variationOf(options) };
}
