/** The CodeLens "Find similar" above each chunk of a file, if the setting turns it on. */
import * as vscode from 'vscode';
import { searchViewOptions } from '../../options/editor-options';
import { settingId } from '../../options/setting-groups';
import { isWebHost } from '../common/folder-root';
import { type DocumentChunks, searchedChunksOf } from '../documents/document-chunks';
import { searchSettings } from '../settings/settings';
import { findSimilarCommandId } from './find-similar';

export class SimilarCodeLens implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable[];

  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly chunks: DocumentChunks) {
    this.disposables = [
      this.changed,
      chunks.onDidChange(() => this.changed.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingId(searchViewOptions.similarLens))) this.changed.fire();
      }),
      vscode.languages.registerCodeLensProvider(isWebHost ? '*' : { scheme: 'file' }, this),
    ];
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!searchSettings(document).similarLens) return [];
    const state = await this.chunks.get(document);
    if (state?.is !== 'chunked') return [];
    return searchedChunksOf(state.file)
      .filter(({ name }) => name !== '')
      .map(({ startLine, name }) => {
        const range = new vscode.Range(startLine - 1, 0, startLine - 1, 0);
        const args = [document.uri.toString(), startLine, name];
        return new vscode.CodeLens(range, {
          title: vscode.l10n.t('Find similar'),
          command: findSimilarCommandId,
          arguments: args,
        });
      });
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }
}
