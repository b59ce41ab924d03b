/** The lines of a hit that was just opened, lit up; the light fades in steps and is gone after two seconds or with the next edit. */
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
      // High contrast has no backgrounds to tell things apart by.
      border: '1px solid',
      borderColor: new vscode.ThemeColor('codegrain.hitBorder'),
    }),
  );
  private lit: { readonly editor: vscode.TextEditor; timer: NodeJS.Timeout | undefined } | undefined;
  private readonly subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document === this.lit?.editor.document && contentChanges.length > 0) this.off();
  });

  show(editor: vscode.TextEditor, range: vscode.Range): void {
    this.off();
    const lit = { editor, timer: undefined };
    this.lit = lit;
    this.step(lit, range, 0);
  }

  off(): void {
    if (!this.lit) return;
    clearTimeout(this.lit.timer);
    for (const style of this.styles) this.lit.editor.setDecorations(style, []);
    this.lit = undefined;
  }

  dispose(): void {
    this.off();
    this.subscription.dispose();
    for (const style of this.styles) style.dispose();
  }

  private step(
    lit: { readonly editor: vscode.TextEditor; timer: NodeJS.Timeout | undefined },
    range: vscode.Range,
    at: number,
  ): void {
    const step = steps[at];
    if (this.lit !== lit) return;
    if (!step) {
      this.off();
      return;
    }
    this.styles.forEach((style, i) => {
      lit.editor.setDecorations(style, i === at ? [range] : []);
    });
    lit.timer = setTimeout(() => this.step(lit, range, at + 1), step.milliseconds);
  }
}
