/**
 * Files with unsaved changes, which are searched as they are in the editor. A draft is sent a moment after the last edit and
 * withdrawn when the file is saved, reverted or closed. Until then changes on disk are not searched.
 */
import * as vscode from 'vscode';
import { settingSection } from '../../options/setting-id';
import { isIndexable } from '../common/folder-root';
import { notebookText } from '../documents/notebook-cells';

export interface UnsavedDraft {
  readonly uri: vscode.Uri;
  /** Undefined: the draft ends, because the file on disk is current again. */
  readonly text?: string;
  /** The draft ended because it was saved, so the file on disk has the same text. */
  readonly isSaved?: boolean;
}

const pauseMs = 300;
/** VS Code reports that a document is no longer dirty before it reports that it was saved. */
const savedMs = 100;

type Edited = vscode.TextDocument | vscode.NotebookDocument;

export class UnsavedDrafts implements vscode.Disposable {
  private readonly disposables: readonly vscode.Disposable[];
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly sent = new Set<string>();

  constructor(private readonly send: (draft: UnsavedDraft) => void) {
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
    this.sendAll();
  }

  /** For an index service that does not have them: at the start, after a crash, when a folder was opened again. */
  sendAll(): void {
    this.sent.clear();
    for (const document of [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments])
      this.look(document);
  }

  /** Sends an edited text without waiting for a pause, for a question about it. */
  sendNow(uri: vscode.Uri): void {
    const key = uri.toString();
    const { textDocuments, notebookDocuments } = vscode.workspace;
    const document = [...textDocuments, ...notebookDocuments].find((each) => each.uri.toString() === key);
    if (!document?.isDirty || !this.timers.has(key)) return;
    this.later(key, 0, undefined);
    this.begin(document);
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const each of this.disposables) each.dispose();
  }

  private look(document: Edited): void {
    if (!isIndexable(document.uri)) return;
    const key = document.uri.toString();
    if (document.isDirty) this.later(key, pauseMs, () => this.begin(document));
    else if (this.sent.has(key)) this.later(key, savedMs, () => this.end(document.uri, false));
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
    this.sent.add(document.uri.toString());
    const { uri } = document;
    if ('getText' in document) this.send({ uri, text: document.getText() });
    else this.send({ uri, text: notebookText(document) });
  }

  private end(uri: vscode.Uri, isSaved: boolean): void {
    const key = uri.toString();
    this.later(key, 0, undefined);
    if (this.sent.delete(key)) this.send({ uri, isSaved });
  }
}

// Reports what requires a new look at the folders (settings, workspace folders, trust), and which files the editor itself changed.

/** Debounce, in milliseconds: settings are typed letter by letter. */
const settingsMs = 300;
/** Settings that change the index. `Embedding` reports those of the model. */
const sections = ['index', 'chunk', 'text'];

/** @param fileChanged a file was saved, created, deleted or renamed in the editor, which is known before the file watcher reports it. */
export function watchWorkspace(sync: () => void, fileChanged: (uri: vscode.Uri) => void): vscode.Disposable {
  const { workspace } = vscode;
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(sync, settingsMs);
  };
  return vscode.Disposable.from(
    { dispose: () => clearTimeout(timer) },
    workspace.onDidChangeConfiguration((event) => {
      if (sections.some((each) => event.affectsConfiguration(`${settingSection}.${each}`))) later();
    }),
    workspace.onDidChangeWorkspaceFolders(sync),
    workspace.onDidGrantWorkspaceTrust(sync),
    workspace.onDidSaveTextDocument(({ uri }) => fileChanged(uri)),
    workspace.onDidSaveNotebookDocument(({ uri }) => fileChanged(uri)),
    workspace.onDidCreateFiles(({ files }) => files.forEach(fileChanged)),
    workspace.onDidDeleteFiles(({ files }) => files.forEach(fileChanged)),
    workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) {
        fileChanged(oldUri);
        fileChanged(newUri);
      }
    }),
  );
}
