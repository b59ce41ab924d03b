/** The entry point in a web worker (vscode.dev, github.dev): web workers replace the processes, and what needs a process says so. */
import { commands, type ExtensionContext, Uri } from 'vscode';
import { type CodegrainApi, startSharedFeatures } from './shared-features';
import { registerDesktopOnly } from './web/desktop-only';

export function activate(context: ExtensionContext): CodegrainApi {
  const { extensionUri, subscriptions } = context;
  const script = (name: string): string => Uri.joinPath(extensionUri, 'dist', 'web', name).toString(true);
  void commands.executeCommand('setContext', 'codegrain.isWeb', true);
  const { api } = startSharedFeatures(context, {
    parseWorker: script('parse-worker.js'),
    indexService: script('index-service.js'),
  });
  subscriptions.push(registerDesktopOnly());
  return api;
}
