/**
 * Draws the boundaries of chunks in the editor: a thin rule and a quiet label at the first line of each chunk, dashed inside a parent,
 * and marks in the overview ruler. Nothing in the gutter, where a bar reads as a change of git and moves the text beside a breakpoint. VS Code moves decorations along with the text. They are redrawn only when the chunks of the
 * current version are known, so they never flicker and never show ranges of another version.
 */
import * as vscode from 'vscode';
import type { Chunk } from '../../code/chunk';
import { boundaryOptions } from '../../options/editor-options';
import { settingId, settingSection } from '../../options/setting-id';
import { activeEditor } from '../common/active-editor';
import { teamScheme } from '../common/stored-place';
import { type DocumentChunks, isVisible } from '../documents/document-chunks';
import { settingsOf } from '../settings/settings';
import { BoundaryStyles } from './boundary-styles';

/** Labels are drawn this many lines above and below the visible ones: each label needs its own style in the editor. */
const labelMargin = 300;

export class Boundaries implements vscode.Disposable {
  /** By document: what the user chose, where it differs from the setting. */
  private readonly userChoices = new Map<string, boolean>();
  /** The lines whose labels are drawn, per editor. */
  private readonly labelledLines = new WeakMap<vscode.TextEditor, vscode.Range>();
  private readonly drawn = new WeakSet<vscode.TextEditor>();
  private readonly styles = new BoundaryStyles();
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly chunks: DocumentChunks) {
    this.disposables = [
      this.styles,
      chunks.onDidChange((document) => this.drawDocument(document)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.drawVisible()),
      vscode.window.onDidChangeActiveTextEditor(() => this.setContext()),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.onScroll(textEditor)),
      // Later: changing the language closes a document and opens it again.
      vscode.workspace.onDidCloseTextDocument((document) => setTimeout(() => this.onClose(document))),
      vscode.workspace.onWillRenameFiles(({ files }) => this.onRename(files)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration(`${settingSection}.boundaries`)) return;
        if (event.affectsConfiguration(settingId(boundaryOptions.boundaries))) this.userChoices.clear();
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
      this.userChoices.get(document.uri.toString()) ??
      (settingsOf(document).boundaries === 'always' && isUserFile(document.uri))
    );
  }

  /** When the setting is `off`, only `force` shows the boundaries. */
  show(document: vscode.TextDocument, force = false): void {
    if (force || settingsOf(document).boundaries !== 'off') this.decide(document, true);
  }

  toggle(document: vscode.TextDocument): void {
    this.decide(document, !this.areShown(document));
  }

  private decide(document: vscode.TextDocument, shown: boolean): void {
    this.userChoices.set(document.uri.toString(), shown);
    this.drawDocument(document);
  }

  private onClose(document: vscode.TextDocument): void {
    if (document.isClosed) this.userChoices.delete(document.uri.toString());
    else this.drawDocument(document);
  }

  /** Runs before VS Code closes the documents and opens them under their new names. */
  private onRename(files: vscode.FileWillRenameEvent['files']): void {
    for (const { oldUri, newUri } of files)
      for (const [key, shown] of [...this.userChoices])
        if (key === oldUri.toString() || key.startsWith(`${oldUri}/`))
          this.userChoices.set(`${newUri}${key.slice(oldUri.toString().length)}`, shown);
  }

  private drawVisible(): void {
    for (const document of new Set(vscode.window.visibleTextEditors.map((editor) => editor.document)))
      this.drawDocument(document);
    this.setContext();
  }

  private drawDocument(document: vscode.TextDocument): void {
    if (this.areShown(document) && isVisible(document) && !this.chunks.current(document)) {
      // `onDidChange` draws when the chunks arrive.
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
    // Not known yet: the old decorations stay and move with the text.
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
    this.labelledLines.set(editor, area);
    this.styles.drawLabels(editor, settingsOf(editor.document).labels ? chunks : [], area);
  }

  private onScroll(editor: vscode.TextEditor): void {
    const area = this.labelledLines.get(editor);
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

/** The user's files and drafts and those of the team, not documents of VS Code itself (output, settings, older revisions). */
function isUserFile(uri: vscode.Uri): boolean {
  return (
    uri.scheme === 'untitled' ||
    uri.scheme === teamScheme ||
    vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true
  );
}
