/**
 * The search view in the sidebar. The page is made anew whenever it is shown: it keeps its own state, and gets the last answer
 * again. While the index grows, what is shown is asked for again from time to time.
 */
import * as vscode from 'vscode';
import { errorMessage } from '../../shared/error-message';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { showWebviewPage } from '../webview/webview-page';
import { hasChat } from './add-to-chat';
import { contentFingerprint, isSearchable } from './content-fingerprint';
import type { HitActions } from './hit-actions';
import { languageChoices } from './language-choices';
import { NoticeState } from './notice-state';
import type { HitOpener } from './open-hit';
import type { SearchMemory } from './search-memory';
import type {
  SearchRequest,
  SearchResults,
  SearchStart,
  SearchToExtension,
  SearchToPage,
  SimilarPlace,
} from './search-messages';
import { noFilters } from './search-messages';
import { SearchSession } from './search-session';
import { hitActionButtons, kindChoices, modeChoices, queryHints, searchStrings } from './search-strings';

const viewId = 'codegrain.searchView';

/** Milliseconds between answers to the same question while the index changes, and before the first of them. */
const againMs = 1500;
const firstMs = 100;

export class SearchView implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private readonly session: SearchSession;
  private readonly notices: NoticeState;
  private readonly disposables: vscode.Disposable[];
  private asked: SearchRequest | undefined;
  private limit = 0;
  private results: SearchResults | undefined;
  /** A question from elsewhere that the page is not there for yet. */
  private waiting: Pick<SearchRequest, 'query' | 'similar'> | undefined;
  private isReady = false;
  private mark: string;
  private timer: NodeJS.Timeout | undefined;
  private answeredAgain = 0;

  constructor(
    private readonly index: WorkspaceIndex,
    private readonly opener: HitOpener,
    private readonly memory: SearchMemory,
    private readonly pages: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.session = new SearchSession(index);
    this.notices = new NoticeState(index, log, (notice) => this.post({ is: 'notice', notice }));
    this.mark = contentFingerprint(index.state);
    this.disposables = [
      this.session,
      this.notices,
      index.onDidChange(() => this.indexChanged()),
      vscode.lm.onDidChangeChatModels(() => void this.start()),
      vscode.window.registerWebviewViewProvider(viewId, this),
    ];
  }

  /** Set after both exist: actions can ask the view for what is similar. */
  actions: HitActions | undefined;

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.isReady = false;
    view.webview.onDidReceiveMessage((message: SearchToExtension) => this.received(message));
    view.onDidDispose(() => {
      if (this.view !== view) return;
      this.view = undefined;
      this.isReady = false;
      this.session.cancel();
    });
    view.onDidChangeVisibility(() => {
      this.isReady &&= view.visible;
    });
    showWebviewPage(view.webview, this.pages, 'search-page');
  }

  /** Shows the view and looks for something. */
  async ask(query: string, similar?: SimilarPlace): Promise<void> {
    this.waiting = { query, similar };
    await vscode.commands.executeCommand(`${viewId}.focus`);
    this.handOver();
  }

  /** Shows the view, ready to be typed into. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
    if (this.isReady) this.post({ is: 'focus' });
  }

  hit(key: string) {
    return this.session.hit(key);
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.disposables) each.dispose();
  }

  private received(message: SearchToExtension): void {
    switch (message.is) {
      case 'ready':
        void this.start();
        break;
      case 'search':
        this.asked = message.asked;
        this.limit = message.limit;
        this.memory.keep(message.asked);
        void this.search();
        break;
      case 'open': {
        const hit = this.session.hit(message.hit);
        const copy = message.duplicate === undefined ? undefined : hit?.duplicates?.[message.duplicate];
        if (hit) void this.opener.open(copy ? { ...copy, root: hit.root } : hit, message.how);
        break;
      }
      case 'act': {
        const hit = this.session.hit(message.hit);
        if (hit) void this.actions?.run(hit, message.action);
        break;
      }
      case 'notice':
        void this.notices.act(message.action);
        break;
      case 'remember':
        this.memory.remember(message.query);
    }
  }

  private async start(): Promise<void> {
    const { view } = this;
    if (!view) return;
    const chat = await hasChat();
    // For the menu of a hit.
    void vscode.commands.executeCommand('setContext', 'codegrain.hasChat', chat);
    const start: SearchStart = {
      is: 'start',
      strings: searchStrings(),
      kinds: kindChoices(),
      modes: modeChoices(),
      hints: queryHints(),
      history: this.memory.history,
      saved: this.memory.saved,
      actions: hitActionButtons(chat),
    };
    if (this.view !== view) return;
    this.isReady = true;
    this.post(start);
    this.post({ is: 'notice', notice: this.notices.current });
    if (this.results) this.post(this.results);
    this.handOver();
    this.post({ is: 'languages', languages: languageChoices(this.index.state) });
  }

  private handOver(): void {
    if (!this.isReady || !this.waiting) return;
    this.post({ is: 'ask', ...this.waiting });
    this.waiting = undefined;
  }

  private async search(): Promise<void> {
    const { asked } = this;
    if (!asked) return;
    try {
      const results = await this.session.ask(asked, this.limit);
      if (!results && asked !== this.asked) return;
      this.results = results;
      if (results) this.post(results);
    } catch (error) {
      this.log.error(error instanceof Error ? error : String(error));
      this.post(failed(asked, error));
    }
  }

  private indexChanged(): void {
    const mark = contentFingerprint(this.index.state);
    if (mark === this.mark) return;
    this.mark = mark;
    if (this.timer !== undefined || !this.view?.visible) return;
    // A single change, as of a saved file, is shown at once.
    const wait = Math.max(firstMs, this.answeredAgain + againMs - Date.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.answeredAgain = Date.now();
      if (this.asked && this.view?.visible && isSearchable(this.index.state)) void this.search();
      this.post({ is: 'languages', languages: languageChoices(this.index.state) });
    }, wait);
  }

  private post(message: SearchToPage): void {
    void this.view?.webview.postMessage(message);
  }
}

function failed(asked: SearchRequest, error: unknown): SearchResults {
  const reason = errorMessage(error);
  return {
    is: 'results',
    asked: { ...asked, filters: asked.filters ?? noFilters },
    groups: [],
    summary: vscode.l10n.t('The search failed: {0}', reason),
    problems: [],
    suggestions: [],
    hasMore: false,
  };
}
