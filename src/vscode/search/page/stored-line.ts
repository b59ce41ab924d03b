/** One line that says why the database of the team could not be searched, and asks it again. */

import type { StoredAction, StoredNotice } from '../../team/stored-notice';
import { element, setText } from '../../webview/page/dom';
import { icon, textButton } from './search-buttons';

export class StoredLine {
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
