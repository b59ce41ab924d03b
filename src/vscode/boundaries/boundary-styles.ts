/** How boundaries look: the few decoration types there are, made once and used for every editor. */
import * as vscode from 'vscode';
import type { Chunk } from '../../chunking/chunk';
import { chunkLabel } from '../common/chunk-labels';

export class BoundaryStyles implements vscode.Disposable {
  private readonly rule = vscode.window.createTextEditorDecorationType({
    // Not the border of a whole line: that would be drawn above each row of a line that is wrapped.
    before: {
      contentText: '',
      border: '1px solid',
      borderColor: new vscode.ThemeColor('codegrain.boundaryRule'),
      width: '100vw',
      height: '0',
      textDecoration: 'none; position: absolute; left: 0; top: 0; border-width: 1px 0 0 0; pointer-events: none',
    },
    overviewRulerColor: new vscode.ThemeColor('codegrain.overviewRuler'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  /** A chunk of prose may begin in the middle of a line. */
  private readonly start = vscode.window.createTextEditorDecorationType({
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
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
    const { document } = editor;
    const children = chunks.filter((chunk) => chunk.role !== 'parent');
    const starts = children.map((chunk) => ownStart(chunk, document));
    const [atLine, inLine] = [true, false].map((isAtLine) =>
      starts.filter((at) => beginsLine(at, document) === isAtLine),
    );
    const lines = new Set(atLine?.map(({ line }) => line));
    editor.setDecorations(
      this.rule,
      [...lines].map((line) => new vscode.Range(line, 0, line, 0)),
    );
    editor.setDecorations(this.start, inLine?.map((at) => new vscode.Range(at, at.translate(0, 1))) ?? []);
    const parents = chunks.filter((chunk) => chunk.role === 'parent');
    for (const [i, style] of this.parents.entries()) {
      const ranges = parents.filter((_, ordinal) => ordinal % 2 === i).map(linesOf);
      editor.setDecorations(style, ranges);
    }
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
      const { line } = ownStart(chunk, editor.document);
      if (chunk.role !== 'parent' && line >= area.start.line && line <= area.end.line)
        byLine.set(line, [...(byLine.get(line) ?? []), chunk]);
    }
    const options = [...byLine].map(([line, [first, ...more]]): vscode.DecorationOptions => {
      const end = editor.document.lineAt(line).range.end;
      const others = more.length > 0 ? vscode.l10n.t(' · {0} more on this line', more.length) : '';
      const contentText = `${first ? chunkLabel(first) : ''}${others}`;
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
    return [this.rule, this.start, this.label, ...this.parents, this.overlap];
  }
}

/** Where the part of a chunk begins that it does not share with the one before. */
export function ownStart({ start, overlap }: Chunk, document: vscode.TextDocument): vscode.Position {
  return document.positionAt(start + overlap.before);
}

/** Whether nothing but white space stands before it in its line. */
function beginsLine(at: vscode.Position, document: vscode.TextDocument): boolean {
  return at.character <= document.lineAt(at).firstNonWhitespaceCharacterIndex;
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
