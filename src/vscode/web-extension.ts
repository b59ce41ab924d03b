/** The entry point in a web worker (vscode.dev, github.dev): web workers replace the processes, and what needs a process says so. */
import { commands, type Disposable, type ExtensionContext, l10n, Uri, window } from 'vscode';
import { desktopCommands } from './common/command-kinds';
import { Mirror } from './indexing/mirror/mirror';
import { type CodegrainApi, startSharedFeatures } from './shared-features';

export function activate(context: ExtensionContext): CodegrainApi {
  const { extensionUri, subscriptions, storageUri, globalStorageUri } = context;
  const script = (name: string): string => Uri.joinPath(extensionUri, 'dist', 'web', name).toString(true);
  void commands.executeCommand('setContext', 'codegrain.isWeb', true);
  const scripts = { parseWorker: script('parse-worker.js'), indexService: script('index-service.js') };
  const storage = storageUri ?? globalStorageUri;
  const { api } = startSharedFeatures(context, scripts, {
    mirrorFor: (log) => (folder, service) => new Mirror(folder, service, storage, log),
  });
  for (const why of ['export', 'process', 'agents', 'database'] as const)
    subscriptions.push(...registerDesktopOnly(why));
  return api;
}

/** Why commands do not work in a browser, and what to use instead: a key binding or another extension can still run them. */
const reasons: Readonly<Record<keyof typeof desktopCommands, () => string>> = {
  export: () =>
    l10n.t('VS Code for the Web cannot export a whole workspace. Export the open file, or use desktop VS Code.'),
  process: () => l10n.t('This command reads the folder in a process of its own. Use desktop VS Code for it.'),
  agents: () =>
    l10n.t('Agents start Codegrain as a program, and VS Code for the Web cannot start programs. Use desktop VS Code.'),
  database: () => l10n.t('A browser cannot connect to a PostgreSQL server. Use desktop VS Code or the command line.'),
};

function registerDesktopOnly(why: keyof typeof desktopCommands): Disposable[] {
  return desktopCommands[why].map((name) =>
    commands.registerCommand(`codegrain.${name}`, () => void window.showWarningMessage(reasons[why]())),
  );
}
