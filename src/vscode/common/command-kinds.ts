/** What is known about a command: see editor-commands.ts. */

/** The tables of docs/commands.md. */
type CommandGroup =
  | 'search'
  | 'chunks'
  | 'index'
  | 'export'
  | 'agents'
  | 'embedding'
  | 'language models'
  | 'status bar';

interface CommandTitle {
  /** English. */
  readonly title: string;
  readonly german: string;
  readonly icon?: string;
}

export interface PaletteCommand extends CommandTitle {
  readonly group: CommandGroup;
  /** One or two sentences, as Markdown. */
  readonly does: string;
  /** A `when` clause. Left out: always; a test lists those commands, so that a new one is hidden where it cannot work. */
  readonly palette?: string;
  /** It starts a process, so the palette of VS Code for the Web hides it. */
  readonly needsProcess?: true;
}

/** A command of menus and buttons only. */
export interface MenuCommand extends CommandTitle {
  readonly palette: false;
}
