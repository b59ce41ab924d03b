/**
 * Files that were edited and not saved: they are searched as they are in the editor. A draft is told a moment after the last
 * key, and taken back when the file is saved, reverted or closed. What changes on disk meanwhile waits for that.
 */
import * as vscode from 'vscode';
import { notebookText } from '../documents/notebook-cells';

export interface UnsavedDraft {
  readonly uri: vscode.Uri;
  /** Left out: the file is on disk what it is in the editor. */
  readonly text?: string;
  /** It ended by being saved: what is on disk is what the draft was. */
  readonly isSaved?: boolean;
  readonly languageHint?: string;
}

const pauseMs = 300;
/** A document is said to be clean before it is said to be saved. */
const savedMs = 100;

type Edited = vscode.TextDocument | vscode.NotebookDocument;

export class UnsavedDrafts implements vscode.Disposable {
  private readonly disposables: readonly vscode.Disposable[];
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly told = new Set<string>();

  constructor(private readonly tell: (draft: UnsavedDraft) => void) {
    const { workspace } = vscode;
    const look = (document: Edited): void => this.look(document);
    this.disposables = [
      workspace.onDidChangeTextDocument(({ document }) => look(document)),
      workspace.onDidSaveTextDocument((document) => this.end(document.uri, true)),
      workspace.onDidCloseTextDocument((document) => this.end(document.uri, false)),
      workspace.onDidChangeNotebookDocument(({ notebook }) => look(notebook)),
      workspace.onDidSaveNotebookDocument((notebook) => this.end(notebook.uri, true)),
      workspace.onDidCloseNotebookDocument((notebook) => this.end(notebook.uri, false)),
    ];
    this.tellAgain();
  }

  /** For an index service that does not know them: at the start, after a crash, when a folder was opened anew. */
  tellAgain(): void {
    this.told.clear();
    for (const document of [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments])
      this.look(document);
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const each of this.disposables) each.dispose();
  }

  private look(document: Edited): void {
    if (document.uri.scheme !== 'file') return;
    const key = document.uri.toString();
    if (document.isDirty) this.later(key, pauseMs, () => this.begin(document));
    else if (this.told.has(key)) this.later(key, savedMs, () => this.end(document.uri, false));
    else this.later(key, 0, undefined);
  }

  private later(key: string, ms: number, run: (() => void) | undefined): void {
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    if (run) this.timers.set(key, setTimeout(run, ms));
  }

  private begin(document: Edited): void {
    this.timers.delete(document.uri.toString());
    if (!document.isDirty || document.isClosed) return;
    this.told.add(document.uri.toString());
    const { uri } = document;
    if ('getText' in document) this.tell({ uri, text: document.getText(), languageHint: document.languageId });
    else this.tell({ uri, text: notebookText(document) });
  }

  private end(uri: vscode.Uri, isSaved: boolean): void {
    const key = uri.toString();
    this.later(key, 0, undefined);
    if (this.told.delete(key)) this.tell({ uri, isSaved });
  }
}
