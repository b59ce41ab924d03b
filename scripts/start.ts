/**
 * Opens a real VS Code with the extension on a folder, as users get it: AI features where the host has them, and the walkthrough the
 * first time. What the user answers and changes is kept for the next start: each folder has its own user data, and the port stays the
 * same, as a browser keeps by address what VS Code asks it to keep. Run by `start.mjs`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { run } from './setup.mjs';
import { cacheFolder } from './vscode/cache';
import { findDesktop } from './vscode/desktop';
import { freePort } from './vscode/free-port';
import { type ProcessGroup, startGroup } from './vscode/process-group';
import { startServer } from './vscode/server';
import { userSettings } from './vscode/settings';
import { packExtension, vsixPath } from './vscode/vsix';

const repository = resolve('.');
const usualPort = 4747;
/** Opens the walkthrough once: VS Code does so only for what is installed in an open window. */
const firstStart = resolve('scripts/vscode/first-start');

async function main(): Promise<void> {
  const [, , folder = repository] = process.argv;
  const desktop = await findDesktop();
  const processes = desktop === undefined ? await openServer(folder) : openDesktop(desktop, folder);
  processes.leader.once('exit', () => processes.stop().then(() => process.exit()));
}

/** @param host desktop VS Code and the server keep different files. */
function homeOf(host: string, folder: string): string {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 8);
  const home = join(cacheFolder(), host, `${basename(folder)}-${hash}`);
  mkdirSync(home, { recursive: true });
  return home;
}

async function openServer(folder: string): Promise<ProcessGroup> {
  run('npm', ['run', '--silent', 'package']);
  const home = homeOf('start', folder);
  const vsix = [vsixPath(), await packExtension(firstStart, home)];
  const port = await freePort(usualPort);
  const server = await startServer({ home, settings: userSettings, vsix, port });
  if (port !== usualPort) {
    console.log(
      `\nPort ${usualPort} is taken, so this VS Code is at port ${port}. What you answer there is not known at another port.`,
    );
  }
  console.log(`\nVS Code with Codegrain: ${server.url}/?${new URLSearchParams({ folder })}\nPress Ctrl-C to stop.`);
  return server.processes;
}

function openDesktop(program: string, folder: string): ProcessGroup {
  const home = homeOf('start-desktop', folder);
  const user = join(home, 'User');
  mkdirSync(user, { recursive: true });
  if (!existsSync(join(user, 'settings.json')))
    writeFileSync(join(user, 'settings.json'), JSON.stringify(userSettings));
  const extensions = [repository, firstStart].map((path) => `--extensionDevelopmentPath=${path}`);
  const args = [...extensions, '--user-data-dir', home, '--new-window', folder];
  if (process.getuid?.() === 0) args.unshift('--no-sandbox');
  console.log(`Opening ${folder} in ${program}\nPress Ctrl-C to stop.`);
  return startGroup(program, args, { stdio: 'inherit' });
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
