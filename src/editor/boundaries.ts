/**
 * The boundaries of chunks, drawn in the editor: a thin rule and a quiet label at the first line of each chunk, a bar along
 * each parent, marks in the overview ruler. VS Code moves what is drawn along with the text; it is drawn anew when the chunks
 * of exactly this version of the text are known, so it never flickers and never shows ranges of another text.
 */
import * as vscode from 'vscode';
import type { Chunk } from '../chunking/chunk';
import { type DocumentChunks, isVisible, searched } from './document-chunks';
import { ids, section, settingsOf } from './settings';
import { label } from './words';

/** Labels are drawn this many lines around what is visible: each costs the editor a style of its own. */
const labelMargin = 300;

export class Boundaries implements vscode.Disposable {
  /** Where the user decided otherwise than the setting. */
  private readonly decided = new Map<string, boolean>();
  /** The lines whose labels are drawn, per editor. */
  private readonly labelled = new WeakMap<vscode.TextEditor, vscode.Range>();
  private readonly drawn = new WeakSet<vscode.TextEditor>();
  private readonly styles = new Styles();
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly chunks: DocumentChunks) {
    this.disposables = [
      this.styles,
      chunks.onDidChange((document) => this.drawDocument(document)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.drawVisible()),
      vscode.window.onDidChangeActiveTextEditor(() => this.setContext()),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.scrolled(textEditor)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.decided.delete(uri.toString())),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration(`${section}.boundaries`)) return;
        if (event.affectsConfiguration(`${section}.${ids.boundaries}`)) this.decided.clear();
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
    const document = vscode.window.activeTextEditor?.document;
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

/** The few decoration types there are, made once and used for every editor. */
class Styles implements vscode.Disposable {
  private readonly rule = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderStyle: 'solid',
    borderWidth: '1px 0 0 0',
    borderColor: new vscode.ThemeColor('codegrain.boundaryRule'),
    overviewRulerColor: new vscode.ThemeColor('codegrain.overviewRuler'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  private readonly label = vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.OpenOpen,
  });
  /** Neighbours alternate; told apart by line style too, not by colour alone. */
  private readonly parents = (['solid', 'dotted'] as const).map((borderStyle, i) =>
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      borderStyle,
      borderWidth: '0 0 0 3px',
      borderColor: new vscode.ThemeColor(`codegrain.parentBar${i + 1}`),
    }),
  );
  private readonly overlap = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('codegrain.overlapBackground'),
  });

  drawRanges(editor: vscode.TextEditor, chunks: readonly Chunk[]): void {
    const children = chunks.filter((chunk) => chunk.role !== 'parent');
    editor.setDecorations(
      this.rule,
      [...new Set(children.map((chunk) => chunk.startLine - 1))].map((line) => new vscode.Range(line, 0, line, 0)),
    );
    const parents = chunks.filter((chunk) => chunk.role === 'parent');
    for (const [i, style] of this.parents.entries()) {
      const ranges = parents.filter((_, ordinal) => ordinal % 2 === i).map(linesOf);
      editor.setDecorations(style, ranges);
    }
    const { document } = editor;
    const overlaps = children
      .filter((chunk) => chunk.overlap.before > 0)
      .map(
        ({ start, overlap }) =>
          new vscode.Range(document.positionAt(start), document.positionAt(start + overlap.before)),
      );
    editor.setDecorations(this.overlap, overlaps);
  }

  drawLabels(editor: vscode.TextEditor, chunks: readonly Chunk[], area: vscode.Range): void {
    const byLine = new Map<number, Chunk[]>();
    for (const chunk of searched({ path: '', language: '', chunks })) {
      const line = chunk.startLine - 1;
      if (line >= area.start.line && line <= area.end.line) byLine.set(line, [...(byLine.get(line) ?? []), chunk]);
    }
    const options = [...byLine].map(([line, [first, ...more]]): vscode.DecorationOptions => {
      const end = editor.document.lineAt(line).range.end;
      const others = more.length > 0 ? vscode.l10n.t(' · and {0} more in this line', more.length) : '';
      const contentText = `${first ? label(first) : ''}${others}`;
      return {
        range: new vscode.Range(end, end),
        renderOptions: {
          after: {
            contentText,
            color: new vscode.ThemeColor('codegrain.boundaryLabel'),
            margin: '0 0 0 3ch',
            fontStyle: 'italic',
          },
        },
      };
    });
    editor.setDecorations(this.label, options);
  }

  clear(editor: vscode.TextEditor): void {
    for (const style of this.all()) editor.setDecorations(style, []);
  }

  dispose(): void {
    for (const style of this.all()) style.dispose();
  }

  private all(): readonly vscode.TextEditorDecorationType[] {
    return [this.rule, this.label, ...this.parents, this.overlap];
  }
}

function linesOf(chunk: Chunk): vscode.Range {
  return new vscode.Range(chunk.startLine - 1, 0, chunk.endLine - 1, 0);
}
