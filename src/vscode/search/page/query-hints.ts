/** What stands there while nothing is looked for: earlier queries, and what a query can say. */

import { element } from '../../webview/page/dom';
import type { SearchStart } from '../search-messages';
import type { HistoryCursor } from './history-cursor';
import { icon } from './search-buttons';

const recent = 5;

export class QueryHints {
  readonly element = element('section', { class: 'hints' });

  constructor(
    private readonly start: SearchStart,
    private readonly history: HistoryCursor,
    private readonly onHint: (text: string) => void,
    private readonly onRecent: (query: string) => void,
  ) {}

  /** @param isHelp asked for beside results: without earlier queries. */
  draw(isHelp: boolean): void {
    const { strings, hints } = this.start;
    const earlier = isHelp ? [] : this.history.latest.slice(0, recent);
    const row = (className: string, onClick: () => void, ...children: HTMLElement[]): HTMLElement => {
      const button = element('button', { type: 'button', class: className }, ...children);
      button.addEventListener('click', onClick);
      return element('li', {}, button);
    };
    this.element.replaceChildren(
      ...(earlier.length === 0
        ? []
        : [
            element('h2', {}, strings.recent),
            element(
              'ul',
              {},
              ...earlier.map((query) =>
                row('recent', () => this.onRecent(query), icon('history'), element('span', { title: query }, query)),
              ),
            ),
          ]),
      element('h2', {}, strings.hints),
      element(
        'ul',
        {},
        ...hints.map(({ text, meaning }) =>
          row('hint', () => this.onHint(text), element('code', {}, text), element('span', {}, meaning)),
        ),
      ),
    );
  }
}
