/** Results as an editor, like VS Code's own Search Editor: "Open Results in Editor", run again, save, go to the source. */
import * as vscode from 'vscode';
import { snippetOf, snippetTerms } from '../../search/hits/snippet';
import { parseQuery } from '../../search/query/query';
import { resultsLanguage, resultsScheme } from '../common/active-editor';
import type { SearchRequest } from '../search/messages/search-request';
import type { ScopedSearch } from '../search/scoped-search';
import { ResultsDocuments } from './results-documents';
import { registerResultsLanguage, sourceOf } from './results-language';
import { requestFromHead } from './results-request';
import { readHead, resultLines } from './results-text';

/** Typing debounce, in milliseconds: a saved text can be edited. */
const debounceMs = 150;

/** Highlights the words of the query in results editors, as VS Code highlights what was found. */
class ResultsMarks implements vscode.Disposable {
  private readonly style = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    border: '1px solid',
    borderColor: new vscode.ThemeColor('editor.findMatchHighlightBorder'),
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    this.disposables = [
      this.style,
      vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
      vscode.workspace.onDidOpenTextDocument(({ languageId }) => {
        if (languageId === resultsLanguage) this.draw();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.languageId !== resultsLanguage) return;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.draw(), debounceMs);
      }),
    ];
    this.draw();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.disposables) each.dispose();
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document.languageId === resultsLanguage) editor.setDecorations(this.style, marksIn(editor.document));
  }
}

function marksIn(document: vscode.TextDocument): vscode.Range[] {
  const text = document.getText();
  const head = readHead(text);
  if (!head) return [];
  // The text may be from another day: only its head says what was asked.
  const { query, similar } = requestFromHead(head);
  const terms = snippetTerms(similar ? [] : parseQuery(query).query.lexical.terms);
  return resultLines(text).flatMap((found, at) => {
    if (found?.is !== 'code') return [];
    // A snippet has spaces for tabs: one for each keeps the columns.
    const code = document.lineAt(at).text.slice(found.column).replaceAll('\t', ' ');
    const [line] = snippetOf({ text: code, startLine: 1, line: 1 }, terms, { lines: 1, width: code.length + 1 });
    return (line?.marks ?? []).map(([from, to]) => new vscode.Range(at, found.column + from, at, found.column + to));
  });
}

/** @param current what the search view searches; undefined if nothing is. */
export function registerResultsEditor(
  scoped: ScopedSearch,
  current: () => SearchRequest | undefined,
): vscode.Disposable {
  const documents = new ResultsDocuments(scoped);
  const register = (id: string, command: () => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(`codegrain.${id}`, command);
  return vscode.Disposable.from(
    documents,
    new ResultsMarks(),
    registerResultsLanguage(),
    // VS Code restores editors without their language.
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (document.uri.scheme === resultsScheme && document.languageId !== resultsLanguage)
        void vscode.languages.setTextDocumentLanguage(document, resultsLanguage);
    }),
    register('openResultsInEditor', async () => {
      const request = current();
      if (request) await documents.open(request);
      else await vscode.commands.executeCommand('codegrain.searchView.focus');
    }),
    register('rerunResults', async () => {
      const document = resultsDocument();
      if (document) await rerun(documents, document);
    }),
    register('saveResults', async () => {
      const document = resultsDocument();
      if (document) await save(document);
    }),
    register('openResultSource', async () => {
      const editor = vscode.window.activeTextEditor;
      const source = editor && sourceOf(editor.document, editor.selection.active);
      if (source) await vscode.window.showTextDocument(source.uri, { selection: source.range });
    }),
  );
}

function resultsDocument(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === resultsLanguage ? document : undefined;
}

async function rerun(documents: ResultsDocuments, document: vscode.TextDocument): Promise<void> {
  if (document.uri.scheme === resultsScheme) {
    documents.refresh(document.uri);
    return;
  }
  const head = readHead(document.getText());
  if (!head) {
    const example = '# Query: …';
    void vscode.window.showWarningMessage(vscode.l10n.t('This file has no line "{0}" to search for.', example));
    return;
  }
  const cancel = new vscode.CancellationTokenSource();
  const text = await documents.search(requestFromHead(head), cancel.token);
  cancel.dispose();
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)), text);
  await vscode.workspace.applyEdit(edit);
}

/** Writes the text to a file, where it can be edited and run again. */
async function save(document: vscode.TextDocument): Promise<void> {
  if (document.uri.scheme !== resultsScheme) {
    await document.save();
    return;
  }
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const head = readHead(document.getText());
  const name =
    (head?.query ?? '')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 40)
      .replace(/^-|-$/g, '') || 'results';
  const file = `${name}.${resultsLanguage}`;
  const target = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder.uri, file) }),
    filters: { [vscode.l10n.t('Search Results')]: [resultsLanguage] },
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(document.getText()));
  await vscode.window.showTextDocument(target, { preview: false });
}
