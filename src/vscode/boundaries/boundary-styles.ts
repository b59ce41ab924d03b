/** How boundaries look: the decoration types, made once and used for every editor. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Chunk } from '../../code/chunk';
import { shownName } from '../../code/records/labels';
import { addToList } from '../../shared/maps';
import { carriedLabel, fallbackLabel, kindLabel, nameLabel } from '../common/chunk-labels';
import { numberLabel, tokenCount } from '../common/number-labels';
import { type UnseenName, unseenName } from './unseen-name';

/** Of a line with its label: what a window of common width shows left of the minimap, under which a label would vanish. */
const maxColumns = 100;

export class BoundaryStyles implements vscode.Disposable {
  /** Above a chunk that begins a parent, or has none. */
  private readonly outerRule = rule('solid');
  /** Between the chunks of one parent. */
  private readonly innerRule = rule('dashed');
  /** A chunk of prose may begin in the middle of a line. */
  private readonly start = vscode.window.createTextEditorDecorationType({
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    borderColor: new vscode.ThemeColor('codegrain.boundaryRule'),
    ...overviewMark(),
  });
  private readonly label = vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.OpenOpen,
  });
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
    const outer = outerLines(chunks, document);
    const lines = [...new Set(atLine?.map(({ line }) => line))];
    const drawRules = (style: vscode.TextEditorDecorationType, isOuter: boolean): void =>
      editor.setDecorations(
        style,
        lines.filter((line) => outer.has(line) === isOuter).map((line) => new vscode.Range(line, 0, line, 0)),
      );
    drawRules(this.outerRule, true);
    drawRules(this.innerRule, false);
    editor.setDecorations(this.start, inLine?.map((at) => new vscode.Range(at, at.translate(0, 1))) ?? []);
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
      if (chunk.role !== 'parent' && line >= area.start.line && line <= area.end.line) addToList(byLine, line, chunk);
    }
    const options = [...byLine].map(([line, [first, ...more]]): vscode.DecorationOptions => {
      const { text, range } = editor.document.lineAt(line);
      const next = line + 1 < editor.document.lineCount ? editor.document.lineAt(line + 1).text : '';
      const others = more.length > 0 ? vscode.l10n.t(' · {0} more on this line', more.length) : '';
      const room = maxColumns - text.length - others.length;
      const contentText = `${first ? boundaryLabel(first, `${text}\n${next}`, room) : ''}${others}`;
      return {
        range: new vscode.Range(range.end, range.end),
        renderOptions: {
          after: {
            contentText,
            color: new vscode.ThemeColor('codegrain.boundaryLabel'),
            margin: '0 0 0 3ch',
            fontStyle: 'italic',
            // Out of the flow: VS Code measures the line without it, so it never makes the editor scroll sideways.
            textDecoration: 'none; position: absolute; white-space: pre; pointer-events: none',
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
    return [this.outerRule, this.innerRule, this.start, this.label, this.overlap];
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

/** The lines (0-based) where a parent or a chunk without one begins. Without parents all boundaries look alike. */
function outerLines(chunks: readonly Chunk[], document: vscode.TextDocument): ReadonlySet<number> {
  return new Set(chunks.filter(({ parent }) => parent === undefined).map((chunk) => ownStart(chunk, document).line));
}

/** A thin line above a line of text. */
function rule(style: 'solid' | 'dashed'): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    // Not a border of the whole line: VS Code would draw it above each row of a wrapped line.
    before: {
      contentText: '',
      border: `1px ${style}`,
      borderColor: new vscode.ThemeColor('codegrain.boundaryRule'),
      width: '100vw',
      height: '0',
      textDecoration: 'none; position: absolute; left: 0; top: 0; border-width: 1px 0 0 0; pointer-events: none',
    },
    ...overviewMark(),
  });
}

/** In the middle: changes of git are marked on the left, problems on the right. */
function overviewMark(): vscode.DecorationRenderOptions {
  return {
    overviewRulerColor: new vscode.ThemeColor('codegrain.overviewRuler'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  };
}

// The label of a chunk at its first line: what the line does not say itself, the tokens, and what is attached.

/**
 * `76 tokens · 3 imports, 1 global`, `+ Item · 76 tokens`, `method parse · 212 tokens`
 * @param beside the first lines of the chunk.
 * @param room in characters. Beside a long line the label says less: the hover has the rest.
 */
function boundaryLabel(chunk: Chunk, beside: string, room: number): string {
  const unseen = unseenName(shownName(chunk), beside);
  const name = unseen ? unseenLabel(unseen) : '';
  const tokens = tokenCount(chunk.tokens.text);
  const fallback = chunk.fallback ? fallbackLabel(chunk.fallback) : '';
  const labels = [
    [name, tokens, carriedLabel(chunk), fallback],
    [name, tokens, fallback],
    [tokens, carriedLabel(chunk), fallback],
    [tokens, fallback],
  ].map((parts) => parts.filter((part) => part !== '').join(' · '));
  return labels.find(({ length }) => length <= room) ?? labels.at(-1) ?? '';
}

function unseenLabel(name: UnseenName): string {
  const { kind, part, names, more, isRest } = name;
  if (!isRest)
    return [kind === undefined ? '' : kindLabel(kind), nameLabel(name)].filter((each) => each !== '').join(' ');
  if (part) return l10n.t('part {0} of {1}', part.number, part.of);
  return `+ ${names.length === 0 ? l10n.t('{0} more', numberLabel(more)) : nameLabel(name)}`;
}
