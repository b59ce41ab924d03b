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

/**
 * Puts the focus into the query box whenever the view gets it: by a click on the icon, a key or a command. A page cannot see why it
 * got the focus, so the exceptions are watched: the user clicked into the page or moved to another part of it, came back to the
 * window, or closed a context menu.
 */
export class BoxFocus {
  /** The user is in another window of the system. */
  isWindowAway = false;
  private isPressed = false;
  private hadMenu = false;
  /** What had the focus when the page lost it. */
  private lastActive: Element | null = null;

  /**
   * @param focusBox moves the focus into the query box, or to what is shown in its place.
   * @param keepTyping moves the focus into the query box, so that it gets the key that is pressed.
   */
  constructor(
    target: Window,
    private readonly focusBox: () => void,
    keepTyping: () => void,
  ) {
    target.addEventListener('focus', () => this.focused());
    target.addEventListener('pointerdown', () => this.pressed(true), { capture: true });
    for (const end of ['pointerup', 'pointercancel', 'blur']) target.addEventListener(end, () => this.pressed(false));
    target.addEventListener('blur', () => {
      this.lastActive = target.document.activeElement;
    });
    target.addEventListener('contextmenu', () => {
      this.hadMenu = true;
    });
    // A key that nothing on the page expects is meant for the box. The default is not prevented, so the box gets it.
    target.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey, target: at }) => {
      if (at === target.document.body && [...key].length === 1 && !ctrlKey && !metaKey && !altKey) keepTyping();
    });
  }

  private pressed(isPressed: boolean): void {
    this.isPressed = isPressed;
    if (isPressed) this.hadMenu = false;
  }

  private focused(): void {
    const { hadMenu } = this;
    this.hadMenu = false;
    const { activeElement, body } = document;
    const isMoved = activeElement !== this.lastActive;
    if (activeElement !== body && (isMoved || this.isPressed || this.isWindowAway || hadMenu)) return;
    this.focusBox();
  }
}
