/** The bar at the bottom of the view while results are selected: how many, how much of the token budget, and what to do with them. */
import { element, setText } from '../../webview/page/dom';
import type { SearchStart, SearchStrings } from '../messages/page-start';
import type { SelectionAction, SelectionState } from '../messages/result-messages';
import type { SimilarPlace } from '../messages/search-request';
import { icon, iconButton, textButton } from './search-buttons';

/** Says that the results are code similar to a place, and leads back to the question. */
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

interface SelectionEvents {
  act(action: SelectionAction): void;
  /** With or without imports and globals. */
  changed(withContext: boolean): void;
  cleared(): void;
}

export class SelectionBar {
  readonly element: HTMLElement;
  private readonly label = element('span', { class: 'selection-label', role: 'status' });
  private readonly problem = element('span');
  private readonly problemLine = element('div', { class: 'selection-problem', hidden: true }, icon('warning'));
  private readonly gauge = element('div', { class: 'selection-gauge', 'aria-hidden': true }, element('span'));

  constructor({ strings, actions }: SearchStart, events: SelectionEvents, withContext: boolean) {
    const box = element('input', { type: 'checkbox', id: 'with-context' });
    box.checked = withContext;
    box.addEventListener('change', () => events.changed(box.checked));
    const hasChat = actions.some(({ action }) => action === 'chat');
    this.problemLine.append(this.problem);
    this.element = element(
      'section',
      { class: 'selection', 'aria-label': strings.selection, hidden: true },
      element(
        'div',
        { class: 'selection-head' },
        this.label,
        iconButton('close', strings.clearSelection, () => events.cleared()),
      ),
      this.gauge,
      this.problemLine,
      element('label', { class: 'check', for: 'with-context' }, box, element('span', {}, strings.withContext)),
      element(
        'div',
        { class: 'selection-buttons' },
        textButton('primary', strings.copySelection, () => events.act('copy')),
        ...(hasChat ? [textButton('secondary', strings.sendSelection, () => events.act('chat'))] : []),
      ),
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') events.cleared();
    });
    // Rows must not be hidden behind the bar.
    new ResizeObserver(() => {
      document.documentElement.style.setProperty('--selection-height', `${this.element.offsetHeight}px`);
    }).observe(this.element);
  }

  show({ label, problem, share }: SelectionState): void {
    setText(this.label, label);
    setText(this.problem, problem);
    this.problemLine.hidden = problem === '';
    this.gauge.style.setProperty('--share', String(share));
    this.gauge.classList.toggle('full', problem !== '');
  }
}
