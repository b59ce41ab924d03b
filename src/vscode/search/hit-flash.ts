/** Highlights the lines of a hit that was just opened. The highlight fades in steps, and ends after 1.4 seconds or with the next edit. */
import * as vscode from 'vscode';

const steps = [
  { colour: 'codegrain.hitBackground', milliseconds: 900 },
  { colour: 'codegrain.hitFadingBackground', milliseconds: 500 },
] as const;

export class HitFlash implements vscode.Disposable {
  private readonly styles = steps.map(({ colour }) =>
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new vscode.ThemeColor(colour),
      overviewRulerColor: new vscode.ThemeColor(colour),
      overviewRulerLane: vscode.OverviewRulerLane.Full,
      // High contrast themes have no background colours, so a border is needed.
      border: '1px solid',
      borderColor: new vscode.ThemeColor('codegrain.hitBorder'),
    }),
  );
  private active: { readonly editor: vscode.TextEditor; timer: NodeJS.Timeout | undefined } | undefined;
  private readonly subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document === this.active?.editor.document && contentChanges.length > 0) this.clear();
  });

  show(editor: vscode.TextEditor, range: vscode.Range): void {
    this.clear();
    const active = { editor, timer: undefined };
    this.active = active;
    this.step(active, range, 0);
  }

  clear(): void {
    if (!this.active) return;
    clearTimeout(this.active.timer);
    for (const style of this.styles) this.active.editor.setDecorations(style, []);
    this.active = undefined;
  }

  dispose(): void {
    this.clear();
    this.subscription.dispose();
    for (const style of this.styles) style.dispose();
  }

  private step(
    active: { readonly editor: vscode.TextEditor; timer: NodeJS.Timeout | undefined },
    range: vscode.Range,
    at: number,
  ): void {
    const step = steps[at];
    if (this.active !== active) return;
    if (!step) {
      this.clear();
      return;
    }
    this.styles.forEach((style, i) => {
      active.editor.setDecorations(style, i === at ? [range] : []);
    });
    active.timer = setTimeout(() => this.step(active, range, at + 1), step.milliseconds);
  }
}
