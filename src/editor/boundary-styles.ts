/** How boundaries look: the few decoration types there are, made once and used for every editor. */
import * as vscode from 'vscode';
import type { Chunk } from '../chunking/chunk';
import { label } from './words';

export class BoundaryStyles implements vscode.Disposable {
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
  /** Neighbours alternate; told apart by shape too, not by colour alone. */
  private readonly parents = [
    bar('<rect x="12" width="4" height="20"/>', '#1f7a6b', '#4f9d8f'),
    bar('<path d="M12 0h4v4h-4zm0 8h4v4h-4zm0 8h4v4h-4z"/>', '#9a6b00', '#c8a35a'),
  ];
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
    for (const chunk of chunks) {
      const line = chunk.startLine - 1;
      if (chunk.role !== 'parent' && line >= area.start.line && line <= area.end.line)
        byLine.set(line, [...(byLine.get(line) ?? []), chunk]);
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

/** A bar in the gutter, drawn once per line: a picture 20 units high whatever the line height. */
function bar(shape: string, light: string, dark: string): vscode.TextEditorDecorationType {
  const picture = (color: string): vscode.Uri =>
    vscode.Uri.from({
      scheme: 'data',
      path: `image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" preserveAspectRatio="none" fill="${color}">${shape}</svg>`,
    });
  return vscode.window.createTextEditorDecorationType({
    gutterIconSize: '100% 100%',
    light: { gutterIconPath: picture(light) },
    dark: { gutterIconPath: picture(dark) },
  });
}
