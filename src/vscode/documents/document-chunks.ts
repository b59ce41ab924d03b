/**
 * The chunks of open documents, kept fresh while they are edited. A document is followed once someone asks for it; after that
 * every edit cancels what is under way and, when the typing pauses, asks the parse worker again. An answer is handed out only with
 * the version of the text it is about, so that nobody draws ranges of another text.
 */
import * as vscode from 'vscode';
import type { Chunk, ChunkedFile, Coverage } from '../../chunking/chunk';
import { settingSection } from '../../options/setting-groups';
import type { Skipped } from '../../workspace/skip-reasons';
import { settingsOf } from '../settings/settings';
import { notebookOf } from './notebook-cells';
import type { ParseWorkerClient } from './parse-worker-client';

export interface ChunkedDocument {
  readonly is: 'chunked';
  readonly version: number;
  readonly file: ChunkedFile;
  readonly coverage: Coverage;
}

interface SkippedDocument {
  readonly is: 'skipped';
  readonly version: number;
  readonly skipped: Skipped;
}

export type DocumentState = ChunkedDocument | SkippedDocument;

/** Milliseconds without an edit after which a document is cut again. */
const pauseMs = 200;

interface Followed {
  readonly document: vscode.TextDocument;
  state: DocumentState | undefined;
  running: { readonly version: number; readonly cancel: AbortController; readonly done: Promise<void> } | undefined;
  timer: NodeJS.Timeout | undefined;
  /** The user asked for it although it is minified or too large. */
  force: boolean;
}

export class DocumentChunks implements vscode.Disposable {
  private readonly followed = new Map<string, Followed>();
  private readonly changed = new vscode.EventEmitter<vscode.TextDocument>();
  private readonly disposables: vscode.Disposable[];

  private readonly started = new vscode.EventEmitter<vscode.TextDocument>();

  /** A document was sent to a parse worker. */
  readonly onDidStart = this.started.event;

  /** The chunks of a document are new, or it has none any more. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly workers: ParseWorkerClient) {
    this.disposables = [
      this.changed,
      this.started,
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.edited(document);
      }),
      vscode.workspace.onDidChangeNotebookDocument(({ notebook, contentChanges }) => {
        if (contentChanges.length > 0) this.refreshCells(notebook.getCells());
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.forget(document)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.refreshVisible()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (['chunk', 'text'].some((part) => event.affectsConfiguration(`${settingSection}.${part}`)))
          this.settingsChanged();
      }),
    ];
  }

  dispose(): void {
    for (const { document } of [...this.followed.values()]) this.forget(document);
    for (const each of this.disposables) each.dispose();
  }

  isWorking(document: vscode.TextDocument): boolean {
    return this.followed.get(key(document))?.running !== undefined;
  }

  /** What is known now, if it is about the document's present text. */
  current(document: vscode.TextDocument): DocumentState | undefined {
    const state = this.followed.get(key(document))?.state;
    return state?.version === document.version ? state : undefined;
  }

  /** Follows the document from now on. Undefined: it was edited or closed before the answer came; a newer one is on its way. */
  async get(document: vscode.TextDocument, force = false): Promise<DocumentState | undefined> {
    const entry = this.follow(document);
    if (force && !entry.force) {
      entry.force = true;
      entry.state = undefined;
    }
    clearTimeout(entry.timer);
    await this.refresh(entry);
    return this.current(document);
  }

  private follow(document: vscode.TextDocument): Followed {
    let entry = this.followed.get(key(document));
    // Changing the language closes a document and opens another with the same address.
    if (entry?.document !== document) {
      if (entry) this.forget(entry.document);
      entry = { document, state: undefined, running: undefined, timer: undefined, force: false };
      this.followed.set(key(document), entry);
    }
    return entry;
  }

  private edited(document: vscode.TextDocument): void {
    const entry = this.followed.get(key(document));
    if (!entry) return;
    entry.running?.cancel.abort();
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => {
      const notebook = notebookOf(document);
      if (notebook) this.refreshCells(notebook.getCells());
      else if (isVisible(document)) void this.refresh(entry);
    }, pauseMs);
  }

  /** What a cell imports, the others may use; and when cells come and go, all others have new places. */
  private refreshCells(cells: readonly vscode.NotebookCell[]): void {
    for (const cell of cells) {
      const entry = this.followed.get(key(cell.document));
      if (!entry) continue;
      entry.running?.cancel.abort();
      entry.running = undefined;
      entry.state = undefined;
      if (isVisible(entry.document)) void this.refresh(entry);
    }
  }

  private refreshVisible(): void {
    for (const entry of this.followed.values()) if (isVisible(entry.document)) void this.refresh(entry);
  }

  private settingsChanged(): void {
    for (const entry of this.followed.values()) {
      entry.running?.cancel.abort();
      entry.running = undefined;
      entry.state = undefined;
    }
    this.refreshVisible();
  }

  private refresh(entry: Followed): Promise<void> {
    const { document, state, running } = entry;
    if (state?.version === document.version) return Promise.resolve();
    if (running?.version === document.version && !running.cancel.signal.aborted) return running.done;
    running?.cancel.abort();
    const cancel = new AbortController();
    const done = this.ask(entry, cancel.signal).catch((error: unknown) => {
      if (!cancel.signal.aborted) throw error;
    });
    entry.running = { version: document.version, cancel, done };
    this.started.fire(document);
    return done;
  }

  private async ask(entry: Followed, signal: AbortSignal): Promise<void> {
    const { document, force } = entry;
    const { version } = document;
    const settings = settingsOf(document);
    const reply = await this.workers.chunk(document, settings.options, { ...settings.limits, force }, signal);
    if (signal.aborted || document.version !== version) return;
    entry.running = undefined;
    if (reply.is === 'chunked') entry.state = { is: 'chunked', version, file: reply.file, coverage: reply.coverage };
    else if (reply.is === 'skipped') entry.state = { is: 'skipped', version, skipped: reply.skipped };
    this.changed.fire(document);
  }

  private forget(document: vscode.TextDocument): void {
    const entry = this.followed.get(key(document));
    if (entry?.document !== document) return;
    entry.running?.cancel.abort();
    clearTimeout(entry.timer);
    this.followed.delete(key(document));
  }
}

/** Those that are searched: all but the parents. */
export function searched(file: ChunkedFile): readonly Chunk[] {
  return file.chunks.filter((chunk) => chunk.role !== 'parent');
}

export function isVisible(document: vscode.TextDocument): boolean {
  return vscode.window.visibleTextEditors.some((editor) => editor.document === document);
}

function key(document: vscode.TextDocument): string {
  return document.uri.toString();
}
