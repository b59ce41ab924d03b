/** Opens a hit in the editor: as a preview that does not take the focus, permanently, or to the side. */
import * as vscode from 'vscode';
import type { Hit, HitPlace } from '../../search/hits/hit';
import { errorMessage } from '../../shared/error-message';
import type { Boundaries } from '../boundaries/boundaries';
import { finishStep } from '../common/finished-steps';
import { uriInRoot } from '../common/folder-root';
import { isStoredRoot, teamScheme } from '../common/stored-place';
import { OneAtATime } from '../indexing/one-at-a-time';
import { searchSettings } from '../settings/settings';

type OpenMode = 'preview' | 'open' | 'side';

export interface HitLocation extends HitPlace {
  readonly root: string;
  /** The id of the chunk that is opened. */
  readonly id?: string;
  /** Where to put the cursor; default: the first line. */
  readonly line?: number;
  /** The line ranges that answer the query. */
  readonly spans?: Hit['spans'];
  /** Finds the cell in a notebook, where line numbers do not match the file. */
  readonly text?: string;
}

export class HitOpener implements vscode.Disposable {
  private readonly flash = new HitFlash();
  private next: { readonly place: HitLocation; readonly how: OpenMode } | undefined;
  /** One at a time: otherwise a file that opens slowly would cover the one requested after it. */
  private readonly opening = new OneAtATime(() => this.openNext());

  constructor(
    private readonly boundaries: Pick<Boundaries, 'show'>,
    /** A result was opened to stay: ranking by usage counts it. A preview does not count. */
    private readonly onUse: (hit: Pick<Hit, 'root' | 'path' | 'id'>) => void,
    /** Reads a file of the database, so that it says in plain words why it cannot be opened. */
    private readonly readStored: (uri: vscode.Uri) => Promise<unknown> = async () => undefined,
  ) {}

  dispose(): void {
    this.flash.dispose();
  }

  /** If several hits are requested while one is opening, only the last of them is opened. */
  open(place: HitLocation, how: OpenMode): Promise<void> {
    this.next = { place, how };
    return this.opening.run();
  }

  private async openNext(): Promise<void> {
    if (!this.next) return;
    const { place, how } = this.next;
    this.next = undefined;
    const uri = hitUri(place);
    try {
      if (isStoredRoot(place.root)) await this.readStored(uri);
      // In the database a notebook is the text of its cells.
      if (uri.path.endsWith('.ipynb') && uri.scheme !== teamScheme) await openNotebook(uri, place.text ?? '', how);
      else await this.openText(uri, place, how);
      finishStep('opened');
      if (how !== 'preview' && place.id !== undefined) this.onUse({ ...place, id: place.id });
    } catch (error) {
      const reason = errorMessage(error);
      void vscode.window.showWarningMessage(vscode.l10n.t('Could not open {0}: {1}', place.path, reason));
    }
  }

  private async openText(uri: vscode.Uri, place: HitLocation, how: OpenMode): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const { startLine, endLine, line = startLine } = place;
    const range = wholeLines(document, startLine, endLine);
    const cursor = document.validatePosition(new vscode.Position(line - 1, 0));
    const editor = await vscode.window.showTextDocument(document, {
      ...showOptions(how),
      selection: new vscode.Range(cursor, cursor),
    });
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    // A large hit may not fit the window: its line matters most.
    editor.revealRange(new vscode.Range(cursor, cursor), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    const answers = (place.spans ?? []).map(([first, last]) => wholeLines(document, first, last));
    this.flash.show(editor, range, cursor, answers);
    if (how !== 'preview' && searchSettings(document).showBoundaries) this.boundaries.show(document);
  }
}

/** @param startLine 1-based, as is `endLine`, which is included. */
function wholeLines(document: vscode.TextDocument, startLine: number, endLine: number): vscode.Range {
  const range = document.validateRange(new vscode.Range(startLine - 1, 0, endLine - 1, Number.MAX_SAFE_INTEGER));
  let last = range.end.line;
  // A chunk has the blank lines behind it.
  while (last > range.start.line && document.lineAt(last).isEmptyOrWhitespace) last -= 1;
  return range.with({ end: document.lineAt(last).range.end });
}

function showOptions(how: OpenMode): { viewColumn: vscode.ViewColumn; preview: boolean; preserveFocus: boolean } {
  return {
    viewColumn: how === 'side' ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
    preview: how === 'preview',
    preserveFocus: how === 'preview',
  };
}

async function openNotebook(uri: vscode.Uri, text: string, how: OpenMode): Promise<void> {
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  const cell = notebook.getCells().find(({ document }) => line !== '' && document.getText().includes(line));
  const index = cell?.index ?? 0;
  const range = new vscode.NotebookRange(index, index + 1);
  const editor = await vscode.window.showNotebookDocument(notebook, { ...showOptions(how), selections: [range] });
  editor.revealRange(range, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
}

export function hitUri({ root, path }: Pick<Hit, 'root' | 'path'>): vscode.Uri {
  return uriInRoot(root, path);
}

const flashMilliseconds = 900;

interface Flash {
  readonly editor: vscode.TextEditor;
  /** Where the hit put the cursor. */
  readonly cursor: vscode.Position;
  readonly timer: NodeJS.Timeout;
}

/**
 * Highlights a hit that was just opened, and nothing else: all its lines for a moment, then, faintly, the lines that answer the query.
 * The highlight ends when the cursor moves, with the next edit, or when another hit is opened.
 */
class HitFlash implements vscode.Disposable {
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
