/** What was found: how much, what may help, the rows, and more on demand. The count is also told to screen readers. */

import type { StoredAction } from '../../team/stored-notice';
import { element, setText } from '../../webview/page/dom';
import type { SearchStrings } from '../messages/page-start';
import type { SearchResults } from '../messages/result-messages';
import type { SearchFilters } from '../messages/search-request';
import { isSameRequest } from './page-state';
import { keepInPlace } from './rows/keep-in-place';
import type { ResultsTree } from './rows/results-tree';
import { textButton } from './search-buttons';
import { StoredLine } from './stored-line';

/** Delay before screen readers announce the count, so that they do not at every letter. */
const announceMs = 700;

export class FoundPane {
  readonly element: HTMLElement;
  /** Parts of the query that could not be used; shown beside the box. */
  readonly problems = element('ul', { id: 'problems', class: 'problems', hidden: true });
  readonly live = element('div', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  private readonly summary = element('p', { class: 'summary' });
  private readonly suggestions = element('div', { class: 'suggestions', hidden: true });
  private readonly more: HTMLButtonElement;
  private readonly stored: StoredLine;
  private shown: SearchResults | undefined;
  private announcing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    strings: SearchStrings,
    private readonly tree: ResultsTree,
    onMore: () => void,
    private readonly onSuggestion: (filters: SearchFilters) => void,
    onStored: (action: StoredAction) => void,
  ) {
    this.stored = new StoredLine(onStored);
    this.more = textButton('secondary more', strings.more, onMore);
    this.element = element(
      'div',
      { class: 'found', hidden: true },
      this.stored.element,
      this.summary,
      this.suggestions,
      tree.element,
      this.more,
    );
  }

  /** @param query as it is in the box; UI tests wait for it. */
  show(results: SearchResults, query: string): void {
    // More results of the same search come in: the user may be at one already.
    const isMore = this.shown !== undefined && isSameRequest(this.shown.request, results.request);
    this.shown = results;
    if (isMore) keepInPlace(this.tree.element, () => this.draw(results, query));
    else this.draw(results, query);
  }

  private draw(results: SearchResults, query: string): void {
    this.stored.show(results.stored);
    // Not a line of its own, which would move the rows with every search.
    const waiting = results.stored?.is === 'waiting' ? results.stored.text : '';
    setText(this.summary, [results.summary, waiting].filter((each) => each !== '').join(' · '));
    this.summary.hidden = this.summary.textContent === '';
    this.summary.classList.toggle('waiting', waiting !== '');
    this.problems.replaceChildren(...results.problems.map((text) => element('li', {}, text)));
    this.problems.hidden = results.problems.length === 0;
    this.suggestions.replaceChildren(
      ...results.suggestions.map(({ label, filters }) =>
        textButton('secondary', label, () => this.onSuggestion(filters)),
      ),
    );
    this.suggestions.hidden = results.suggestions.length === 0;
    this.more.hidden = !results.hasMore;
    this.tree.show(results.groups);
    this.element.hidden = false;
    this.element.dataset.query = query;
    clearTimeout(this.announcing);
    if (waiting === '') this.announcing = setTimeout(() => setText(this.live, results.summary), announceMs);
  }

  hide(): void {
    this.element.hidden = true;
    this.problems.hidden = true;
  }
}
