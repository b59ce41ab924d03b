/** The Chunks view: parents and children of the active file. It follows the cursor; a click reveals the chunk. */
import * as vscode from 'vscode';
import { addToList } from '../../shared/maps';
import { activeEditor, compareViewType, isOutputDocument } from '../common/active-editor';
import { usesLabel } from '../common/chunk-labels';
import { fileName } from '../common/folder-root';
import { bytesLabel } from '../common/number-labels';
import { chunkDetails } from '../documents/chunk-details';
import { chunksSummary, type DocumentChunks, type DocumentState, searchedChunkAt } from '../documents/document-chunks';
import { type ChunkRow, chunkRowItem } from './chunk-row';
import type { ChunkUses } from './chunk-uses';

const viewId = 'codegrain.chunksView';
/** Milliseconds in which the document of a new tab is opened. */
const openingMs = 300;
/** Milliseconds in which VS Code asks for changed rows. */
const refreshMs = 300;
const revealTries = 5;

export class ChunksView implements vscode.TreeDataProvider<ChunkRow>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<ChunkRow[] | undefined>();
  private readonly view: vscode.TreeView<ChunkRow>;
  private readonly disposables: vscode.Disposable[];
  /** The last active file. It stays shown when the user clicks into the view or a panel. */
  private document: vscode.TextDocument | undefined;
  private timer: NodeJS.Timeout | undefined;
  private followTimer: NodeJS.Timeout | undefined;
  /** When VS Code was last told to ask for the rows again. */
  private changedAt = 0;
  private state = '';
  /** Why there is no document. */
  private noText: 'no-file' | 'not-text' | 'unreadable' = 'no-file';
  private rows: ReadonlyMap<string, ChunkRow> = new Map();
  /** The last row was revealed because the cursor moved. */
  private isFollowing = false;
  /** By the parent's id; chunks without a parent under `undefined`. */
  private readonly children = new Map<string | undefined, ChunkRow[]>();

  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly chunks: DocumentChunks,
    private readonly uses: ChunkUses,
  ) {
    this.document = activeEditor()?.document;
    this.view = vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true });
    this.disposables = [
      this.view,
      this.changed,
      chunks.onDidChange((document) => document === this.document && this.update()),
      // Only these rows: VS Code cannot reveal a row while all of them are replaced.
      uses.onDidChange((ids) => this.changed.fire([...this.rows.values()].filter(({ chunk }) => ids.has(chunk.id)))),
      this.view.onDidChangeVisibility(() => this.update()),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.activate(editor?.document)),
      // A picture, a walkthrough or no tab at all: there is no text whose chunks could be shown.
      vscode.window.tabGroups.onDidChangeTabs(() => this.leaveIfNoText()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.leaveIfNoText()),
      // Later: changing the language closes a document and opens it again in the new language.
      vscode.workspace.onDidCloseTextDocument((document) =>
        setTimeout(() => document === this.document && this.close()),
      ),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === vscode.window.activeTextEditor) this.followSoon();
      }),
    ];
    this.update();
  }

  dispose(): void {
    clearTimeout(this.timer);
    clearTimeout(this.followTimer);
    for (const each of this.disposables) each.dispose();
  }

  /** Opens the view and leaves the focus in the editor. */
  async open(): Promise<void> {
    const [first] = this.rows.values();
    const { activeTextEditor } = vscode.window;
    const row = activeTextEditor ? this.rowAt(activeTextEditor.selection.active.line) : undefined;
    if (row ?? first) await this.reveal(row ?? first);
    else await vscode.commands.executeCommand(`${viewId}.open`, { preserveFocus: true });
  }

  /** @param isFollowing the cursor moved: a view that the user left stays hidden. */
  async reveal(row: ChunkRow | undefined, isFollowing = false): Promise<void> {
    let wanted = row;
    // VS Code cannot reveal a row while it asks for the rows again, which the counts of uses make it do.
    for (let tries = 0; wanted && tries < revealTries; tries++) {
      if (isFollowing && !this.view.visible) return;
      this.isFollowing = isFollowing;
      try {
        return await this.view.reveal(wanted, { select: true, focus: false });
      } catch {
        await new Promise((resolve) => setTimeout(resolve, refreshMs));
        wanted = this.rows.get(wanted.chunk.id);
      }
    }
    if (row && !isFollowing) await vscode.commands.executeCommand(`${viewId}.open`, { preserveFocus: true });
  }

  getChildren(row?: ChunkRow): ChunkRow[] {
    return [...(this.children.get(row?.chunk.id) ?? [])];
  }

  /** VS Code asks this last before it opens the view to reveal a row: an error keeps a view hidden that the user left meanwhile. */
  getParent(row: ChunkRow): ChunkRow | undefined {
    if (this.isFollowing && !this.view.visible) throw new Error('the view is hidden');
    return this.parentOf(row);
  }

  private parentOf({ chunk }: ChunkRow): ChunkRow | undefined {
    return chunk.parent === undefined ? undefined : this.rows.get(chunk.parent);
  }

  getTreeItem(row: ChunkRow): vscode.TreeItem {
    return chunkRowItem(row, usesLabel(this.uses.of(row.chunk)));
  }

  /** Called only for the row under the pointer. */
  resolveTreeItem(item: vscode.TreeItem, row: ChunkRow): vscode.TreeItem {
    item.tooltip = chunkDetails(row.uri, row.chunk, this.parentOf(row)?.chunk, this.uses.of(row.chunk));
    return item;
  }

  private activate(document: vscode.TextDocument | undefined): void {
    if (!document || document === this.document || isOutputDocument(document)) return;
    this.document = document;
    this.update();
  }

  private leaveIfNoText(): void {
    clearTimeout(this.timer);
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    // The page is about the file that was active before.
    if (activeTab && isComparison(activeTab)) return;
    if (!activeTab || !isTextTab(activeTab)) this.leave(activeTab ? 'not-text' : 'no-file');
    else if (!hasDocument(activeTab)) {
      // A file that is not text never has a document; others get theirs in a moment.
      this.timer = setTimeout(() => {
        if (vscode.window.tabGroups.activeTabGroup.activeTab === activeTab && !hasDocument(activeTab))
          this.leave('unreadable');
      }, openingMs);
    }
  }

  private leave(why: ChunksView['noText']): void {
    if (!this.document && this.noText === why) return;
    this.document = undefined;
    this.noText = why;
    this.update();
  }

  private close(): void {
    this.document = activeEditor()?.document;
    this.update();
  }

  private update(): void {
    const { document } = this;
    const state = document && this.chunks.current(document);
    if (document && !state && this.view.visible) void this.chunks.get(document);
    // While an edited text is being chunked, the rows of the previous text stay.
    if (document && !state && this.isAbout(document)) return;
    this.rows = new Map(
      document && state?.is === 'chunked'
        ? state.file.chunks.map((chunk) => [chunk.id, { uri: document.uri, chunk }])
        : [],
    );
    this.children.clear();
    for (const row of this.rows.values()) addToList(this.children, row.chunk.parent, row);
    // Empty when there are no rows: a message would hide the welcome text of the empty view.
    this.view.message = state && this.rows.size > 0 ? chunksSummary(state) : '';
    // Not in the title, which VS Code capitalises.
    this.view.description = document ? shownFile(document, state) : '';
    this.changed.fire(undefined);
    this.changedAt = Date.now();
    // Chooses the welcome text of the empty view.
    this.state = document ? viewState(state) : this.noText;
    void vscode.commands.executeCommand('setContext', 'codegrain.chunksView', this.state);
    this.followSoon();
    const { visible } = this.view;
    const shownChunks = Array.from(this.rows.values(), ({ chunk }) => chunk);
    this.uses.follow(document && visible ? { uri: document.uri, chunks: shownChunks } : undefined);
  }

  private isAbout(document: vscode.TextDocument): boolean {
    const [row] = this.rows.values();
    return row?.uri.toString() === document.uri.toString();
  }

  private rowAt(line: number): ChunkRow | undefined {
    const chunk = searchedChunkAt(
      Array.from(this.rows.values(), (row) => row.chunk),
      line + 1,
    );
    return chunk && this.rows.get(chunk.id);
  }

  /**
   * `reveal` waits until VS Code has asked for changed rows, and it opens a view that was left in the meantime. So this waits itself,
   * and looks again whether the view is still there.
   */
  private followSoon(): void {
    clearTimeout(this.followTimer);
    if (!this.view.visible) return;
    this.followTimer = setTimeout(
      async () => {
        // VS Code tells in order: after an answer, everything before it is known, such as that the view was hidden.
        await vscode.commands.executeCommand('setContext', 'codegrain.chunksView', this.state);
        const { activeTextEditor } = vscode.window;
        if (activeTextEditor) this.followCursor(activeTextEditor);
      },
      Math.max(0, this.changedAt + refreshMs - Date.now()),
    );
  }

  private followCursor(editor: vscode.TextEditor): void {
    if (!this.view.visible || editor.document !== this.document) return;
    const { line } = editor.selection.active;
    // The row was clicked if the cursor is on its first line: a parent starts where its first child does.
    if (this.view.selection[0]?.chunk.startLine === line + 1 && this.view.selection[0].uri === this.document.uri)
      return;
    const row = this.rowAt(line);
    if (row && this.view.selection[0]?.chunk.id !== row.chunk.id) void this.reveal(row, true);
  }
}

