/** Highlights the words of the query in results editors, as VS Code highlights what was found. */
import * as vscode from 'vscode';
import { snippetOf } from '../../search/hits/snippet';
import { resultsLanguage } from '../common/results-ids';
import { requestTerms } from '../search/describe-hits';
import { requestFromHead } from './results-request';
import { readHead, resultLines } from './results-text';

/** Typing debounce, in milliseconds: a saved text can be edited. */
const debounceMs = 150;

export class ResultsMarks implements vscode.Disposable {
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
  const terms = requestTerms(requestFromHead(head));
  return resultLines(text).flatMap((found, at) => {
    if (found?.is !== 'code') return [];
    // A snippet has spaces for tabs: one for each keeps the columns.
    const code = document.lineAt(at).text.slice(found.column).replaceAll('\t', ' ');
    const [line] = snippetOf({ text: code, startLine: 1, line: 1 }, terms, { lines: 1, width: code.length + 1 });
    return (line?.marks ?? []).map(([from, to]) => new vscode.Range(at, found.column + from, at, found.column + to));
  });
}
