/** Commands that start a process. In a browser there is none, and each says so and what to use instead. */
import * as vscode from 'vscode';

const { l10n } = vscode;

/** They are also hidden by the context key `codegrain.isWeb`; a key binding or another extension can still run them. */
const reasons: Readonly<Record<string, () => string>> = {
  exportWorkspaceChunks: () =>
    l10n.t('VS Code for the Web cannot export a whole workspace. Export the open file, or use desktop VS Code.'),
  runPrompt: needsProcess,
  continueRun: needsProcess,
  writeNotes: needsProcess,
  retryNotes: needsProcess,
  clearNotes: needsProcess,
  connectAgents: () =>
    l10n.t('Agents start Codegrain as a program, and VS Code for the Web cannot start programs. Use desktop VS Code.'),
  pushToDatabase: noDatabase,
  setDatabasePassword: noDatabase,
  clearDatabasePassword: noDatabase,
  chooseSearchScope: noDatabase,
  openInWorkspace: noDatabase,
};

function needsProcess(): string {
  return l10n.t('This command reads the folder in a process of its own. Use desktop VS Code for it.');
}

function noDatabase(): string {
  return l10n.t('A browser cannot connect to a PostgreSQL server. Use desktop VS Code or the command line.');
}

export function registerDesktopOnly(): vscode.Disposable {
  const registrations = Object.entries(reasons).map(([name, reason]) =>
    vscode.commands.registerCommand(`codegrain.${name}`, () => {
      void vscode.window.showWarningMessage(reason());
    }),
  );
  return vscode.Disposable.from(...registrations);
}
