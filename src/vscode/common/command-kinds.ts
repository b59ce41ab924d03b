/** What is known about a command: see scripts/generate/editor-commands.ts. */

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

/** Commands that start a process or ask a database: in VS Code for the Web the palette hides them, and they say why they cannot run. */
export const desktopCommands = {
  export: ['exportWorkspaceChunks'],
  process: ['runPrompt', 'continueRun', 'writeNotes', 'retryNotes', 'clearNotes'],
  agents: ['connectAgents'],
  database: [
    ...['pushToDatabase', 'setDatabasePassword', 'clearDatabasePassword'],
    ...['chooseSearchScope', 'openInWorkspace'],
  ],
} as const;
