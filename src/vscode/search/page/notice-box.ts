/** Shows the notice about the index: a line above the results, or a welcome text instead of them. */

import { element, setText } from '../../webview/page/dom';
import type { IndexNotice, NoticeAction } from '../messages/search-messages';
import { icon, textButton } from './search-buttons';

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

  show(notice: IndexNotice | undefined): void {
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
