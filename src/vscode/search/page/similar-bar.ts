/** Says that the results are code similar to a place, and leads back to the question. */
import { element } from '../../webview/page/dom';
import type { SearchStrings } from '../messages/page-start';
import type { SimilarPlace } from '../messages/search-request';
import { iconButton } from './search-buttons';

export class SimilarBar {
  readonly element = element('div', { class: 'similar', hidden: true });

  constructor(
    private readonly strings: SearchStrings,
    private readonly onBack: () => void,
  ) {}

  /** @param query the question to go back to; empty if there was none. */
  show(place: SimilarPlace | undefined, query: string): void {
    this.element.hidden = place === undefined;
    if (!place) return;
    const { backToQuestion, leaveSimilar } = this.strings;
    const label = query.trim() === '' ? leaveSimilar : `${backToQuestion}: ${query.trim()}`;
    this.element.replaceChildren(
      iconButton(query.trim() === '' ? 'close' : 'arrow-left', label, this.onBack),
      element('span', { class: 'label', title: place.label }, place.label),
      element('span', { class: 'place', title: place.detail ?? '' }, place.detail ?? ''),
    );
  }
}
