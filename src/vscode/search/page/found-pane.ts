/** What was found: how much, what may help, the rows, and more on demand. The count is also told to screen readers. */
import type { StoredAction, StoredNotice } from '../../team/search-scope';
import { element, setText, textButton } from '../../webview/page/dom';
import { icon } from '../../webview/page/icons';
import type { SearchResults, ShownProblem } from '../messages/result-messages';
import type { SearchStart } from '../messages/search-messages';
import type { SearchFilters } from '../messages/search-request';
import type { ResultsTree } from './rows/results-tree';

/** One line that says why the database of the team could not be searched, and asks it again. */
class StoredLine {
  readonly element = element('div', { class: 'stored-line', hidden: true });
  private readonly text = element('p', { class: 'text', role: 'status' });
  private readonly buttons = element('div', { class: 'links' });
  private drawn = '';

  constructor(private readonly onAction: (action: StoredAction) => void) {
    this.element.append(icon('warning'), element('div', { class: 'words' }, this.text, this.buttons));
  }

  show(notice: StoredNotice | undefined): void {
    this.element.hidden = notice?.is !== 'failed';
    const drawn = JSON.stringify(notice);
    // A button may have the focus while the same answer comes again.
    if (notice?.is !== 'failed' || drawn === this.drawn) return;
    this.drawn = drawn;
    setText(this.text, notice.text);
    this.buttons.replaceChildren(
      ...notice.buttons.map(({ action, label }) => textButton('link', label, () => this.act(action))),
    );
    this.buttons.hidden = notice.buttons.length === 0;
  }

  /** The line goes away, and the focus must not be lost with it. */
  private act(action: StoredAction): void {
    document.querySelector<HTMLElement>('#query')?.focus();
    this.onAction(action);
  }
}

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
  private announcing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    strings: SearchStart['strings'],
    private readonly tree: ResultsTree,
    onMore: () => void,
    private readonly onSuggestion: (filters: SearchFilters) => void,
    onStored: (action: StoredAction) => void,
    private readonly onName: (name: string) => void,
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
    this.stored.show(results.stored);
    // Not a line of its own, which would move the rows with every search.
    const waiting = results.stored?.is === 'waiting' ? results.stored.text : '';
    setText(this.summary, [results.summary, waiting].filter((each) => each !== '').join(' · '));
    this.summary.hidden = this.summary.textContent === '';
    this.summary.classList.toggle('nearest', results.isNearest === true);
    this.problems.replaceChildren(...results.problems.map((problem) => this.problemItem(problem)));
    this.problems.hidden = results.problems.length === 0;
    this.suggestions.replaceChildren(
      ...results.suggestions.map(({ label, filters }) =>
        textButton('secondary', label, () => this.onSuggestion(filters)),
      ),
    );
    this.suggestions.hidden = results.suggestions.length === 0;
    this.more.hidden = !results.hasMore;
    this.tree.show(results);
    this.element.hidden = false;
    this.element.dataset.query = query;
    clearTimeout(this.announcing);
    if (waiting === '') this.announcing = setTimeout(() => setText(this.live, results.summary), announceMs);
  }

  private problemItem({ text, names }: ShownProblem): HTMLElement {
    const links = names.flatMap((name) => [' ', textButton('link', name, () => this.onName(name))]);
    return element('li', {}, text, ...links);
  }

  hide(): void {
    this.element.hidden = true;
    this.problems.hidden = true;
  }
}
