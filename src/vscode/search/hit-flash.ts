/**
 * Highlights a hit that was just opened, and nothing else: all its lines for a moment, then, faintly, the lines that answer the query.
 * The highlight ends when the cursor moves, with the next edit, or when another hit is opened.
 */
import * as vscode from 'vscode';

const flashMilliseconds = 900;

interface Flash {
  readonly editor: vscode.TextEditor;
  /** Where the hit put the cursor. */
  readonly cursor: vscode.Position;
  readonly timer: NodeJS.Timeout;
}

export class HitFlash implements vscode.Disposable {
  private readonly strong = highlight('codegrain.hitBackground');
  private readonly faint = highlight('codegrain.hitFadingBackground');
  private active: Flash | undefined;
  private readonly subscriptions = [
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document === this.active?.editor.document && contentChanges.length > 0) this.clear();
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
      // The event of opening the hit may come late: it has the cursor where the hit put it.
      if (textEditor === this.active?.editor && !selections[0]?.active.isEqual(this.active.cursor)) this.clear();
    }),
  ];

  /** @param answers the lines that stay highlighted; default: all lines of the hit. */
  show(
    editor: vscode.TextEditor,
    hit: vscode.Range,
    cursor: vscode.Position,
    answers: readonly vscode.Range[] = [],
  ): void {
    this.clear();
    editor.setDecorations(this.strong, [hit]);
    const timer = setTimeout(() => {
      editor.setDecorations(this.strong, []);
      editor.setDecorations(this.faint, answers.length > 0 ? answers : [hit]);
    }, flashMilliseconds);
    this.active = { editor, cursor, timer };
  }

  clear(): void {
    if (!this.active) return;
    clearTimeout(this.active.timer);
    for (const style of [this.strong, this.faint]) this.active.editor.setDecorations(style, []);
    this.active = undefined;
  }

  dispose(): void {
    this.clear();
    for (const each of [...this.subscriptions, this.strong, this.faint]) each.dispose();
  }
}

function highlight(colour: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor(colour),
    overviewRulerColor: new vscode.ThemeColor(colour),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
    // High contrast themes have no background colours, so a border is needed.
    border: '1px solid',
    borderColor: new vscode.ThemeColor('codegrain.hitBorder'),
  });
}
