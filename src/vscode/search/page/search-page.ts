/** The search page in the sidebar: query box, filters, and results while typing. The extension runs the searches. */

import { element, setText } from '../../webview/page/dom';
import { TypingPause } from '../results/typing-pause';
import {
  type FileIconsMessage,
  type IndexNotice,
  type NoticeMessage,
  noFilters,
  type SearchFilters,
  type SearchPageState,
  type SearchRequest,
  type SearchResults,
  type SearchStart,
  type SearchToExtension,
  type SearchToPage,
  type SelectionState,
  type SetQuery,
} from '../search-messages';
import { BoxFocus } from './box-focus';
import { EarlyKeys } from './early-keys';
import { FilterForm } from './filter-form';
import { HistoryCursor } from './history-cursor';
import { NoticeBox } from './notice-box';
import { OperatorChips } from './operator-chips';
import { QueryBox } from './query-box';
import { QueryHints } from './query-hints';
import { type PlaceInHit, ResultsTree } from './results-tree';
import { textButton } from './search-buttons';
import { SelectionBar } from './selection-bar';
import { SimilarBar } from './similar-bar';

interface VsCodeApi {
  postMessage(message: SearchToExtension): void;
  getState(): SearchPageState | undefined;
  setState(state: SearchPageState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Typing debounce, in milliseconds. */
const debounceMs = 40;
/** Preview delay, so that rows passed on the way to another are not opened. */
const previewMs = 70;
/** Delay before screen readers announce the count, so that they do not at every letter. */
const announceMs = 700;
/** Progress is shown only for searches that take longer than this. */
const progressMs = 250;
const firstLimit = 20;

const vscode = acquireVsCodeApi();

class SearchPage {
  private readonly box: QueryBox;
  private readonly form: FilterForm;
  private readonly tree: ResultsTree;
  private readonly selection: SelectionBar;
  private readonly notice: NoticeBox;
  private readonly hints: QueryHints;
  private readonly history: HistoryCursor;
  private readonly similar: SimilarBar;
  private readonly operators: OperatorChips;
  private readonly problems = element('ul', { id: 'problems', class: 'problems', hidden: true });
  private readonly summary = element('p', { class: 'summary' });
  private readonly suggestions = element('div', { class: 'suggestions', hidden: true });
  private readonly more: HTMLButtonElement;
  private readonly live = element('div', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  private readonly searching = element('div', { class: 'searching', 'aria-hidden': true });
  private readonly found = element('div', { class: 'found' });
  private readonly controls = element('header');
  private readonly search = element('div', { class: 'search' });
  private readonly pause = new TypingPause<SearchResults>((results) => this.show(results));
  private state: SearchPageState;
  private limit = firstLimit;
  /** How the results of the question were shown before those of similar code. */
  private question = { scroll: 0, limit: firstLimit };
  private isHelpOpen = false;
  private replaced: IndexNotice['replaces'] = 'nothing';
  /** The shown results belong to an earlier request. */
  private isNew = false;
  /** Move the focus into the results when they arrive. */
  private entersResults = false;
  private timers: Record<'search' | 'preview' | 'announce' | 'progress', ReturnType<typeof setTimeout> | undefined> = {
    search: undefined,
    preview: undefined,
    announce: undefined,
    progress: undefined,
  };

  /** @param before the page that this one replaces. */
  constructor(start: SearchStart, before?: SearchPage) {
    const { strings } = start;
    const empty = { query: '', filters: noFilters, areFiltersOpen: false, folded: [], scroll: 0, at: 0 };
    const own = vscode.getState();
    const selection = before?.box.selection;
    const isSavedNewer = (start.savedRequest?.at ?? 0) > (own?.at ?? 0);
    this.state = { ...empty, ...own, ...(isSavedNewer && { similar: undefined, ...start.savedRequest }) };
    this.history = new HistoryCursor(start.history);
    this.box = new QueryBox(strings, this.history, {
      changed: (query, isFinal) => this.typed(query, isFinal),
      left: () => this.enterResults(),
      escaped: () => vscode.postMessage({ is: 'leave' }),
      toggleFilters: () => this.save({ areFiltersOpen: !this.state.areFiltersOpen }),
      toggleHelp: () => {
        this.isHelpOpen = !this.isHelpOpen;
        this.update();
      },
    });
    this.similar = new SimilarBar(strings, () => this.backToQuestion());
    this.operators = new OperatorChips(
      strings,
      () => this.state.query,
      (query) => this.setQuery({ query }),
    );
    this.form = new FilterForm(start, (filters) => this.filtered(filters));
    this.notice = new NoticeBox((action) => vscode.postMessage({ is: 'notice', action }));
    this.hints = new QueryHints(
      start,
      this.history,
      (text) => this.box.insert(text),
      (query) => this.setQuery({ query }),
    );
    this.tree = new ResultsTree(
      start,
      {
        open: (hit, how, place) => this.open(hit, how, place),
        act: (hit, action) => vscode.postMessage({ is: 'act', hit, action }),
        left: () => this.box.focusEnd(),
        folded: (folded) => this.folded(folded),
        selected: (selected) => this.save({ selected }),
        picked: (picked) => this.picked(picked),
        copyPicked: () => vscode.postMessage({ is: 'act-on-selection', action: 'copy' }),
      },
      this.state.folded,
      this.state.selected,
      this.state.picked ?? [],
    );
    this.selection = new SelectionBar(
      start,
      {
        act: (action) => vscode.postMessage({ is: 'act-on-selection', action }),
        changed: (withContext) => {
          this.save({ withContext });
          this.picked(this.state.picked ?? []);
        },
        cleared: () => {
          this.tree.clearPicks();
          this.tree.enter();
        },
      },
      this.state.withContext ?? true,
    );
    this.more = textButton('secondary more', strings.more, () => {
      this.limit *= 3;
      this.post();
    });
    this.box.set(this.state.query);
    this.form.set(this.state.filters);
    this.found.hidden = true;
    this.found.append(this.summary, this.suggestions, this.tree.element, this.more);
    const { controls } = this;
    const chips = element('div', { class: 'chip-rows' }, this.operators.element, this.form.chips);
    controls.append(this.box.element, this.form.areas, chips, this.form.element, this.problems, this.similar.element);
    this.search.append(this.searching, this.hints.element, this.found, this.selection.element);
    document.title = strings.search;
    document.body.replaceChildren(element('main', {}, controls, this.notice.element, this.search, this.live));
    // A row that gets the focus must not be hidden behind the controls.
    new ResizeObserver(() => {
      document.documentElement.style.setProperty('scroll-padding-top', `${controls.offsetHeight}px`);
    }).observe(controls);
    document.addEventListener('scroll', () => this.saveScroll(), { passive: true });
    this.update();
    if (this.hasRequest) this.post();
    if (selection) this.box.select(...selection);
    else if (document.hasFocus()) this.box.focusAll();
    const typed = earlyKeys.take();
    if (typed !== '') this.box.type(typed);
  }

  /** Results for a word that is not complete wait until the user stops typing. */
  receive(results: SearchResults): void {
    if (!isSameRequest(results.request, this.state)) return;
    clearTimeout(this.timers.progress);
    this.searching.classList.remove('on');
    this.pause.offer(results, results.isOpen === true && !this.entersResults);
  }

  private show(results: SearchResults): void {
    const isFirst = this.isNew;
    this.isNew = false;
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
    this.operators.show(results.operators);
    this.suggestions.hidden = results.suggestions.length === 0;
    this.more.hidden = !results.hasMore;
    this.tree.show(results.groups);
    this.found.hidden = false;
    this.found.dataset.query = this.state.query;
    vscode.postMessage({ is: 'folded', isAll: this.tree.isAllFolded });
    if (isFirst) document.documentElement.scrollTop = this.state.scroll;
    // A page that was hidden and is shown again has hits selected.
    if (isFirst && this.state.picked && this.state.picked.length > 0) this.picked(this.state.picked);
    if (this.entersResults) this.tree.enter();
    this.entersResults = false;
    clearTimeout(this.timers.announce);
    this.timers.announce = setTimeout(() => setText(this.live, results.summary), announceMs);
  }

  showNotice({ notice }: NoticeMessage): void {
    const { replaces = 'nothing' } = notice ?? {};
    const hadFocus = document.hasFocus();
    const canSearchNow = this.replaced !== 'nothing' && replaces === 'nothing';
    this.replaced = replaces;
    this.notice.show(notice);
    this.controls.hidden = replaces === 'search';
    this.search.hidden = replaces !== 'nothing';
    // What was typed before there was an index.
    if (canSearchNow && this.hasRequest) this.post();
    if (hadFocus && document.activeElement === document.body) this.focus();
  }

  setLanguages(languages: SearchStart['kinds']): void {
    this.form.setLanguages(languages);
  }

  setQuery({ query = this.state.query, filters = this.state.filters, similar }: Omit<SetQuery, 'is'>): void {
    const { state, limit } = this;
    if (similar && !state.similar) this.question = { scroll: state.scroll, limit };
    this.box.set(query);
    this.form.set(filters);
    this.box.focusAll();
    this.pause.release();
    this.changed({ query, filters, similar });
    this.searchNow();
  }

  setExamples(questions: readonly string[]): void {
    this.hints.setExamples(questions);
    this.update();
  }

  setHistory(entries: readonly string[]): void {
    this.history.replace(entries);
    this.update();
  }

  fold(isFolded: boolean): void {
    this.tree.foldAll(isFolded);
  }

  private backToQuestion(): void {
    const { scroll, limit } = this.question;
    this.pause.release();
    this.changed({ similar: undefined });
    this.limit = limit;
    this.save({ scroll });
    this.box.focusAll();
    this.searchNow();
  }

  focus(): void {
    if (this.replaced === 'search') this.notice.focus();
    else this.box.focusAll();
  }

  keepTyping(): void {
    this.box.focus();
  }

  /** A hidden page keeps its rows. When it is shown again, the focus goes to the box, not to where it was. */
  visibilityChanged(isVisible: boolean): void {
    if (isVisible && document.hasFocus() && document.activeElement !== document.querySelector('#query')) this.focus();
    else if (!isVisible && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  exclude(path: string): void {
    this.form.exclude(path);
  }

  pick(key: string): void {
    this.tree.pick(key);
  }

  setFileIcons(icons: FileIconsMessage): void {
    this.tree.fileIcons.set(icons);
  }

  showSelection(state: SelectionState): void {
    this.selection.show(state);
    this.tree.markLeftOut(state.leftOut);
  }

  private folded(folded: readonly string[]): void {
    this.save({ folded });
    vscode.postMessage({ is: 'folded', isAll: this.tree.isAllFolded });
  }

  /** Other hits are selected. */
  private picked(picked: readonly string[]): void {
    this.save({ picked });
    this.selection.element.hidden = picked.length === 0;
    vscode.postMessage({ is: 'select', hits: picked, withContext: this.state.withContext ?? true });
  }

  private get hasRequest(): boolean {
    return this.state.similar !== undefined || this.state.query.trim() !== '';
  }

  private typed(query: string, isFinal: boolean): void {
    if (query !== this.state.query || this.state.similar) {
      this.changeQuery(query);
    }
    if (!isFinal || query.trim() === '') return;
    this.remember();
    this.pause.release();
    if (this.isNew) this.searchNow();
  }

  private changeQuery(query: string): void {
    const { query: before, similar } = this.state;
    if (!similar && query.trim() === before.trim() && query.trim() !== '') {
      // A space completes the word: its results are here or on their way.
      this.save({ query });
      this.pause.release();
      return;
    }
    const isInWord = this.pause.typed(before, query);
    this.changed({ query, similar: undefined });
    clearTimeout(this.timers.search);
    if (isInWord) this.timers.search = setTimeout(() => this.post(), debounceMs);
    else this.post();
  }

  private filtered(filters: SearchFilters): void {
    this.changed({ filters });
    clearTimeout(this.timers.search);
    this.timers.search = setTimeout(() => this.post(), debounceMs);
  }

  /** The request changed. */
  private changed(part: Partial<SearchRequest>): void {
    this.limit = firstLimit;
    this.pause.drop();
    this.isNew = true;
    this.isHelpOpen = false;
    this.tree.reset();
    this.save({ ...part, scroll: 0, at: Date.now() });
  }

  private searchNow(): void {
    clearTimeout(this.timers.search);
    this.post();
  }

  private post(): void {
    const { query, filters, similar, at } = this.state;
    vscode.postMessage({ is: 'search', request: { query, filters, similar, at }, limit: this.limit });
    clearTimeout(this.timers.progress);
    if (this.hasRequest && this.replaced === 'nothing')
      this.timers.progress = setTimeout(() => this.searching.classList.add('on'), progressMs);
    else {
      this.isNew = false;
      this.searching.classList.remove('on');
      setText(this.live, '');
    }
  }

  /** Moves the focus from the query box into the results: now, or when the results for the typed query arrive. */
  private enterResults(): void {
    this.pause.release();
    if (this.replaced !== 'nothing') this.notice.focus();
    else if (this.isNew) this.entersResults = true;
    else this.tree.enter();
  }

  private open(hit: string, how: 'preview' | 'open' | 'side', place: PlaceInHit = {}): void {
    clearTimeout(this.timers.preview);
    const post = (): void => {
      vscode.postMessage({ is: 'open', hit, how, ...place });
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

  private save(part: Partial<SearchPageState>): void {
    this.state = { ...this.state, ...part };
    vscode.setState(this.state);
    this.update();
  }

  private saveScroll(): void {
    this.state = { ...this.state, scroll: document.documentElement.scrollTop };
    vscode.setState(this.state);
  }

  private update(): void {
    const { areFiltersOpen, similar, query } = this.state;
    this.form.element.hidden = !areFiltersOpen;
    this.form.chips.hidden = (areFiltersOpen && !this.form.hasExclusions) || this.form.count === 0;
    this.box.setFilters(areFiltersOpen, this.form.count);
    this.box.setHelp(this.isHelpOpen);
    const areHintsShown = this.isHelpOpen || !this.hasRequest;
    if (areHintsShown) this.hints.draw(this.isHelpOpen);
    this.hints.element.hidden = !areHintsShown;
    if (!this.hasRequest) {
      this.found.hidden = true;
      this.problems.hidden = true;
      this.operators.show([]);
    }
    this.similar.show(similar, query);
  }
}

/** True if both requests search for the same thing; a space at the end changes nothing. */
function isSameRequest(a: SearchRequest, b: SearchRequest): boolean {
  const key = ({
    query,
    filters: { language, kind, path, mode, only, without = [] },
    similar,
  }: SearchRequest): string =>
    JSON.stringify([similar ? [similar.uri, similar.line] : query.trim(), language, kind, path, mode, only, without]);
  return key(a) === key(b);
}

let page: SearchPage | undefined;
/** The view may get the focus, and the user may type, before the extension has sent what the page shows. */
const earlyKeys = new EarlyKeys(window);
const boxFocus = new BoxFocus(
  window,
  () => page?.focus(),
  () => page?.keepTyping(),
);

window.addEventListener('message', ({ data }: MessageEvent<SearchToPage>) => {
  if (data.is === 'start') page = new SearchPage(data, page);
  else if (data.is === 'results') page?.receive(data);
  else if (data.is === 'notice') page?.showNotice(data);
  else if (data.is === 'languages') page?.setLanguages(data.languages);
  else if (data.is === 'set-query') page?.setQuery(data);
  else if (data.is === 'file-icons') page?.setFileIcons(data);
  else if (data.is === 'selection') page?.showSelection(data);
  else if (data.is === 'exclude') page?.exclude(data.path);
  else if (data.is === 'pick') page?.pick(data.key);
  else if (data.is === 'fold') page?.fold(data.isFolded);
  else if (data.is === 'examples') page?.setExamples(data.questions);
  else if (data.is === 'history') page?.setHistory(data.entries);
  else if (data.is === 'focus') page?.focus();
  else if (data.is === 'visible') page?.visibilityChanged(data.isVisible);
  else if (data.is === 'window') boxFocus.isWindowAway = !data.isFocused;
  // Set last: UI tests wait for it.
  document.body.dataset.ready = 'true';
});

vscode.postMessage({ is: 'ready' });
