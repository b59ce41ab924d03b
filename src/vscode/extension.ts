/** The entry point on the desktop and on servers: builds the parts and registers them with VS Code. */
import { commands, type ExtensionContext, Uri } from 'vscode';
import { RunStore } from '../wings/models/run-store';
import { registerConnectAgents } from './agents/connect-agents';
import { registerRunPrompt } from './enrich/run-prompt-command';
import { registerNotes } from './enrich/write-notes';
import { registerExportWorkspace } from './export/export-workspace';
import { setupWithoutModel } from './indexing/folder-setup';
import { type CodegrainApi, startSharedFeatures } from './shared-features';
import { registerDatabasePassword, registerPushToDatabase } from './team/database-commands';
import { TeamDatabase } from './team/team-database';
import { registerMcpServers } from './tools/mcp-servers';

export function activate(context: ExtensionContext): CodegrainApi {
  const { extension, extensionUri, subscriptions, secrets, globalState, globalStorageUri, storageUri } = context;
  const script = (name: string): string => Uri.joinPath(extensionUri, 'dist', name).fsPath;
  const version = String(extension.packageJSON.version);
  const setupOf = (folder: Uri) => setupWithoutModel(folder, globalStorageUri);
  const database = new TeamDatabase({ secrets, globalState });
  const scripts = { parseWorker: script('parse-worker.js'), indexService: script('index-service.js') };
  const { api, log, embedding, notes, team } = startSharedFeatures(context, scripts, { database });
  const runs = new RunStore(Uri.joinPath(storageUri ?? globalStorageUri, 'runs').fsPath);
  subscriptions.push(
    registerExportWorkspace(script('cli.js'), setupOf, embedding, log),
    registerPushToDatabase({ script: script('cli.js'), setupOf, embedding, database }, log),
    registerDatabasePassword(database),
    registerRunPrompt({ script: script('parse-worker.js'), store: runs, embedding, log }),
    registerNotes({
      script: script('parse-worker.js'),
      embedding,
      notes,
      log,
      index: () => void commands.executeCommand('codegrain.indexWorkspace'),
    }),
    registerConnectAgents({ storage: globalStorageUri, script: script('cli.js'), version }, log),
    registerMcpServers({ script: script('cli.js'), version, setupOf, team, database }),
  );
  return api;
}
