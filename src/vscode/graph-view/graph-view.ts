/**
 * The Callers and Dependencies view: what uses a definition, or what it uses, level by level. A level is asked for when its row is opened. The view is
 * hidden until it is used for the first time.
 */
import * as vscode from 'vscode';
import type { GraphDirection } from '../../index/graph/graph-entry';
import type { FoundHow } from '../../index/graph/resolve/meaning';
import { detectLanguage } from '../../languages/detect-language';
import type { GraphAnswer } from '../../search/graph-questions';
import { errorMessage } from '../../shared/error-message';
import { kindIcon } from '../common/chunk-icons';
import { kindLabel } from '../common/chunk-labels';
import { fileName, uriInRoot } from '../common/folder-root';
import { revealCommand } from '../documents/chunk-details';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { type GraphRow, graphRows, lineOfRow, placeName, rowsAsText } from './graph-row';

const viewId = 'codegrain.graphView';
/** Shows the view, and its buttons. */
const shownKey = 'codegrain.graphShown';

/** The code that the view is about. */
export interface GraphSubjectPlace {
  readonly uri: vscode.Uri;
  /** 1-based. */
  readonly line: number;
  /** Of the definition, so that it is found again when its line moves. */
  readonly name?: string;
}

export class GraphView implements vscode.TreeDataProvider<GraphRow>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<GraphRow>;
  private shown: { readonly place: GraphSubjectPlace; readonly direction: GraphDirection } | undefined;
  private rows: readonly GraphRow[] = [];
  /** The levels that were opened, by the id of their row. */
  private readonly levels = new Map<string, readonly GraphRow[]>();
  /** Ends the questions about what the view showed before. */
  private asking = new vscode.CancellationTokenSource();

  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly index: WorkspaceIndex,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.view = vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true });
  }

  dispose(): void {
    this.asking.cancel();
    for (const each of [this.asking, this.view, this.changed]) each.dispose();
  }

  /** Resolves when the first level is there. */
  async show(place: GraphSubjectPlace, direction: GraphDirection): Promise<void> {
    await vscode.commands.executeCommand('setContext', shownKey, true);
    await vscode.commands.executeCommand(`${viewId}.focus`);
    await vscode.window.withProgress({ location: { viewId } }, () => this.load(place, direction));
  }

  /** Gives its room back to the search view. */
  async close(): Promise<void> {
    await vscode.commands.executeCommand('setContext', shownKey, false);
  }

  async refresh(): Promise<void> {
    if (this.shown) await this.show(this.shown.place, this.shown.direction);
  }

  async switchDirection(): Promise<void> {
    if (this.shown) await this.show(this.shown.place, this.shown.direction === 'uses' ? 'used by' : 'uses');
  }

  /** A row, or the whole tree, with the levels that were opened. */
  asText(row?: GraphRow): string {
    return rowsAsText(row ? [row] : this.rows, ({ id }) => this.levels.get(id) ?? []);
  }

  async getChildren(row?: GraphRow): Promise<GraphRow[]> {
    if (!row) return [...this.rows];
    const known = this.levels.get(row.id);
    if (known) return [...known];
    const { token } = this.asking;
    const { line, name } = row.entry;
    const [answer] = await this.ask({ uri: rowUri(row), line, name }, row.direction, token);
    const below = answer ? graphRows(answer, row.direction, row) : [];
    if (!token.isCancellationRequested) this.levels.set(row.id, below);
    return below;
  }

  getParent({ parent }: GraphRow): GraphRow | undefined {
    return parent;
  }

  getTreeItem(row: GraphRow): vscode.TreeItem {
    return graphItem(row);
  }

  /** Called only for the row under the pointer. */
  resolveTreeItem(item: vscode.TreeItem, row: GraphRow): vscode.TreeItem {
    item.tooltip = graphTooltip(row, detectLanguage(row.entry.path, '') ?? '');
    return item;
  }

  private async load(place: GraphSubjectPlace, direction: GraphDirection): Promise<void> {
    this.asking.cancel();
    this.asking.dispose();
    this.asking = new vscode.CancellationTokenSource();
    const { token } = this.asking;
    let answers = await this.ask(place, direction, token);
    if (answers.length === 0 && !token.isCancellationRequested) {
      // The index may just be being made.
      await this.index.settled().catch(() => undefined);
      answers = await this.ask(place, direction, token);
    }
    if (token.isCancellationRequested) return;
    const [answer] = answers;
    this.shown = { place: answer ? foundPlace(place, answer) : place, direction };
    this.levels.clear();
    this.rows = answer ? graphRows(answer, direction) : [];
    this.view.title = direction === 'uses' ? vscode.l10n.t('Dependencies') : vscode.l10n.t('Callers');
    this.view.description = answer ? placeName(answer.subject) : '';
    this.view.message = this.rows.length > 0 ? '' : emptyMessage(place, answer, direction);
    this.changed.fire(undefined);
  }

  private async ask(
    { uri, line, name }: GraphSubjectPlace,
    direction: GraphDirection,
    token: vscode.CancellationToken,
  ): Promise<readonly GraphAnswer[]> {
    if (token.isCancellationRequested) return [];
    try {
      return await this.index.graph.ask(uri, { line, direction, ...(name !== undefined && { name }) }, token);
    } catch (error) {
      if (!token.isCancellationRequested) this.log.warn(`graph: ${errorMessage(error)}`);
      return [];
    }
  }
}

