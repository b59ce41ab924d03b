/**
 * Registers the MCP servers with VS Code: one for each folder on disk, started with VS Code's own Node when an agent needs it. They
 * only read the indexes, which the extension updates, and the team's database, if the user agreed to search there.
 */
import * as vscode from 'vscode';
import type { FolderSetup } from '../../engine/service-protocol';
import type { TeamDatabase } from '../team/team-database';
import type { TeamSearch } from '../team/team-search';

interface ServerSettings {
  /** Script of the command line. */
  readonly script: string;
  readonly version: string;
  setupOf(folder: vscode.Uri): Pick<FolderSetup, 'indexFile' | 'include' | 'exclude'>;
  readonly team?: Pick<TeamSearch, 'target' | 'maySearch' | 'onDidChange'> | undefined;
  readonly database?: Pick<TeamDatabase, 'environment'>;
}

/** As package.json declares it. */
const mcpProviderId = 'codegrain.folders';

export function registerMcpServers(settings: ServerSettings): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const change = (): void => changed.fire();
  return vscode.Disposable.from(
    changed,
    ...(settings.team ? [settings.team.onDidChange(change)] : []),
    vscode.workspace.onDidChangeWorkspaceFolders(change),
    vscode.workspace.onDidGrantWorkspaceTrust(change),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('codegrain.index')) change();
    }),
    vscode.lm.registerMcpServerDefinitionProvider(mcpProviderId, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => serverDefinitions(settings),
      resolveMcpServerDefinition: (server) => withPassword(server, settings),
    }),
  );
}

export function serverDefinitions({
  script,
  version,
  setupOf,
  team,
}: ServerSettings): vscode.McpStdioServerDefinition[] {
  const url = team?.maySearch ? team.target?.url : undefined;
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  return folders.map((folder) => {
    const { indexFile, include, exclude } = setupOf(folder.uri);
    const label = folders.length > 1 ? `Codegrain: ${folder.name}` : 'Codegrain';
    const args = [
      ...[script, 'mcp', folder.uri.fsPath, '--read-only'],
      ...(indexFile === undefined ? [] : ['--index', indexFile]),
      ...include.flatMap((glob) => ['--include', glob]),
      ...exclude.flatMap((glob) => ['--exclude', glob]),
      ...(url === undefined ? [] : ['--from', url]),
    ];
    // Makes Electron behave as plain Node; Node itself ignores it.
    const server = new vscode.McpStdioServerDefinition(
      label,
      process.execPath,
      args,
      { ELECTRON_RUN_AS_NODE: '1' },
      version,
    );
    server.cwd = folder.uri;
    return server;
  });
}

/** Called when a server starts. The password is only in the environment of its process. */
export async function withPassword(
  server: vscode.McpServerDefinition,
  { team, database }: Pick<ServerSettings, 'team' | 'database'>,
): Promise<vscode.McpServerDefinition> {
  const target = team?.target;
  if (!target || !database || !('args' in server) || !server.args.includes('--from')) return server;
  server.env = { ...server.env, ...(await database.environment(target)) };
  return server;
}
