/** The entry point in a web worker (vscode.dev, github.dev): web workers replace the processes, and what needs a process says so. */
import { commands, type ExtensionContext, Uri } from 'vscode';
import { type CodegrainApi, startSharedFeatures } from './shared-features';
import { registerDesktopOnly } from './web/desktop-only';
import { MirroredFolder } from './web/mirrored-folder';

export function activate(context: ExtensionContext): CodegrainApi {
  const { extensionUri, subscriptions, storageUri, globalStorageUri } = context;
  const script = (name: string): string => Uri.joinPath(extensionUri, 'dist', 'web', name).toString(true);
  void commands.executeCommand('setContext', 'codegrain.isWeb', true);
  const scripts = { parseWorker: script('parse-worker.js'), indexService: script('index-service.js') };
  const storage = storageUri ?? globalStorageUri;
  const { api } = startSharedFeatures(context, scripts, {
    mirrorFor: (log) => (folder, service) => new MirroredFolder(folder, service, storage, log),
  });
  subscriptions.push(registerDesktopOnly());
  return api;
}
