/**
 * The boundaries of chunks, drawn in the editor: a thin rule and a quiet label at the first line of each chunk, a bar along
 * each parent, marks in the overview ruler. VS Code moves what is drawn along with the text; it is drawn anew when the chunks
 * of exactly this version of the text are known, so it never flickers and never shows ranges of another text.
 */
import * as vscode from 'vscode';
import type { Chunk } from '../../chunking/chunk';
import { boundaryOptions } from '../../options/editor-options';
import { settingId, settingSection } from '../../options/setting-groups';
import { activeEditor } from '../common/active-editor';
import { type DocumentChunks, isVisible } from '../documents/document-chunks';
import { settingsOf } from '../settings/settings';
import { BoundaryStyles } from './boundary-styles';

/** Labels are drawn this many lines around what is visible: each costs the editor a style of its own. */
const labelMargin = 300;

export class Boundaries implements vscode.Disposable {
  /** Where the user decided otherwise than the setting. */
  private readonly decided = new Map<string, boolean>();
  /** The lines whose labels are drawn, per editor. */
  private readonly labelled = new WeakMap<vscode.TextEditor, vscode.Range>();
  private readonly drawn = new WeakSet<vscode.TextEditor>();
  private readonly styles = new BoundaryStyles();
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly chunks: DocumentChunks) {
    this.disposables = [
      this.styles,
      chunks.onDidChange((document) => this.drawDocument(document)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.drawVisible()),
      vscode.window.onDidChangeActiveTextEditor(() => this.setContext()),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.scrolled(textEditor)),
      // Not at once: a change of language closes a document and opens the same one again.
      vscode.workspace.onDidCloseTextDocument((document) => setTimeout(() => this.closed(document))),
      vscode.workspace.onWillRenameFiles(({ files }) => this.renamed(files)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration(`${settingSection}.boundaries`)) return;
        if (event.affectsConfiguration(settingId(boundaryOptions.boundaries))) this.decided.clear();
        this.drawVisible();
      }),
    ];
    this.drawVisible();
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  areShown(document: vscode.TextDocument): boolean {
    return (
      this.decided.get(document.uri.toString()) ??
      (settingsOf(document).boundaries === 'always' && isOrdinary(document.uri))
    );
  }

  /** On demand: unless boundaries are switched off, where only `force` shows them. */
  show(document: vscode.TextDocument, force = false): void {
    if (force || settingsOf(document).boundaries !== 'off') this.decide(document, true);
  }

  toggle(document: vscode.TextDocument): void {
    this.decide(document, !this.areShown(document));
  }

  private decide(document: vscode.TextDocument, shown: boolean): void {
    this.decided.set(document.uri.toString(), shown);
    this.drawDocument(document);
  }

  private closed(document: vscode.TextDocument): void {
    if (document.isClosed) this.decided.delete(document.uri.toString());
    else this.drawDocument(document);
  }

  /** Before the documents are closed and opened under their new names. */
  private renamed(files: vscode.FileWillRenameEvent['files']): void {
    for (const { oldUri, newUri } of files)
      for (const [key, shown] of [...this.decided])
        if (key === oldUri.toString() || key.startsWith(`${oldUri}/`))
          this.decided.set(`${newUri}${key.slice(oldUri.toString().length)}`, shown);
  }

  private drawVisible(): void {
    for (const document of new Set(vscode.window.visibleTextEditors.map((editor) => editor.document))) {
      this.drawDocument(document);
    }
    this.setContext();
  }

  private drawDocument(document: vscode.TextDocument): void {
    if (this.areShown(document) && isVisible(document) && !this.chunks.current(document)) {
      // Draws again when the chunks are there.
      void this.chunks.get(document);
    }
    for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) this.draw(editor);
    this.setContext();
  }

  private draw(editor: vscode.TextEditor): void {
    const { document } = editor;
    if (!this.areShown(document)) {
      if (this.drawn.delete(editor)) this.styles.clear(editor);
      return;
    }
    const state = this.chunks.current(document);
    // Not known yet: what is drawn stays, and moves with the text.
    if (!state) return;
    this.drawn.add(editor);
    if (state.is === 'skipped') {
      this.styles.clear(editor);
      return;
    }
    this.styles.drawRanges(editor, state.file.chunks);
    this.drawLabels(editor, state.file.chunks);
  }

  private drawLabels(editor: vscode.TextEditor, chunks: readonly Chunk[]): void {
    const first = editor.visibleRanges[0]?.start.line ?? 0;
    const last = editor.visibleRanges.at(-1)?.end.line ?? 0;
    const area = new vscode.Range(Math.max(0, first - labelMargin), 0, last + labelMargin, 0);
    this.labelled.set(editor, area);
    this.styles.drawLabels(editor, settingsOf(editor.document).labels ? chunks : [], area);
  }

  private scrolled(editor: vscode.TextEditor): void {
    const area = this.labelled.get(editor);
    if (!area || !this.drawn.has(editor) || editor.visibleRanges.every((range) => area.contains(range))) return;
    const state = this.chunks.current(editor.document);
    if (state?.is === 'chunked') this.drawLabels(editor, state.file.chunks);
  }

  private setContext(): void {
    const document = activeEditor()?.document;
    void vscode.commands.executeCommand(
      'setContext',
      'codegrain.boundariesShown',
      document !== undefined && this.areShown(document),
    );
  }
}

/** Files and drafts of the user, not the editor's own documents (output, settings, older revisions). */
function isOrdinary(uri: vscode.Uri): boolean {
  return uri.scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true;
}
