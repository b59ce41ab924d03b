/**
 * The query box with its two toggles (help, filters) and the query history. It has one line and grows with its text, so that a pasted
 * text can be read; Shift+Enter begins a new line.
 */
import { element } from '../../webview/page/dom';
import { iconButton } from '../../webview/page/icons';
import type { SearchStart } from '../messages/search-messages';
import type { HistoryCursor } from '../search-memory';

interface QueryBoxEvents {
  /** @param isFinal Enter was pressed: no need to wait for more. */
  changed(query: string, isFinal: boolean): void;
  /** The focus moves to the results. */
  left(): void;
  /** Backspace before the text. @returns false if there is no chip. */
  removeChip(): boolean;
  /** Left before the text. @returns false if there is no chip. */
  toChips(): boolean;
  /** Escape was pressed. @returns true if it left similar code, so that the question stays. */
  leaveSimilar(): boolean;
  /** Escape was pressed in the empty box. */
  escaped(): void;
  toggleFilters(): void;
  toggleHelp(): void;
}

export class QueryBox {
  readonly element: HTMLElement;
  private readonly input: HTMLTextAreaElement;
  private readonly clear: HTMLButtonElement;
  private readonly filters: HTMLButtonElement;
  private readonly help: HTMLButtonElement;
  /** The user typed since the box got the focus. */
  private isTyping = false;

  constructor(
    strings: SearchStart['strings'],
    private readonly history: HistoryCursor,
    private readonly events: QueryBoxEvents,
  ) {
    this.input = element('textarea', {
      id: 'query',
      rows: 1,
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
    const buttons = element('div', { class: 'box-buttons' }, this.clear, this.help, this.filters);
    this.element = element('div', { class: 'box' }, this.input, buttons);
    this.input.addEventListener('focus', () => {
      this.isTyping = false;
    });
    // A long text is read from its beginning; the browser shows its end, where the cursor is.
    this.input.addEventListener('paste', () => requestAnimationFrame(() => this.input.scrollTo(0, 0)));
    this.input.addEventListener('input', () => {
      this.isTyping = true;
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

  /** The selected range, in UTF-16 offsets; undefined if the box does not have the focus. */
  get selection(): readonly [start: number, end: number] | undefined {
    const { selectionStart, selectionEnd } = this.input;
    return document.activeElement === this.input ? [selectionStart, selectionEnd] : undefined;
  }

  set(query: string): void {
    this.input.value = query;
    this.update();
  }

  focus(): void {
    this.input.focus({ preventScroll: true });
  }

  focusStart(): void {
    this.select(0, 0);
  }

  /** What is typed next is appended. */
  focusEnd(): void {
    const { length } = this.input.value;
    this.select(length, length);
  }

  /** As if the user had typed it now, over what is selected. */
  type(text: string): void {
    this.set(text);
    this.select(text.length, text.length);
    this.isTyping = true;
    this.events.changed(text, false);
  }

  /** Selects the text, unless the user is typing it: the next letter would replace it. */
  focusAll(): void {
    this.focus();
    if (!this.isTyping) this.input.select();
  }

  select(start: number, end: number): void {
    this.focus();
    this.input.setSelectionRange(start, end);
  }

  /** Appends an example of the query syntax, with its value selected. */
  insert(text: string): void {
    const before = this.input.value.trimEnd();
    const start = before === '' ? 0 : before.length + 1;
    this.set(before === '' ? text : `${before} ${text}`);
    const from = /^(?:-|"|\w+:)/.exec(text)?.[0].length ?? 0;
    const to = text.endsWith('"') ? text.length - 1 : text.length;
    this.select(start + from, start + to);
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
    const { key, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event;
    if (isComposing || ctrlKey || metaKey || shiftKey) return;
    const { value: text, selectionStart, selectionEnd } = this.input;
    const isInHistory = altKey || text === '' || this.history.isAt(text);
    // A key that is held to delete the text, or to go to its start, ends there.
    const isBefore = selectionEnd === 0 && !altKey && !event.repeat;
    const isFirstLine = !text.slice(0, selectionStart).includes('\n');
    const isLastLine = !text.slice(selectionEnd).includes('\n');
    if (key === 'ArrowUp' && isInHistory && isFirstLine) this.recall(this.history.older(text));
    else if (key === 'ArrowDown' && isInHistory && isLastLine && (altKey || this.history.isAt(text))) {
      this.recall(this.history.newer(text));
    } else if (key === 'ArrowDown' && this.hasOneRow()) this.events.left();
    else if (key === 'ArrowDown' && isLastLine) {
      // A wrapped line has several rows: the cursor moves through them first.
      requestAnimationFrame(() => this.input.selectionEnd === selectionEnd && this.events.left());
      return;
    } else if (key === 'Backspace' && isBefore && this.events.removeChip()) this.focusStart();
    else if (key === 'ArrowLeft' && isBefore && this.events.toChips()) {
      // The focus is there now.
    } else if (key === 'Enter' && !altKey) {
      this.events.changed(text, true);
      this.events.left();
    } else if (key === 'Escape') {
      if (this.events.leaveSimilar()) {
        // The question is asked again.
      } else if (text === '') this.events.escaped();
      else {
        this.set('');
        this.events.changed('', true);
      }
    } else return;
    event.preventDefault();
  }

  private hasOneRow(): boolean {
    return this.input.scrollHeight < 2 * Number.parseFloat(getComputedStyle(this.input).lineHeight);
  }

  private recall(text: string): void {
    if (text === this.input.value) return;
    this.set(text);
    this.input.setSelectionRange(text.length, text.length);
    this.events.changed(text, false);
  }
}