/** The subject as the graph knows it, so that a refresh finds it by its name. */
function foundPlace({ uri }: GraphSubjectPlace, { subject }: GraphAnswer): GraphSubjectPlace {
  const { kind, name, line } = subject;
  return kind === 'file' ? { uri, line } : { uri, line, name };
}

function emptyMessage(place: GraphSubjectPlace, answer: GraphAnswer | undefined, direction: GraphDirection): string {
  if (!answer) return vscode.l10n.t('The index has no code at line {0} of {1}.', place.line, fileName(place.uri));
  const name = placeName(answer.subject);
  return direction === 'uses'
    ? vscode.l10n.t('{0} uses no other code of this workspace.', name)
    : vscode.l10n.t('Nothing in this workspace uses {0}.', name);
}

export function rowUri({ root, entry }: GraphRow): vscode.Uri {
  return uriInRoot(root, entry.path);
}

function graphItem(row: GraphRow): vscode.TreeItem {
  const { entry, leadsFurther } = row;
  const line = lineOfRow(row);
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(placeName(entry), leadsFurther ? Collapsed : None);
  item.id = row.id;
  const how = howLabel(entry.how);
  item.description = [`${entry.path}:${line}`, ...(how === undefined ? [] : [how])].join(' · ');
  item.iconPath = rowIcon(entry.kind);
  item.contextValue = entry.kind === 'file' ? 'file' : 'definition';
  item.command = {
    command: revealCommand,
    title: vscode.l10n.t('Open'),
    arguments: [rowUri(row).toString(), line, line],
  };
  const kind = entry.kind === 'file' ? vscode.l10n.t('file') : kindLabel(entry.kind);
  const spoken = [placeName(entry), kind, entry.path, vscode.l10n.t('line {0}', line), how];
  item.accessibilityInformation = { label: spoken.filter((part) => part !== undefined).join(', ') };
  return item;
}

/** Signature, first line of documentation, lines of the use, and how sure it is. */
function graphTooltip({ entry, direction }: GraphRow, language: string): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.appendCodeblock(entry.signature ?? placeName(entry), language);
  if (entry.doc !== undefined) tooltip.appendText(`${entry.doc}\n\n`);
  const lines = entry.lines.join(', ');
  if (lines !== '')
    tooltip.appendText(
      direction === 'uses'
        ? `${vscode.l10n.t('Used in line {0}', lines)}\n\n`
        : `${vscode.l10n.t('Uses it in line {0}', lines)}\n\n`,
    );
  const why = howExplained(entry.how);
  if (why !== undefined) tooltip.appendText(why);
  return tooltip;
}

function rowIcon(kind: string): vscode.ThemeIcon {
  if (kind === 'file') return new vscode.ThemeIcon('file');
  const { name, colour } = kindIcon(kind);
  return new vscode.ThemeIcon(name, colour === undefined ? undefined : new vscode.ThemeColor(colour));
}

/** Nothing for what the rules of the language say: that is the normal case. */
function howLabel(how: FoundHow): string | undefined {
  if (how === 'resolved') return undefined;
  return how === 'unique name' ? vscode.l10n.t('unique name') : vscode.l10n.t('guess');
}

function howExplained(how: FoundHow): string | undefined {
  if (how === 'resolved') return undefined;
  return how === 'unique name'
    ? vscode.l10n.t('Nothing else in the workspace has this name.')
    : vscode.l10n.t('One of several definitions with this name.');
}
