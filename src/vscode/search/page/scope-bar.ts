/** The button that says what is searched, and chooses it; hidden if there is only the workspace. */

import type { ScopeButton } from '../../team/stored-notice';
import { element } from '../../webview/page/dom';
import { icon } from './search-buttons';

export class ScopeBar {
  readonly element = element('button', { type: 'button', class: 'scope-button', hidden: true });

  constructor(onChoose: () => void) {
    this.element.addEventListener('click', onChoose);
  }

  show(button: ScopeButton | undefined): void {
    this.element.hidden = button === undefined;
    if (!button) return;
    const { icon: name, label, title, isWide } = button;
    this.element.title = title;
    this.element.setAttribute('aria-label', title);
    this.element.classList.toggle('wide', isWide);
    this.element.replaceChildren(icon(name), element('span', { class: 'label' }, label), icon('chevron-down'));
  }
}
