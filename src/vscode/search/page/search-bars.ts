/** The bars of the search page: what is searched, that a search takes long, similar code, and the selected results. */
import type { ScopeButton } from '../../team/search-scope';
import { element, setText, textButton } from '../../webview/page/dom';
import { icon, iconButton } from '../../webview/page/icons';
import type { SelectionAction, SelectionState } from '../messages/result-messages';
import type { SearchStart } from '../messages/search-messages';
import type { SimilarPlace } from '../messages/search-request';

/** The button that says what is searched, and chooses it; hidden if there is only the workspace. */
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

const delayMs = 250;

/** The moving line above the results, for searches that take long. */
export class ProgressLine {
  readonly element = element('div', { class: 'searching', 'aria-hidden': true });
  private timer: ReturnType<typeof setTimeout> | undefined;

  start(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.element.classList.add('on'), delayMs);
  }

  end(): void {
    clearTimeout(this.timer);
    this.element.classList.remove('on');
  }
}

/** Says that the results are code similar to a place, and leads back to the question. */
export class SimilarBar {
  readonly element = element('div', { class: 'similar', hidden: true });

  constructor(
    private readonly strings: SearchStart['strings'],
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

/** At the bottom while results are selected: how many, how much of the token budget, and what to do with them. */
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
        hasChat && textButton('secondary', strings.sendSelection, () => events.act('chat')),
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
