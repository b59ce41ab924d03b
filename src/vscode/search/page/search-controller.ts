/** The parts of the search page, and what happens between them: a query is typed, results arrive, a row is opened. */
import { element, type PageApi, setText } from '../../webview/page/dom';
import type { SearchResults } from '../messages/result-messages';
import type {
  NoticeMessage,
  SearchNotice,
  SearchStart,
  SearchToExtension,
  SearchToPage,
  SetQuery,
} from '../messages/search-messages';
import {
  firstState,
  isEmptyRequest,
  isSameRequest,
  type SearchFilters,
  type SearchPageState,
  type SearchRequest,
} from '../messages/search-request';
import { HistoryCursor } from '../search-memory';
import { TypingPause } from '../typing-pause';
import { ChipRow, OperatorChips } from './chip-row';
import { FilterForm } from './filter-form';
import { FoundPane } from './found-pane';
import { QueryBox } from './query-box';
import { NoticeBox, QueryHints } from './query-hints';
import { setCodeColours } from './rows/code-lines';
import { type PlaceInHit, ResultsTree } from './rows/results-tree';
import { ProgressLine, type ScopeBar, SelectionBar, SimilarBar } from './search-bars';

/** Typing debounce while an answer is on its way, in milliseconds. */
const debounceMs = 40;
/** Preview delay, so that rows passed on the way to another are not opened. */
const previewMs = 70;
const firstLimit = 20;

export class SearchController {
  private readonly box: QueryBox;
  private readonly form: FilterForm;
  private readonly tree: ResultsTree;
  private readonly selection: SelectionBar;
  private readonly notice: NoticeBox;
  private readonly hints: QueryHints;
  private readonly history: HistoryCursor;
  private readonly similar: SimilarBar;
  private readonly operators: OperatorChips;
  private readonly chips: ChipRow;
  private readonly progress = new ProgressLine();
  private readonly found: FoundPane;
  private readonly controls = element('header');
  private readonly search = element('div', { class: 'search' });
  private readonly pause = new TypingPause<SearchResults>((results) => this.show(results));
  private readonly ending = new AbortController();
  private state: SearchPageState;
  private limit = firstLimit;
  /** How the results of the question were shown before those of similar code. */
  private question = { scroll: 0, limit: firstLimit };
  private isHelpOpen = false;
  private replaced: SearchNotice['replaces'] = 'nothing';
  /** The shown results belong to an earlier request. */
  private isNew = false;
  /** An answer is on its way. */
  private isAsking = false;
  /** Move the focus into the results when they arrive. */
  private entersResults = false;
  private timers: Record<'search' | 'preview', ReturnType<typeof setTimeout> | undefined> = {
    search: undefined,
    preview: undefined,
  };

