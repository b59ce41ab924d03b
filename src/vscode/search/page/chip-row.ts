/**
 * The chips below the query box, those of the query and those of the form, as one row for the keyboard: Left and Right move, Delete,
 * Backspace, Enter and Space remove a chip, letters and Escape go back to the box.
 */
import { type ReadOperator, withoutOperator } from '../../../search/query/search-choices';
import { element } from '../../webview/page/dom';
import { icon } from '../../webview/page/icons';
import type { SearchStart } from '../messages/search-messages';

/** A chip for each operator that was read in the query. A click removes that part of the query. */
export class OperatorChips {
  readonly element = element('div', { class: 'chips operators', hidden: true });
  private operators: readonly ReadOperator[] = [];
  private drawn: readonly string[] = [];

  constructor(
    private readonly strings: SearchStart['strings'],
    private readonly query: () => string,
    private readonly onRemove: (query: string) => void,
  ) {}

  /** Chips that stay are the same elements, so that they keep the focus; only their places in the query are others. */
  show(operators: readonly ReadOperator[]): void {
    this.element.hidden = operators.length === 0;
    this.operators = operators;
    const texts = operators.map(({ text }) => text);
    if (JSON.stringify(texts) === JSON.stringify(this.drawn)) return;
    this.drawn = texts;
    this.element.replaceChildren(
      ...texts.map((text, i) => removableChip(text, this.strings.remove, () => this.remove(i))),
    );
  }

  /** The chip is gone at once, not only when the results of the other query arrive. */
  private remove(at: number): void {
    const operator = this.operators[at];
    if (!operator) return;
    const query = withoutOperator(this.query(), operator);
    this.show(this.operators.filter((_, i) => i !== at));
    this.onRemove(query);
  }
}

interface ChipRowEvents {
  /** The focus moves back to the query box: before its text, or behind it. */
  left(side: 'start' | 'end'): void;
  /** The focus moves to the results. */
  down(): void;
}

export class ChipRow {
  readonly element: HTMLElement;

  constructor(
    label: string,
    parts: readonly HTMLElement[],
    private readonly events: ChipRowEvents,
  ) {
    this.element = element('div', { class: 'chip-rows', role: 'group', 'aria-label': label }, ...parts);
    this.element.addEventListener('keydown', (event) => this.pressed(event));
    this.element.addEventListener('click', () => {
      // The focus was on the chip that is gone.
      if (document.activeElement === document.body) events.left('end');
    });
  }

  /** Moves the focus to the last chip. @returns whether there is one. */
  enter(): boolean {
    const last = this.chips().at(-1);
    last?.focus();
    return last !== undefined;
  }

  /** @returns whether there was one. The focus is left where that puts it. */
  removeLast(): boolean {
    const last = this.chips().at(-1);
    last?.click();
    return last !== undefined;
  }

  private chips(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('.chips:not([hidden]) .chip')];
  }

  private pressed(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, target, isComposing } = event;
    const chips = this.chips();
    const at = target instanceof HTMLElement ? chips.indexOf(target) : -1;
    if (at < 0 || ctrlKey || metaKey || altKey || isComposing) return;
    if (key === 'ArrowLeft') chips[at - 1]?.focus();
    else if (key === 'ArrowRight' && at === chips.length - 1) this.events.left('start');
    else if (key === 'ArrowRight') chips[at + 1]?.focus();
    else if (key === 'Home') chips[0]?.focus();
    else if (key === 'End') chips.at(-1)?.focus();
    else if (key === 'ArrowDown') this.events.down();
    else if (key === 'ArrowUp' || key === 'Escape') this.events.left('end');
    else if (['Delete', 'Backspace', 'Enter', ' '].includes(key)) this.remove(chips, at);
    else if (key.length === 1) {
      // The default is not prevented, so the query box gets the key.
      this.events.left('end');
      return;
    } else return;
    event.preventDefault();
  }

  private remove(chips: readonly HTMLElement[], at: number): void {
    chips[at]?.click();
    const left = this.chips();
    const next = left[Math.min(at, left.length - 1)];
    if (next) next.focus();
    else this.events.left('end');
  }
}

/** A button that removes what it names. */
export function removableChip(label: string, remove: string, onClick: () => void): HTMLButtonElement {
  const title = `${remove}: ${label}`;
  const chip = element(
    'button',
    { type: 'button', class: 'chip', title, 'aria-label': title },
    ...chipText(label),
    icon('close'),
  );
  chip.addEventListener('click', onClick);
  return chip;
}

/** A path that is too long is cut in its folders: the name at its end says more. */
function chipText(label: string): (HTMLElement | false)[] {
  const [, folders = '', name = label] = /^(.*\/)([^/]+\/?)$/.exec(label) ?? [];
  return [folders !== '' && element('span', { class: 'folders' }, folders), element('span', { class: 'end' }, name)];
}
