/** Starts and stops the VS Code server, with everything it writes kept in one folder, and installs extensions into it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../setup.mjs';
import { installServer } from './server-install';

export interface ServerOptions {
  /** User data, extensions, configuration and logs go here. */
  readonly home: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The `.vsix` to install first. */
  readonly vsix?: string;
  /** Lets a page name a test suite to run in the extension host; notifications are not shown then. */
  readonly runsTests?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly port?: number;
}

export interface Server {
  /** Without a slash at the end. */
  readonly url: string;
  readonly home: string;
  stop(): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const { node, entry } = await installServer();
  const { home } = options;
  const folders = ['--config', join(home, 'config.yaml'), '--user-data-dir', join(home, 'user-data')];
  folders.push('--extensions-dir', join(home, 'extensions'));
  const env = { ...process.env, ...xdgFolders(home), ...options.env };
  mkdirSync(join(home, 'user-data', 'User'), { recursive: true });
  writeFileSync(join(home, 'config.yaml'), '');
  writeFileSync(join(home, 'user-data', 'User', 'settings.json'), JSON.stringify(options.settings ?? {}, null, 2));
  if (options.vsix !== undefined)
    run(node, [entry, ...folders, '--install-extension', options.vsix, '--force'], { env });

  const flags = ['--auth', 'none', '--bind-addr', `127.0.0.1:${options.port ?? 0}`, '--disable-telemetry'];
  flags.push('--disable-update-check', '--disable-workspace-trust', '--disable-getting-started-override');
  if (options.runsTests) flags.push('--vscode-option', 'enable-smoke-test-driver');
  // A process group of its own: the server, its extension hosts and what these start end together.
  const server = spawn(node, [entry, ...folders, ...flags], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const endGroup = (): void => signalGroup(server, 'SIGKILL');
  process.once('exit', endGroup);
  const url = await listening(server);
  return {
    url,
    home,
    stop: async () => {
      process.removeListener('exit', endGroup);
      const ended = new Promise((resolve) => server.once('exit', resolve));
      signalGroup(server, 'SIGTERM');
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3000).unref())]);
      endGroup();
    },
  };
}

/** The address the server says it listens on. */
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

function signalGroup(server: ChildProcess, signal: NodeJS.Signals): void {
  if (server.pid === undefined) return;
  try {
    process.kill(-server.pid, signal);
  } catch {
    // The group has ended.
  }
}

function xdgFolders(home: string): Record<string, string> {
  const names = ['CONFIG', 'DATA', 'CACHE', 'STATE'];
  return Object.fromEntries(names.map((name) => [`XDG_${name}_HOME`, join(home, name.toLowerCase())]));
}
