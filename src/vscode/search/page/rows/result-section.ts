/** A list of files and hits with an optional heading. */
import { element } from '../../../webview/page/dom';
import { KeptRows } from './kept-rows';

export class ResultSection {
  readonly element: HTMLElement;
  private readonly heading: HTMLElement;
  private readonly rows: KeptRows;

  constructor(private readonly label: string) {
    // The group has the label for screen readers.
    this.heading = element('div', { class: 'section', 'aria-hidden': true }, label);
    this.element = element('div', { role: 'none' }, this.heading);
    this.rows = new KeptRows(this.element);
  }

  show(rows: Parameters<KeptRows['show']>[0], hasHeading: boolean): HTMLElement[] {
    this.element.hidden = rows.length === 0;
    this.heading.hidden = !hasHeading;
    this.element.setAttribute('role', hasHeading ? 'group' : 'none');
    if (hasHeading) this.element.setAttribute('aria-label', this.label);
    else this.element.removeAttribute('aria-label');
    return this.rows.show(rows);
  }
}
