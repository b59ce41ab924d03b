/**
 * The search view in the sidebar. The page stays alive while it is hidden: a page that is loaded again would lose what the user types
 * in the moment after a click on the icon. After a reload of the window it restores its own saved state and gets the last results
 * again.
 */
import * as vscode from 'vscode';
import type { Hit } from '../../search/hits/hit';
import { FileIcons } from '../file-icons/file-icons';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { chooseScopeCommand } from '../team/choose-scope';
import { WebviewPage } from '../webview/webview-page';
import { failedResults, resultIcons } from './describe-hits';
import { hasChat } from './hit-actions';
import { languageChoices } from './language-choices';
import type { RowAction, SearchResults } from './messages/result-messages';
import type { SearchToExtension, SearchToPage, SetQuery } from './messages/search-messages';
import { isEmptyRequest, type SearchRequest } from './messages/search-request';
import { NoticeState } from './notice-state';
import type { HitOpener } from './open-hit';
import { ExampleQuestions, isSearchable, RepeatedSearch } from './repeated-search';
import { type ScopedSearch, SearchSession } from './scoped-search';
import type { SearchMemory } from './search-memory';
import { searchStart } from './search-start';
import type { SelectedPlaces } from './selected-places';
import { themeCodeColours } from './theme-colours';

const viewId = 'codegrain.searchView';

interface ViewParts {
  readonly index: WorkspaceIndex;
  readonly scoped: ScopedSearch;
  readonly opener: HitOpener;
  readonly memory: SearchMemory;
  readonly extensionUri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
}

