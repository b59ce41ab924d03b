/**
 * The chunks of open documents, updated while they are edited. A document is followed after the first call of `get`: every edit
 * cancels the running request and sends a new one to the parse worker when typing pauses. Chunks are returned only if they belong to
 * the document's current version, so that nothing is drawn at the ranges of another text.
 */
import * as vscode from 'vscode';
import type { Chunk, ChunkedFile, Coverage } from '../../code/chunk';
import { settingSection } from '../../options/setting-id';
import type { Skipped } from '../../workspace/skip-reasons';
import { coverageLabel, fallbackLabel, skippedMessage } from '../common/chunk-labels';
import { chunkCount, tokenCount } from '../common/number-labels';
import { settingsOf } from '../settings/settings';
import { notebookOf } from './notebook-cells';
import type { ParseWorkerClient } from './parse-worker-client';

/** What chunks a document: the parse workers, or the team's database for the files that it has. */
export type DocumentChunker = Pick<ParseWorkerClient, 'chunk'>;

export interface ChunkedDocument {
  readonly is: 'chunked';
  readonly version: number;
  readonly file: ChunkedFile;
  readonly coverage: Coverage;
}

export type DocumentState =
  | ChunkedDocument
  | { readonly is: 'skipped'; readonly version: number; readonly skipped: Skipped };

/** Typing debounce, in milliseconds. */
const debounceMs = 200;

interface FollowedDocument {
  readonly document: vscode.TextDocument;
  state: DocumentState | undefined;
  running: { readonly version: number; readonly cancel: AbortController; readonly done: Promise<void> } | undefined;
  timer: NodeJS.Timeout | undefined;
  /** The user wants chunks although the document is minified or too large. */
  force: boolean;
}

export class DocumentChunks implements vscode.Disposable {
  private readonly followed = new Map<string, FollowedDocument>();
  private readonly changed = new vscode.EventEmitter<vscode.TextDocument>();
  private readonly disposables: vscode.Disposable[];

  /** A document has new chunks, or is skipped now. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly workers: DocumentChunker) {
    this.disposables = [
      this.changed,
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

  /** The last result, if it belongs to the document's current version. */
  current(document: vscode.TextDocument): DocumentState | undefined {
    const state = this.followed.get(keyOf(document))?.state;
    return state?.version === document.version ? state : undefined;
  }

  /** Follows the document from now on. Undefined if it was edited or closed before the answer came; a newer answer will follow. */
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

  /** Parents too. None if the file cannot be read as text, is skipped, or was edited before the answer came. */
  async of(place: vscode.Uri | vscode.TextDocument): Promise<readonly Chunk[]> {
    try {
      const document = 'uri' in place ? place : await vscode.workspace.openTextDocument(place);
      const state = await this.get(document);
      return state?.is === 'chunked' ? state.file.chunks : [];
    } catch {
      return [];
    }
  }

  private follow(document: vscode.TextDocument): FollowedDocument {
    let entry = this.followed.get(keyOf(document));
    // Changing the language closes a document and opens another with the same URI.
    if (entry?.document !== document) {
      if (entry) this.forget(entry.document);
      entry = { document, state: undefined, running: undefined, timer: undefined, force: false };
      this.followed.set(keyOf(document), entry);
    }
    return entry;
  }

  private edited(document: vscode.TextDocument): void {
    const entry = this.followed.get(keyOf(document));
    if (!entry) return;
    entry.running?.cancel.abort();
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => {
      const notebook = notebookOf(document);
      if (notebook) this.refreshCells(notebook.getCells());
      else if (isVisible(document)) void this.refresh(entry);
    }, debounceMs);
  }

  /** Refreshes all cells: one may use the imports of another, and cells move when others are added or removed. */
  private refreshCells(cells: readonly vscode.NotebookCell[]): void {
    for (const cell of cells) {
      const entry = this.followed.get(keyOf(cell.document));
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

  private refresh(entry: FollowedDocument): Promise<void> {
    const { document, state, running } = entry;
    if (state?.version === document.version) return Promise.resolve();
    if (running?.version === document.version && !running.cancel.signal.aborted) return running.done;
    running?.cancel.abort();
    const cancel = new AbortController();
    const done = this.requestChunks(entry, cancel.signal).catch((error: unknown) => {
      if (!cancel.signal.aborted) throw error;
    });
    entry.running = { version: document.version, cancel, done };
    return done;
  }

  private async requestChunks(entry: FollowedDocument, signal: AbortSignal): Promise<void> {
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
    const entry = this.followed.get(keyOf(document));
    if (entry?.document !== document) return;
    entry.running?.cancel.abort();
    clearTimeout(entry.timer);
    this.followed.delete(keyOf(document));
  }
}

/** All chunks except the parents. */
export function searchedChunksOf(file: ChunkedFile): readonly Chunk[] {
  return file.chunks.filter((chunk) => chunk.role !== 'parent');
}

/** `5 chunks · 319 tokens · 100 % covered`, or why there are none. */
export function chunksSummary(state: DocumentState): string {
  if (state.is === 'skipped') return skippedMessage(state.skipped);
  const leaves = searchedChunksOf(state.file);
  const tokens = leaves.reduce((sum, chunk) => sum + chunk.tokens.text, 0);
  const parts = [chunkCount(leaves.length), tokenCount(tokens), coverageLabel(state.coverage)];
  if (state.file.fallback) parts.push(fallbackLabel(state.file.fallback));
  return parts.join(' · ');
}

export function isVisible(document: vscode.TextDocument): boolean {
  return vscode.window.visibleTextEditors.some((editor) => editor.document === document);
}

function keyOf(document: vscode.TextDocument): string {
  return document.uri.toString();
}

/** @param line 1-based. */
export function searchedChunkAt(chunks: readonly Chunk[], line: number): Chunk | undefined {
  return chunks.find(({ role, startLine, endLine }) => role !== 'parent' && startLine <= line && line <= endLine);
}
