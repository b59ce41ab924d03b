/** One line about the database of the team: it is still asked, or it failed and can be asked again. */

import type { StoredAction, StoredNotice } from '../../team/stored-notice';
import { element, setText } from '../../webview/page/dom';
import { icon, textButton } from './search-buttons';

export class StoredLine {
  readonly element = element('div', { class: 'stored-line', hidden: true });
  private readonly sign = element('span', { class: 'sign' });
  private readonly text = element('span', { class: 'text', role: 'status' });
  private readonly buttons = element('span', { class: 'buttons' });
  private drawn = '';

  constructor(private readonly onAction: (action: StoredAction) => void) {
    this.element.append(this.sign, this.text, this.buttons);
  }

  show(notice: StoredNotice | undefined): void {
    this.element.hidden = notice === undefined;
    const drawn = JSON.stringify(notice);
    // A button may have the focus while the same answer comes again.
    if (!notice || drawn === this.drawn) return;
    this.drawn = drawn;
    this.element.classList.toggle('failed', notice.is === 'failed');
    this.sign.replaceChildren(notice.is === 'failed' ? icon('warning') : icon('database'));
    // That the database is asked is said with every search, so it is not read aloud.
    this.text.setAttribute('aria-live', notice.is === 'failed' ? 'polite' : 'off');
    setText(this.text, notice.text);
    this.buttons.replaceChildren(
      ...notice.buttons.map(({ action, label }) => textButton('link', label, () => this.onAction(action))),
    );
    this.buttons.hidden = notice.buttons.length === 0;
  }
}
