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
