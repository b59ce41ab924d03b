/** Keeps what is typed before the query box exists, so that nothing is lost between the click on the icon and the first picture. */

export class EarlyKeys {
  private typed = '';
  private readonly listener = (event: KeyboardEvent): void => this.pressed(event);

  constructor(private readonly target: Window) {
    target.addEventListener('keydown', this.listener);
  }

  /** Stops listening. @returns the text so far. */
  take(): string {
    this.target.removeEventListener('keydown', this.listener);
    return this.typed;
  }

  private pressed({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): void {
    if (ctrlKey || metaKey || altKey || isComposing) return;
    if (key === 'Backspace') this.typed = this.typed.slice(0, -1);
    else if ([...key].length === 1) this.typed += key;
  }
}
