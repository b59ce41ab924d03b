/** The query box with its two toggles (help, filters) and the query history. */

import { element } from '../../webview/page/dom';
import type { SearchStrings } from '../search-messages';
import type { HistoryCursor } from './history-cursor';
import { iconButton } from './search-buttons';

interface QueryBoxEvents {
  /** @param isFinal Enter was pressed: no need to wait for more. */
  changed(query: string, isFinal: boolean): void;
  /** The focus moves to the results. */
  left(): void;
  toggleFilters(): void;
  toggleHelp(): void;
}

export class QueryBox {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly clear: HTMLButtonElement;
  private readonly filters: HTMLButtonElement;
  private readonly help: HTMLButtonElement;

  constructor(
    strings: SearchStrings,
    private readonly history: HistoryCursor,
    private readonly events: QueryBoxEvents,
  ) {
    this.input = element('input', {
      id: 'query',
      type: 'text',
      role: 'searchbox',
      placeholder: strings.placeholder,
      'aria-label': strings.search,
      'aria-describedby': 'problems',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
    });
    this.clear = iconButton('close', strings.clear, () => {
      this.set('');
      events.changed('', true);
      this.focus();
    });
    this.help = iconButton('question', strings.help, () => events.toggleHelp());
    this.filters = iconButton('filter', strings.filters, () => events.toggleFilters());
    this.help.classList.add('help');
    this.help.setAttribute('aria-expanded', 'false');
    this.filters.setAttribute('aria-controls', 'filters');
    this.element = element('div', { class: 'box' }, this.input, this.clear, this.help, this.filters);
    this.input.addEventListener('input', () => {
      history.leave();
      this.update();
      events.changed(this.input.value, false);
    });
    this.input.addEventListener('keydown', (event) => this.pressed(event));
    this.update();
  }

  get query(): string {
    return this.input.value;
  }

  set(query: string): void {
    this.input.value = query;
    this.update();
  }

  focus(): void {
    this.input.focus();
  }

  /** As if the user had typed it now, over what is selected. */
  type(text: string): void {
    this.set(text);
    this.input.setSelectionRange(text.length, text.length);
    this.events.changed(text, false);
  }

  focusAll(): void {
    this.input.focus();
    this.input.select();
  }

  /** Appends an example of the query syntax, with its value selected. */
  insert(text: string): void {
    const before = this.input.value.trimEnd();
    const start = before === '' ? 0 : before.length + 1;
    this.input.value = before === '' ? text : `${before} ${text}`;
    this.update();
    this.input.focus();
    const from = /^(?:-|"|\w+:)/.exec(text)?.[0].length ?? 0;
    const to = text.endsWith('"') ? text.length - 1 : text.length;
    this.input.setSelectionRange(start + from, start + to);
    this.events.changed(this.input.value, false);
  }

  setFilters(areOpen: boolean, count: number): void {
    this.filters.setAttribute('aria-expanded', String(areOpen));
    this.filters.dataset.count = count > 0 ? String(count) : '';
  }

  setHelp(isOpen: boolean): void {
    this.help.setAttribute('aria-expanded', String(isOpen));
  }

  private update(): void {
    this.clear.hidden = this.input.value === '';
  }

  private pressed(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, isComposing } = event;
    if (isComposing || ctrlKey || metaKey) return;
    const text = this.input.value;
    const isInHistory = altKey || text === '' || this.history.isAt(text);
    if (key === 'ArrowUp' && isInHistory) this.recall(this.history.older(text));
    else if (key === 'ArrowDown' && isInHistory && (altKey || this.history.isAt(text))) {
      this.recall(this.history.newer(text));
    } else if (key === 'ArrowDown') this.events.left();
    else if (key === 'Enter') {
      this.events.changed(text, true);
      this.events.left();
    } else if (key === 'Escape' && text !== '') {
      this.set('');
      this.events.changed('', true);
    } else return;
    event.preventDefault();
  }

  private recall(text: string): void {
    if (text === this.input.value) return;
    this.set(text);
    this.input.setSelectionRange(text.length, text.length);
    this.events.changed(text, false);
  }
}
