/** How boundaries look: the decoration types, made once and used for every editor. */
import * as vscode from 'vscode';
import type { Chunk } from '../../chunking/chunk';
import { chunkLabel } from '../common/chunk-labels';

export class BoundaryStyles implements vscode.Disposable {
  private readonly rule = vscode.window.createTextEditorDecorationType({
    // Not a border of the whole line: VS Code would draw it above each row of a wrapped line.
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
  /** Neighbours alternate between two bars that differ in colour and in shape. */
  private readonly parents = [
    gutterBar('<rect x="12" width="4" height="20"/>', '#1f7a6b', '#4f9d8f'),
    gutterBar('<path d="M12 0h4v4h-4zm0 8h4v4h-4zm0 8h4v4h-4z"/>', '#9a6b00', '#c8a35a'),
  ];
  private readonly overlap = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('codegrain.overlapBackground'),
  });

  drawRanges(editor: vscode.TextEditor, chunks: readonly Chunk[]): void {
    const { document } = editor;
    const children = chunks.filter((chunk) => chunk.role !== 'parent');
    const starts = children.map((chunk) => ownStart(chunk, document));
    const [atLine, inLine] = [true, false].map((isAtLine) =>
      starts.filter((at) => isFirstInLine(at, document) === isAtLine),
    );
    const lines = new Set(atLine?.map(({ line }) => line));
    editor.setDecorations(
      this.rule,
      [...lines].map((line) => new vscode.Range(line, 0, line, 0)),
    );
    editor.setDecorations(this.start, inLine?.map((at) => new vscode.Range(at, at.translate(0, 1))) ?? []);
    const parents = chunks.filter((chunk) => chunk.role === 'parent');
    for (const [i, style] of this.parents.entries()) {
      const ranges = parents.filter((_, ordinal) => ordinal % 2 === i).map(lineRange);
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
    for (const style of this.allTypes()) editor.setDecorations(style, []);
  }

  dispose(): void {
    for (const style of this.allTypes()) style.dispose();
  }

  private allTypes(): readonly vscode.TextEditorDecorationType[] {
    return [this.rule, this.start, this.label, ...this.parents, this.overlap];
  }
}

/** Start of the part that a chunk does not share with the previous one. */
export function ownStart({ start, overlap }: Chunk, document: vscode.TextDocument): vscode.Position {
  return document.positionAt(start + overlap.before);
}

/** True if only white space precedes the position in its line. */
function isFirstInLine(at: vscode.Position, document: vscode.TextDocument): boolean {
  return at.character <= document.lineAt(at).firstNonWhitespaceCharacterIndex;
}

function lineRange(chunk: Chunk): vscode.Range {
  return new vscode.Range(chunk.startLine - 1, 0, chunk.endLine - 1, 0);
}

/** A bar in the gutter, drawn once per line: a picture 20 units high that is stretched to the line height. */
function gutterBar(shape: string, light: string, dark: string): vscode.TextEditorDecorationType {
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
