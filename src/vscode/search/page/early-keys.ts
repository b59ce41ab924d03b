/** Keeps what is typed or pasted before the query box exists, so that nothing is lost while the page starts. */

export class EarlyKeys {
  private typed = '';
  private readonly onKey = (event: KeyboardEvent): void => this.pressed(event);
  private readonly onPaste = ({ clipboardData }: ClipboardEvent): void => {
    this.typed += clipboardData?.getData('text/plain') ?? '';
  };

  constructor(private readonly target: Window) {
    target.addEventListener('keydown', this.onKey);
    target.addEventListener('paste', this.onPaste);
    // For UI tests.
    target.document.documentElement.dataset.listens = 'true';
  }

  /** Stops listening. @returns the text so far. */
  take(): string {
    this.target.removeEventListener('keydown', this.onKey);
    this.target.removeEventListener('paste', this.onPaste);
    const { typed } = this;
    this.typed = '';
    return typed;
  }

  private pressed({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): void {
    if (ctrlKey || metaKey || altKey || isComposing) return;
    if (key === 'Backspace') this.typed = this.typed.slice(0, -1);
    else if ([...key].length === 1) this.typed += key;
  }
}
