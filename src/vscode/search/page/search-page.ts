/** The search page in the sidebar: a box, filters, and results as they are typed. The extension does the searching. */

import { element, setText } from '../../webview/page/dom';
import {
  type NoticeMessage,
  noFilters,
  type SearchFilters,
  type SearchPageState,
  type SearchRequest,
  type SearchResults,
  type SearchStart,
  type SearchToExtension,
  type SearchToPage,
  type SetQuery,
} from '../search-messages';
import { FilterForm } from './filter-form';
import { HistoryCursor } from './history-cursor';
import { NoticeBox } from './notice-box';
import { QueryBox } from './query-box';
import { QueryHints } from './query-hints';
import { ResultsTree } from './results-tree';
import { icon, textButton } from './search-buttons';

interface VsCodeApi {
  postMessage(message: SearchToExtension): void;
  getState(): SearchPageState | undefined;
  setState(state: SearchPageState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Milliseconds without a key after which is searched. */
const pauseMs = 40;
/** A row that is only passed on the way to another is not opened. */
const previewMs = 70;
/** A screen reader is told the count when it has stood for so long: not at every letter. */
const sayMs = 700;
/** An answer that is there sooner is not waited for visibly. */
const patienceMs = 250;
const firstLimit = 20;

const vscode = acquireVsCodeApi();

class SearchPage {
  private readonly box: QueryBox;
  private readonly form: FilterForm;
  private readonly tree: ResultsTree;
  private readonly notice: NoticeBox;
  private readonly hints: QueryHints;
  private readonly history: HistoryCursor;
  private readonly similar = element('div', { class: 'chips' });
  private readonly problems = element('ul', { id: 'problems', class: 'problems', hidden: true });
  private readonly summary = element('p', { class: 'summary' });
  private readonly suggestions = element('div', { class: 'suggestions', hidden: true });
  private readonly more: HTMLButtonElement;
  private readonly live = element('div', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  private readonly searching = element('div', { class: 'searching', 'aria-hidden': true });
  private readonly found = element('div', { class: 'found' });
  private readonly search = element('div', { class: 'search' });
  private state: SearchPageState;
  private limit = firstLimit;
  private isHelpOpen = false;
  /** The next answer is to another question than the one that is shown. */
  private isNew = false;
  private wantsResults = false;
  private timers: Record<'search' | 'preview' | 'say' | 'patience', ReturnType<typeof setTimeout> | undefined> = {
    search: undefined,
    preview: undefined,
    say: undefined,
    patience: undefined,
  };

  constructor(private readonly start: SearchStart) {
    const { strings } = start;
    const empty = { query: '', filters: noFilters, areFiltersOpen: false, folded: [], scroll: 0, at: 0 };
    const own = vscode.getState();
    const isOlder = (start.saved?.at ?? 0) > (own?.at ?? 0);
    this.state = { ...empty, ...own, ...(isOlder && { similar: undefined, ...start.saved }) };
    this.history = new HistoryCursor(start.history);
    this.box = new QueryBox(strings, this.history, {
      changed: (query, isFinal) => this.typed(query, isFinal),
      left: () => this.enterResults(),
      toggleFilters: () => this.keep({ areFiltersOpen: !this.state.areFiltersOpen }),
      toggleHelp: () => {
        this.isHelpOpen = !this.isHelpOpen;
        this.update();
      },
    });
    this.form = new FilterForm(start, (filters) => this.filtered(filters));
    this.notice = new NoticeBox((action) => vscode.postMessage({ is: 'notice', action }));
    this.hints = new QueryHints(
      start,
      this.history,
      (text) => this.box.insert(text),
      (query) => this.ask({ is: 'ask', query }),
    );
    this.tree = new ResultsTree(
      start,
      {
        open: (hit, how, duplicate) => this.open(hit, how, duplicate),
        act: (hit, action) => vscode.postMessage({ is: 'act', hit, action }),
        left: () => this.box.focus(),
        folded: (folded) => this.keep({ folded }),
        selected: (selected) => this.keep({ selected }),
      },
      this.state.folded,
      this.state.selected,
    );
    this.more = textButton('secondary more', strings.more, () => {
      this.limit *= 3;
      this.post();
    });
    this.box.set(this.state.query);
    this.form.set(this.state.filters);
    this.found.hidden = true;
    this.found.append(this.summary, this.suggestions, this.tree.element, this.more);
    const controls = element(
      'header',
      {},
      this.box.element,
      this.form.chips,
      this.form.element,
      this.problems,
      this.similar,
    );
    this.search.append(controls, this.searching, this.hints.element, this.found);
    document.title = strings.search;
    document.body.replaceChildren(element('main', {}, this.notice.element, this.search, this.live));
    // The view was given the keyboard: it is meant to be typed into.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.box.focus();
    });
    // A row that the keyboard moves to must not end up below the box.
    new ResizeObserver(() => {
      document.documentElement.style.setProperty('scroll-padding-top', `${controls.offsetHeight}px`);
    }).observe(controls);
    document.addEventListener('scroll', () => this.keepScroll(), { passive: true });
    this.update();
    if (this.isAsking) this.post();
  }

  show(results: SearchResults): void {
    if (!isSame(results.asked, this.state)) return;
    const isFirst = this.isNew;
    this.isNew = false;
    clearTimeout(this.timers.patience);
    this.searching.classList.remove('on');
    setText(this.summary, results.summary);
    this.problems.replaceChildren(...results.problems.map((text) => element('li', {}, text)));
    this.problems.hidden = results.problems.length === 0;
    this.suggestions.replaceChildren(
      ...results.suggestions.map(({ label, filters }) =>
        textButton('secondary', label, () => {
          this.form.set(filters);
          this.filtered(filters);
        }),
      ),
    );
    this.suggestions.hidden = results.suggestions.length === 0;
    this.more.hidden = !results.hasMore;
    this.tree.show(results.groups);
    this.found.hidden = false;
    this.found.dataset.query = results.asked.query;
    if (isFirst) document.documentElement.scrollTop = this.state.scroll;
    if (this.wantsResults) this.tree.enter();
    this.wantsResults = false;
    clearTimeout(this.timers.say);
    this.timers.say = setTimeout(() => setText(this.live, results.summary), sayMs);
  }

  tell({ notice }: NoticeMessage): void {
    this.notice.show(notice);
    this.search.hidden = notice?.isAlone === true;
  }

  setLanguages(languages: SearchStart['kinds']): void {
    this.form.setLanguages(languages);
  }

  ask({ query, similar }: Omit<SetQuery, 'is'> & { readonly is?: 'ask' }): void {
    this.box.set(query);
    this.box.focusAll();
    this.changed({ query, similar });
    this.searchNow();
  }

  focus(): void {
    this.box.focusAll();
  }

  private get isAsking(): boolean {
    return this.state.similar !== undefined || this.state.query.trim() !== '';
  }

  private typed(query: string, isFinal: boolean): void {
    if (query !== this.state.query || this.state.similar) {
      this.changed({ query, similar: undefined });
      clearTimeout(this.timers.search);
      if (query.trim() === '') this.post();
      else this.timers.search = setTimeout(() => this.post(), pauseMs);
    }
    if (!isFinal || query.trim() === '') return;
    this.remember();
    if (this.isNew) this.searchNow();
  }

  private filtered(filters: SearchFilters): void {
    this.changed({ filters });
    clearTimeout(this.timers.search);
    this.timers.search = setTimeout(() => this.post(), pauseMs);
  }

  /** Another question than before. */
  private changed(part: Partial<SearchRequest>): void {
    this.limit = firstLimit;
    this.isNew = true;
    this.isHelpOpen = false;
    this.tree.reset();
    this.keep({ ...part, scroll: 0, at: Date.now() });
  }

  private searchNow(): void {
    clearTimeout(this.timers.search);
    this.post();
  }

  private post(): void {
    const { query, filters, similar, at } = this.state;
    vscode.postMessage({ is: 'search', asked: { query, filters, similar, at }, limit: this.limit });
    clearTimeout(this.timers.patience);
    if (this.isAsking) this.timers.patience = setTimeout(() => this.searching.classList.add('on'), patienceMs);
    else {
      this.isNew = false;
      this.searching.classList.remove('on');
      setText(this.live, '');
    }
  }

  /** Down from the box: at once, or when the answer to what was just typed is there. */
  private enterResults(): void {
    if (this.isNew) this.wantsResults = true;
    else this.tree.enter();
  }

  private open(hit: string, how: 'preview' | 'open' | 'side', duplicate?: number): void {
    clearTimeout(this.timers.preview);
    const post = (): void => {
      vscode.postMessage({ is: 'open', hit, how, ...(duplicate !== undefined && { duplicate }) });
    };
    if (how === 'preview') this.timers.preview = setTimeout(post, previewMs);
    else {
      this.remember();
      post();
    }
  }

  private remember(): void {
    const { query, similar } = this.state;
    if (similar || query.trim() === '') return;
    this.history.add(query);
    vscode.postMessage({ is: 'remember', query });
  }

  private keep(part: Partial<SearchPageState>): void {
    this.state = { ...this.state, ...part };
    vscode.setState(this.state);
    this.update();
  }

  private keepScroll(): void {
    this.state = { ...this.state, scroll: document.documentElement.scrollTop };
    vscode.setState(this.state);
  }

  private update(): void {
    const { areFiltersOpen, similar } = this.state;
    this.form.element.hidden = !areFiltersOpen;
    this.form.chips.hidden = areFiltersOpen || this.form.count === 0;
    this.box.setFilters(areFiltersOpen, this.form.count);
    this.box.setHelp(this.isHelpOpen);
    const areHintsShown = this.isHelpOpen || !this.isAsking;
    if (areHintsShown) this.hints.draw(this.isAsking);
    this.hints.element.hidden = !areHintsShown;
    if (!this.isAsking) {
      this.found.hidden = true;
      this.problems.hidden = true;
    }
    this.similar.hidden = similar === undefined;
    this.similar.replaceChildren();
    if (!similar) return;
    const leave = element(
      'button',
      { type: 'button', class: 'chip', title: this.start.strings.leaveSimilar },
      icon('search-fuzzy'),
      element('span', {}, similar.label),
      icon('close'),
    );
    leave.addEventListener('click', () => this.ask({ query: this.state.query }));
    this.similar.append(leave);
  }
}

/** Whether an answer is to what is asked now. */
function isSame(a: SearchRequest, b: SearchRequest): boolean {
  const mark = ({ query, filters: { language, kind, path, mode, tests }, similar }: SearchRequest): string =>
    JSON.stringify([similar ? [similar.uri, similar.line] : query, language, kind, path, mode, tests]);
  return mark(a) === mark(b);
}

let page: SearchPage | undefined;

window.addEventListener('message', ({ data }: MessageEvent<SearchToPage>) => {
  if (data.is === 'start') page = new SearchPage(data);
  else if (data.is === 'results') page?.show(data);
  else if (data.is === 'notice') page?.tell(data);
  else if (data.is === 'languages') page?.setLanguages(data.languages);
  else if (data.is === 'ask') page?.ask(data);
  else if (data.is === 'focus') page?.focus();
  // Last: tests wait for it before they touch anything.
  document.body.dataset.ready = 'true';
});

vscode.postMessage({ is: 'ready' });