export class SearchView implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private page: WebviewPage<SearchToPage, SearchToExtension> | undefined;
  /** Has the hits that the page shows. */
  readonly session: SearchSession;
  private readonly notices: NoticeState;
  private readonly disposables: vscode.Disposable[];
  private request: SearchRequest | undefined;
  private limit = 0;
  private results: SearchResults | undefined;
  private readonly icons = new FileIcons();
  /** Folders of icons that the page can read. */
  private iconFolders: readonly vscode.Uri[] = [];
  /** A query from elsewhere that waits until the page is ready. */
  private pendingQuery: Omit<SetQuery, 'is'> | undefined;
  private isReady = false;
  private hasChat = false;
  private readonly examples: ExampleQuestions;
  private readonly repeats: RepeatedSearch;

  constructor(private readonly parts: ViewParts) {
    const { index, scoped, log } = parts;
    this.session = new SearchSession(scoped);
    this.notices = new NoticeState(index, log, () => this.postNotice());
    this.examples = new ExampleQuestions(
      index,
      (questions) => this.post({ is: 'examples', questions }),
      (message) => log.warn(message),
    );
    this.repeats = new RepeatedSearch(index, () => this.repeat());
    this.disposables = [
      this.session,
      this.notices,
      this.repeats,
      index.onDidChange(() => this.indexChanged()),
      scoped.onDidChange(() => this.scopeChanged()),
      this.icons,
      this.icons.onDidChange(() => this.iconsChanged()),
      vscode.lm.onDidChangeChatModels(() => void this.chatModelsChanged()),
      vscode.window.onDidChangeWindowState(({ focused }) => this.post({ is: 'window', isFocused: focused })),
      vscode.window.registerWebviewViewProvider(viewId, this, { webviewOptions: { retainContextWhenHidden: true } }),
      vscode.commands.registerCommand('codegrain.focusSearch', () => this.focus()),
    ];
    this.layoutChanged();
  }

  /** Set after construction: both need the view. */
  act: ((hit: Hit, action: RowAction) => unknown) | undefined;
  selection: SelectedPlaces | undefined;

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.page = new WebviewPage(view.webview, this.parts.extensionUri, 'search-page', (message) =>
      this.received(message),
    );
    this.isReady = false;
    view.onDidDispose(() => {
      if (this.view !== view) return;
      this.view = undefined;
      this.page = undefined;
      this.isReady = false;
      this.session.cancel();
    });
    view.onDidChangeVisibility(() => {
      this.post({ is: 'visible', isVisible: view.visible });
      // The index may have changed in the meantime.
      if (view.visible) this.indexChanged();
    });
    this.load();
  }

  private load(): void {
    this.iconFolders = this.icons.folders;
    this.page?.load(this.iconFolders);
  }

  /** Of files and code. The page can read a new theme's folder only after it was loaded again. */
  private iconsChanged(): void {
    if (!this.view) return;
    void this.sendColours();
    if (String(this.icons.folders) !== String(this.iconFolders)) this.load();
    else if (this.results) void this.showResults(this.results);
  }

  private async sendColours(): Promise<void> {
    this.post({ is: 'code-colours', colours: await themeCodeColours() });
  }

  private async showResults(results: SearchResults): Promise<void> {
    const { view } = this;
    if (!view) return;
    const icons = await resultIcons(this.icons, view.webview, results);
    // Newer results came in the meantime.
    if (results !== this.results) return;
    this.post(icons);
    this.post(results);
  }

  /** What is searched now: a question, or code similar to a place; undefined if nothing is. */
  get currentRequest(): SearchRequest | undefined {
    const { request } = this;
    return request && !isEmptyRequest(request) ? { ...request, scope: this.parts.scoped.scope } : undefined;
  }

  /** The user chose another one. The title has the button for the other choice. */
  layoutChanged(): void {
    const { layout } = this.parts.memory;
    this.post({ is: 'layout', layout });
    void vscode.commands.executeCommand('setContext', 'codegrain.resultsByFile', layout.order === 'file');
    void vscode.commands.executeCommand('setContext', 'codegrain.detailedRows', layout.rows === 'detailed');
  }

  /** Compares the files with the index, and asks again. */
  async refresh(): Promise<void> {
    this.parts.scoped.forget();
    if (this.parts.index.state.consent === 'given') await this.parts.index.refresh();
    await this.search();
  }

  /** Shows the view and searches. Next to similar code, the question stays in the box. */
  async show(query: Omit<SetQuery, 'is'>): Promise<void> {
    this.pendingQuery = query;
    await vscode.commands.executeCommand(`${viewId}.focus`);
    this.sendPendingQuery();
  }

  /** Shows the view with the focus in the query box. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
    // A page that still loads takes the focus when it starts.
    if (this.isReady) this.post({ is: 'focus' });
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  private received(message: SearchToExtension): unknown {
    const { opener, scoped, memory } = this.parts;
    const { executeCommand } = vscode.commands;
    switch (message.is) {
      case 'ready':
        return this.start();
      case 'search':
        this.request = message.request;
        this.limit = message.limit;
        memory.saveRequest(message.request);
        return this.search();
      case 'open': {
        const hit = this.session.hit(message.hit);
        const copy = message.duplicate === undefined ? undefined : hit?.duplicates?.[message.duplicate];
        const { line = hit?.line } = message;
        const place = hit && (copy ? { ...copy, root: copy.root ?? hit.root } : { ...hit, line: line ?? hit.line });
        return place && opener.open(place, message.how);
      }
      case 'act': {
        const hit = this.session.hit(message.hit);
        return hit && this.act?.(hit, message.action);
      }
      case 'select':
        return this.selection?.select(message.hits, message.withContext);
      case 'act-on-selection':
        return this.selection?.run(message.action);
      case 'folded':
        return executeCommand('setContext', 'codegrain.searchFolded', message.isAll);
      case 'leave':
        return executeCommand('workbench.action.focusActiveEditorGroup');
      case 'notice':
        return this.notices.act(message.action);
      case 'choose-scope':
        return executeCommand(chooseScopeCommand);
      case 'stored':
        return scoped.act(message.action).then((isAgain) => (isAgain ? this.search() : undefined));
      case 'remember':
        return memory.addToHistory(message.query);
    }
  }

  private async start(): Promise<void> {
    const { view } = this;
    if (!view) return;
    const chat = await hasChat();
    this.hasChat = chat;
    // For the context menu of a hit.
    void vscode.commands.executeCommand('setContext', 'codegrain.hasChat', chat);
    if (this.view !== view) return;
    this.isReady = true;
    this.post(searchStart(this.parts.memory, chat));
    this.postScope();
    await this.sendColours();
    if (this.results) void this.showResults(this.results);
    this.sendPendingQuery();
    this.post({ is: 'languages', languages: languageChoices(this.parts.index.state) });
    await this.examples.offer();
  }

  private postScope(): void {
    this.post({ is: 'scope', button: this.parts.scoped.button });
    this.postNotice();
  }

  /** What is wrong with the workspace's own index does not keep the database from being searched. */
  private postNotice(): void {
    const { current } = this.notices;
    const isBeside = current !== undefined && this.parts.scoped.isWide;
    this.post({ is: 'notice', notice: isBeside ? { ...current, replaces: 'nothing' } : current });
  }

  private scopeChanged(): void {
    this.postScope();
    void this.search();
  }

  /** The page is drawn again only if it has other buttons then. */
  private async chatModelsChanged(): Promise<void> {
    if (this.isReady && (await hasChat()) !== this.hasChat) await this.start();
  }

  private sendPendingQuery(): void {
    if (!this.isReady || !this.pendingQuery) return;
    this.post({ is: 'set-query', ...this.pendingQuery });
    this.pendingQuery = undefined;
  }

  private async search(): Promise<void> {
    const { request } = this;
    // What is typed before there is an index is searched when there is one.
    if (!request || (this.notices.current?.replaces === 'results' && !this.parts.scoped.isWide)) return;
    const found = async (results: SearchResults | undefined): Promise<void> => {
      this.results = results;
      void vscode.commands.executeCommand('setContext', 'codegrain.hasResults', results !== undefined);
      if (results) await this.showResults(results);
      this.selection?.refresh();
    };
    try {
      const results = await this.session.ask(request, this.limit, (first) => void found(first));
      if (results || request === this.request) await found(results);
    } catch (error) {
      this.parts.log.error(error instanceof Error ? error : String(error));
      this.post(failedResults(request, error));
    }
  }

  private indexChanged(): void {
    this.repeats.look(this.view?.visible === true);
  }

  private repeat(): void {
    if (this.request && this.view?.visible && isSearchable(this.parts.index.state)) void this.search();
    this.post({ is: 'languages', languages: languageChoices(this.parts.index.state) });
    void this.examples.refresh();
  }

  post(message: SearchToPage): void {
    this.page?.post(message);
  }
}
