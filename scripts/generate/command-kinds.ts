/** What is known about a command: see editor-commands.ts. */

/** A command of menus and buttons; without more, the palette never shows it. */
export interface CommandTitle {
  readonly title: readonly [english: string, german: string];
  readonly icon?: string;
}

export interface PaletteCommand extends CommandTitle {
  /** One or two sentences, as Markdown. */
  readonly does: string;
  /**
   * When the palette shows it; `false`: never, as it belongs to a view, whose title or menu has it. Left out: always; a test lists those
   * commands, so that a new one is hidden where it cannot work.
   */
  readonly when?: string;
}
