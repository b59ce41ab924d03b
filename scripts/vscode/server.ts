/** Starts the VS Code server; everything it writes goes into one folder. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProcessGroup, startGroup } from './process-group';
import { installServer } from './server-install';

export interface ServerOptions {
  /** User data, extensions, configuration and logs go here. */
  readonly home: string;
  /** Initial user settings; settings of an earlier run are kept. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Machine settings, for settings that neither the user nor a folder may set. */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  /** `.vsix` files to install first. */
  readonly vsix?: readonly string[];
  /** Ids of extensions that may use proposed API; never that of the product. */
  readonly proposedApi?: readonly string[];
  /** Allows a page to choose a test suite to run in the extension host; VS Code then shows no notifications. */
  readonly runsTests?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: any free port. */
  readonly port?: number;
}

export interface Server {
  /** Without a slash at the end. */
  readonly url: string;
  readonly processes: ProcessGroup;
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const { node, entry } = await installServer();
  const { home } = options;
  // A PORT in the environment would override the requested port.
  const { PORT: _, ...inherited } = process.env;
  const env = { ...inherited, ...xdgFolders(home), ...options.env };
  const settingsFile = join(home, 'user-data', 'User', 'settings.json');
  mkdirSync(join(home, 'user-data', 'User'), { recursive: true });
  writeFileSync(join(home, 'config.yaml'), '');
  if (!existsSync(settingsFile)) writeFileSync(settingsFile, JSON.stringify(options.settings, null, 2));
  if (options.machineSettings) {
    mkdirSync(join(home, 'user-data', 'Machine'), { recursive: true });
    writeFileSync(join(home, 'user-data', 'Machine', 'settings.json'), JSON.stringify(options.machineSettings));
  }

  const folders = ['--config', join(home, 'config.yaml'), '--user-data-dir', join(home, 'user-data')];
  const common = [entry, ...folders, '--extensions-dir', join(home, 'extensions')];
  const { vsix = [], proposedApi = [], port = 0 } = options;
  if (vsix.length > 0) {
    const args = [...common, ...vsix.flatMap((file) => ['--install-extension', file]), '--force'];
    execFileSync(node, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  }

  const flags = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check'];
  for (const id of proposedApi) flags.push('--enable-proposed-api', id);
  if (options.runsTests) flags.push('--vscode-option', 'enable-smoke-test-driver');
  const processes = startGroup(node, [...common, ...flags], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return { url: await listening(processes.leader), processes };
}

/** The address that the server prints when it listens. */
function listening(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (data: Buffer): void => {
      output += data;
      const url = /listening on (http:\/\/[\d.:]+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`The VS Code server ended with ${code}:\n${output}`)));
  });
}

function xdgFolders(home: string): Record<string, string> {
  const names = ['CONFIG', 'DATA', 'CACHE', 'STATE'];
  return Object.fromEntries(names.map((name) => [`XDG_${name}_HOME`, join(home, name.toLowerCase())]));
}
