/** A document that gets each result as a JSON line. It opens with the first result, after the results of an earlier run. */
import * as vscode from 'vscode';

export class ResultDocument {
  private last: Promise<unknown> = Promise.resolve();
  private opened: vscode.TextDocument | undefined;

  /** @param known results of an earlier run. */
  constructor(private readonly known: Iterable<object> = []) {}

  /** Undefined if nothing was written. */
  get document(): vscode.TextDocument | undefined {
    return this.opened;
  }

  /** Edits of a document are applied one after the other. */
  add(value: object): Promise<void> {
    const done = this.last.then(async () => {
      const document = await this.open();
      const edit = new vscode.WorkspaceEdit();
      const end = document.lineAt(document.lineCount - 1).range.end;
      edit.insert(document.uri, end, lineOf(value));
      if (!(await vscode.workspace.applyEdit(edit))) throw new Error(vscode.l10n.t('The results cannot be written.'));
    });
    this.last = done.catch(() => {});
    return done;
  }

  async open(): Promise<vscode.TextDocument> {
    if (this.opened) return this.opened;
    const content = Array.from(this.known, lineOf).join('');
    this.opened = await vscode.workspace.openTextDocument({ language: 'jsonl', content });
    await vscode.window.showTextDocument(this.opened, { preview: false, preserveFocus: true });
    return this.opened;
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
