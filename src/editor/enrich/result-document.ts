/** A document that results are written into as they come: a JSON line each. */
import * as vscode from 'vscode';
import type { RunLog } from '../../enrich/run-log';

export class ResultDocument {
  private last: Promise<unknown> = Promise.resolve();

  private constructor(readonly document: vscode.TextDocument) {}

  static async open(): Promise<ResultDocument> {
    const document = await vscode.workspace.openTextDocument({ language: 'jsonl', content: '' });
    await vscode.window.showTextDocument(document, { preview: false, preserveFocus: true });
    return new ResultDocument(document);
  }

  get log(): RunLog {
    return { append: (result) => this.add(result) };
  }

  /** Edits of a document come one after the other. */
  add(value: object): Promise<void> {
    const done = this.last.then(async () => {
      const edit = new vscode.WorkspaceEdit();
      const end = this.document.lineAt(this.document.lineCount - 1).range.end;
      edit.insert(this.document.uri, end, `${JSON.stringify(value)}\n`);
      if (!(await vscode.workspace.applyEdit(edit))) throw new Error(vscode.l10n.t('The results cannot be written.'));
    });
    this.last = done.catch(() => {});
    return done;
  }
}