  /**
   * @param typed what was typed before the page was there.
   * @param scope the button that chooses what is searched.
   * @param before what this one replaces.
   */
  constructor(
    private readonly vscode: PageApi<SearchToExtension, SearchPageState>,
    start: SearchStart,
    typed: string,
    scope: ScopeBar,
    before?: SearchController,
  ) {
    const { strings } = start;
    const selection = before?.box.selection;
    before?.end();
    this.state = firstState(vscode.getState(), start.savedRequest);
    this.history = new HistoryCursor(start.history);
    this.box = new QueryBox(strings, this.history, {
      changed: (query, isFinal) => this.typed(query, isFinal),
      left: () => this.enterResults(),
      removeChip: () => this.chips.removeLast(),
      toChips: () => this.chips.enter(),
      leaveSimilar: () => {
        if (!this.state.similar) return false;
        this.backToQuestion();
        return true;
      },
      escaped: () => this.vscode.postMessage({ is: 'leave' }),
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
    this.chips = new ChipRow(strings.chips, [this.operators.element, this.form.chips], {
      left: (side) => (side === 'start' ? this.box.focusStart() : this.box.focusEnd()),
      down: () => this.enterResults(),
    });
    this.notice = new NoticeBox((action) => this.vscode.postMessage({ is: 'notice', action }));
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
        act: (hit, action) => this.vscode.postMessage({ is: 'act', hit, action }),
        left: () => this.box.focusEnd(),
        folded: (folded) => this.folded(folded),
        selected: (selected) => this.save({ selected }),
        picked: (picked) => this.picked(picked),
        excluded: (paths) => this.form.exclude(paths),
        copyPicked: () => this.vscode.postMessage({ is: 'act-on-selection', action: 'copy' }),
      },
      this.state.folded,
      this.state.selected,
      this.state.picked ?? [],
    );
    this.selection = new SelectionBar(
      start,
      {
        act: (action) => this.vscode.postMessage({ is: 'act-on-selection', action }),
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
    this.found = new FoundPane(
      strings,
      this.tree,
      () => {
        this.limit *= 3;
        this.post();
      },
      (filters) => {
        this.form.set(filters);
        this.filtered(filters);
      },
      (action) => this.vscode.postMessage({ is: 'stored', action }),
      (query) => this.setQuery({ query }),
    );
    this.box.set(this.state.query);
    this.form.set(this.state.filters);
    const { controls } = this;
    controls.append(
      this.box.element,
      element('div', { class: 'where' }, this.form.areas, scope.element),
      this.chips.element,
      this.form.element,
      this.found.problems,
      this.similar.element,
    );
    this.search.append(this.progress.element, this.hints.element, this.found.element, this.selection.element);
    document.title = strings.search;
    document.body.replaceChildren(element('main', {}, controls, this.search, this.notice.element, this.found.live));
    keepRowsBelow(controls);
    document.addEventListener('scroll', () => this.saveScroll(), { passive: true, signal: this.ending.signal });
    this.update();
    if (this.hasRequest) this.post();
    if (selection) this.box.select(...selection);
    else if (document.hasFocus()) this.box.focusAll();
    if (typed !== '') this.box.type(typed);
  }

  /** Another one takes over: this one must not save its state any more. */
  private end(): void {
    this.ending.abort();
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    this.progress.end();
    this.pause.drop();
  }

  receive(message: SearchToPage): void {
    if (message.is === 'results') this.receiveResults(message);
    else if (message.is === 'notice') this.showNotice(message);
    else if (message.is === 'languages') this.form.setLanguages(message.languages);
    else if (message.is === 'set-query') this.setQuery(message);
    else if (message.is === 'file-icons') this.tree.fileIcons.set(message);
    else if (message.is === 'exclude') this.form.exclude([message.path]);
    else if (message.is === 'pick') this.tree.pick(message.key);
    else if (message.is === 'fold') this.tree.foldAll(message.isFolded);
    else if (message.is === 'code-colours') setCodeColours(message.colours);
    else if (message.is === 'layout') this.tree.setLayout(message.layout);
    else if (message.is === 'focus') this.focus();
    else if (message.is === 'visible') this.visibilityChanged(message.isVisible);
    else if (message.is === 'selection') {
      this.selection.show(message);
      this.selection.element.hidden = (this.state.picked ?? []).length === 0;
      this.tree.markLeftOut(message.leftOut);
    } else if (message.is === 'examples') {
      this.hints.setExamples(message.questions);
      this.update();
    } else if (message.is === 'history') {
      this.history.replace(message.entries);
      this.update();
    }
  }

  /** Results for a word that is not complete wait until the user stops typing. */
  private receiveResults(results: SearchResults): void {
    if (!isSameRequest(results.request, this.state)) return;
    this.isAsking = false;
    if (results.stored?.is !== 'waiting') this.progress.end();
    this.pause.offer(results, results.isOpen === true && !this.entersResults);
  }

  private show(results: SearchResults): void {
    const isFirst = this.isNew;
    this.isNew = false;
    this.operators.show(results.operators);
    this.found.show(results, this.state.query);
    this.vscode.postMessage({ is: 'folded', isAll: this.tree.isAllFolded });
    if (isFirst) document.documentElement.scrollTop = this.state.scroll;
    // A page that was hidden and is shown again has hits selected.
    if (isFirst && this.state.picked && this.state.picked.length > 0) this.picked(this.state.picked);
    if (this.entersResults) this.tree.enter();
    this.entersResults = false;
  }

  private showNotice({ notice }: NoticeMessage): void {
    const { replaces = 'nothing' } = notice ?? {};
    const hadFocus = document.hasFocus();
    const canSearchNow = this.replaced !== 'nothing' && replaces === 'nothing';
    this.replaced = replaces;
    this.notice.show(notice);
    this.controls.hidden = replaces === 'search';
    this.search.hidden = replaces !== 'nothing';
    // What was typed before there was an index.
    if (canSearchNow && this.hasRequest) this.post();
    if (!hadFocus || document.activeElement !== document.body) return;
    // The button of a notice is gone. What was typed is not selected: the user may go on.
    if (replaces === 'search') this.notice.focus();
    else this.box.focusEnd();
  }

  private setQuery({ query = this.state.query, filters = this.state.filters, similar }: Omit<SetQuery, 'is'>): void {
    const { state, limit } = this;
    if (similar && !state.similar) this.question = { scroll: state.scroll, limit };
    this.box.set(query);
    this.form.set(filters);
    this.box.focusAll();
    this.pause.release();
    this.changed({ query, filters, similar });
    this.post();
  }

  private backToQuestion(): void {
    const { scroll, limit } = this.question;
    this.pause.release();
    this.changed({ similar: undefined });
    this.limit = limit;
    this.save({ scroll });
    this.box.focusAll();
    this.post();
  }

  focus(): void {
    if (this.replaced === 'search') this.notice.focus();
    else this.box.focusAll();
  }

  keepTyping(): void {
    this.box.focus();
  }

  /** A hidden page keeps its rows. When it is shown again, the focus goes to the box, not to where it was. */
  private visibilityChanged(isVisible: boolean): void {
    if (isVisible && document.hasFocus() && document.activeElement !== document.querySelector('#query')) this.focus();
    else if (!isVisible && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  private folded(folded: readonly string[]): void {
    this.save({ folded });
    this.vscode.postMessage({ is: 'folded', isAll: this.tree.isAllFolded });
  }

  /** Other hits are selected. */
  private picked(picked: readonly string[]): void {
    this.save({ picked });
    // It is shown when it knows how many there are.
    if (picked.length === 0) this.selection.element.hidden = true;
    this.vscode.postMessage({ is: 'select', hits: picked, withContext: this.state.withContext ?? true });
  }

  private get hasRequest(): boolean {
    return !isEmptyRequest(this.state);
  }

  private typed(query: string, isFinal: boolean): void {
    if (query !== this.state.query || this.state.similar) this.changeQuery(query);
    if (!isFinal || query.trim() === '') return;
    this.remember();
    this.pause.release();
    if (this.isNew) this.post();
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
    if (isInWord && this.isAsking) this.timers.search = setTimeout(() => this.post(), debounceMs);
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

  private post(): void {
    clearTimeout(this.timers.search);
    const { query, filters, similar, at } = this.state;
    this.vscode.postMessage({ is: 'search', request: { query, filters, similar, at }, limit: this.limit });
    this.isAsking = this.hasRequest && this.replaced === 'nothing';
    if (this.isAsking) this.progress.start();
    else {
      this.isNew = false;
      this.progress.end();
      setText(this.found.live, '');
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
      this.vscode.postMessage({ is: 'open', hit, how, ...place });
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
    this.vscode.postMessage({ is: 'remember', query });
  }

  private save(part: Partial<SearchPageState>): void {
    this.state = { ...this.state, ...part };
    this.vscode.setState(this.state);
    this.update();
  }

  private saveScroll(): void {
    this.state = { ...this.state, scroll: document.documentElement.scrollTop };
    this.vscode.setState(this.state);
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
      this.found.hide();
      this.operators.show([]);
    }
    this.similar.show(similar, query);
  }
}

/** A row that gets the focus must not be hidden behind the controls, which stay at the top. */
function keepRowsBelow(controls: HTMLElement): void {
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('scroll-padding-top', `${controls.offsetHeight}px`);
  }).observe(controls);
}
