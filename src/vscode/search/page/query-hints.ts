/** Shown while the query is empty: what can be asked, examples and recent queries. Behind the question mark: the query syntax and the keys. */
import { element, setText, textButton } from '../../webview/page/dom';
import { icon } from '../../webview/page/icons';
import type { NoticeAction, SearchNotice, SearchStart } from '../messages/search-messages';
import type { HistoryCursor } from '../search-memory';

/** Shows the notice about the index: a line above the results, or a welcome text instead of them. */
export class NoticeBox {
  readonly element = element('section', { class: 'notice', role: 'status', hidden: true });
  private readonly title = element('p', { class: 'title' });
  private readonly text = element('p', { class: 'text' });
  private readonly bar = element('div', { class: 'bar' });
  private readonly buttons = element('div', { class: 'buttons' });
  private readonly sign = element('div', { class: 'sign' });
  private drawn = '';

  constructor(private readonly onAction: (action: NoticeAction) => void) {
    const track = element('div', { class: 'track', 'aria-hidden': true }, this.bar);
    this.element.append(this.sign, element('div', { class: 'words' }, this.title, this.text, track, this.buttons));
  }

  /** Moves the focus to the button that is offered first. */
  focus(): void {
    this.buttons.querySelector('button')?.focus();
  }

  show(notice: SearchNotice | undefined): void {
    this.element.hidden = notice === undefined;
    if (!notice) return;
    this.element.className = `notice ${notice.level}${notice.replaces === 'nothing' ? '' : ' alone'}`;
    setText(this.title, notice.title);
    setText(this.text, notice.text);
    this.text.hidden = notice.text === '';
    this.bar.classList.toggle('unknown', notice.share === undefined);
    this.bar.style.setProperty('--share', String(notice.share ?? 0));
    // Replaced only if they changed: a button may have the focus while progress arrives several times a second.
    const drawn = JSON.stringify([notice.icon, notice.buttons]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.sign.replaceChildren(icon(notice.icon));
    this.buttons.replaceChildren(
      ...notice.buttons.map(({ action, label, isPrimary }) =>
        textButton(isPrimary ? 'primary' : 'secondary', label, () => this.onAction(action)),
      ),
    );
    this.buttons.hidden = notice.buttons.length === 0;
  }
}

const maxRecent = 5;

export class QueryHints {
  readonly element = element('section', { class: 'hints' });
  private examples: readonly string[] = [];

  constructor(
    private readonly start: SearchStart,
    private readonly history: HistoryCursor,
    private readonly onHint: (text: string) => void,
    private readonly onQuery: (query: string) => void,
  ) {}

  setExamples(questions: readonly string[]): void {
    this.examples = questions;
  }

  /** @param isHelp the query syntax and the keys are shown, instead of what can be asked. */
  draw(isHelp: boolean): void {
    const { strings, hints, keys } = this.start;
    const row = (className: string, onClick: () => void, ...children: HTMLElement[]): HTMLElement => {
      const button = element('button', { type: 'button', class: className }, ...children);
      button.addEventListener('click', onClick);
      return element('li', {}, button);
    };
    const list = (title: string, rows: readonly HTMLElement[]): HTMLElement[] =>
      rows.length === 0 ? [] : [element('h2', {}, title), element('ul', {}, ...rows)];
    const query = (className: string, sign: string, text: string): HTMLElement =>
      row(className, () => this.onQuery(text), icon(sign), element('span', { title: text }, text));
    if (isHelp) {
      const syntax = hints.map(({ text, meaning }) =>
        row('hint', () => this.onHint(text), element('code', {}, text), element('span', {}, meaning)),
      );
      this.element.replaceChildren(...list(strings.hints, syntax), ...list(strings.keys, keys.map(keyRow)));
      return;
    }
    const examples = this.examples.map((text) => query('example', 'search', text));
    const recent = this.history.latest.slice(0, maxRecent).map((text) => query('recent', 'history', text));
    this.element.replaceChildren(
      element('p', { class: 'intro' }, strings.intro),
      ...list(strings.examples, examples),
      ...list(strings.recent, recent),
    );
  }
}

function keyRow({ keys, mac = keys, meaning }: SearchStart['keys'][number]): HTMLElement {
  // The keys are those of the machine in front of the user, which the extension may not run on.
  const shown = /^Mac/.test(navigator.platform) ? mac : keys;
  const row = element('div', { class: 'hint key' }, element('kbd', {}, shown), element('span', {}, meaning));
  return element('li', {}, row);
}
