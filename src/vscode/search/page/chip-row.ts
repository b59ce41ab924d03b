/**
 * The chips below the query box, those of the query and those of the form, as one row for the keyboard: Left and Right move, Delete,
 * Backspace, Enter and Space remove a chip, letters and Escape go back to the box.
 */
import { element } from '../../webview/page/dom';

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