/** State of the empty view; `viewsWelcome` in package.json has a text for each. */
function viewState(state: DocumentState | undefined): string {
  if (!state) return 'working';
  if (state.is === 'chunked') return 'chunked';
  const { reason } = state.skipped;
  return reason === 'binary' ? 'not-text' : reason;
}

/** `app.js`, or `app.js · 6.2 MB, limit 1 MB`: the welcome text of the empty view is fixed and has no numbers. */
function shownFile({ uri }: vscode.TextDocument, state: DocumentState | undefined): string {
  const size = state?.is === 'skipped' ? state.skipped.size : undefined;
  if (!size) return fileName(uri);
  return `${fileName(uri)} · ${vscode.l10n.t('{0}, limit {1}', bytesLabel(size.bytes), bytesLabel(size.limit))}`;
}

function isComparison({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(compareViewType);
}

/** Whether a tab shows text. */
function isTextTab({ input }: vscode.Tab): boolean {
  return (
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputTextDiff ||
    input instanceof vscode.TabInputNotebook ||
    input instanceof vscode.TabInputNotebookDiff ||
    // Editors that have no input type of their own, such as a merge editor.
    (input === undefined && vscode.window.activeTextEditor !== undefined)
  );
}

/** False for the tab of a file that is not text: VS Code shows it as a text editor without a document. */
function hasDocument({ input }: vscode.Tab): boolean {
  if (!(input instanceof vscode.TabInputText)) return true;
  const uri = input.uri.toString();
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
}
