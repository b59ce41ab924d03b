/** Shown while the query is empty: recent queries, and examples of the query syntax. */

import { element } from '../../webview/page/dom';
import type { SearchStart } from '../search-messages';
import type { HistoryCursor } from './history-cursor';
import { icon } from './search-buttons';

const maxRecent = 5;

export class QueryHints {
  readonly element = element('section', { class: 'hints' });

  constructor(
    private readonly start: SearchStart,
    private readonly history: HistoryCursor,
    private readonly onHint: (text: string) => void,
    private readonly onRecent: (query: string) => void,
  ) {}

  /** @param isHelp the hints are shown as help above results, without recent queries. */
  draw(isHelp: boolean): void {
    const { strings, hints } = this.start;
    const recentQueries = isHelp ? [] : this.history.latest.slice(0, maxRecent);
    const row = (className: string, onClick: () => void, ...children: HTMLElement[]): HTMLElement => {
      const button = element('button', { type: 'button', class: className }, ...children);
      button.addEventListener('click', onClick);
      return element('li', {}, button);
    };
    this.element.replaceChildren(
      ...(recentQueries.length === 0
        ? []
        : [
            element('h2', {}, strings.recent),
            element(
              'ul',
              {},
              ...recentQueries.map((query) =>
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
