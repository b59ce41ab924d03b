/** `npm start [-- FOLDER]`: opens a real VS Code with the extension on a folder; by default this repository. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './setup.mjs';
import { cacheFolder } from './vscode/cache';
import { findDesktop } from './vscode/desktop';
import { type ProcessGroup, startGroup } from './vscode/process-group';
import { startServer } from './vscode/server';
import { quietSettings } from './vscode/settings';
import { vsixPath } from './vscode/vsix';

const repository = resolve('.');

async function main(): Promise<void> {
  // npm runs this in the repository, but a relative folder is relative to the folder of the user.
  const folder = process.argv[2] === undefined ? repository : resolve(process.env.INIT_CWD ?? '.', process.argv[2]);
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}`);
  const desktop = await findDesktop();
  const processes = desktop === undefined ? await openServer(folder) : openDesktop(desktop, folder);
  processes.leader.once('exit', () => processes.stop().then(() => process.exit()));
}

async function openServer(folder: string): Promise<ProcessGroup> {
  run('npm', ['run', '--silent', 'package']);
  const home = join(cacheFolder(), 'start');
  const server = await startServer({ home, settings: quietSettings, vsix: [vsixPath()] });
  console.log(`\nVS Code with Codegrain: ${server.url}/?${new URLSearchParams({ folder })}\nPress Ctrl-C to stop.`);
  return server.processes;
}

function openDesktop(program: string, folder: string): ProcessGroup {
  const home = join(cacheFolder(), 'start-desktop');
  const user = join(home, 'User');
  mkdirSync(user, { recursive: true });
  if (!existsSync(join(user, 'settings.json')))
    writeFileSync(join(user, 'settings.json'), JSON.stringify(quietSettings));
  const args = [`--extensionDevelopmentPath=${repository}`, '--user-data-dir', home, '--new-window', folder];
  if (process.getuid?.() === 0) args.unshift('--no-sandbox');
  console.log(`Opening ${folder} in ${program}\nPress Ctrl-C to stop.`);
  return startGroup(program, args, { stdio: 'inherit' });
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
