/**
 * VS Code's server from npm (`code-server`), installed once into the user's cache folder. It is VS Code with its own extension
 * host, workbench and webviews, and is available where desktop VS Code cannot be downloaded.
 *
 * Only the install scripts of the five native modules that the extension host needs are run (the others would compile for minutes and
 * need system libraries), with the Node version that the server requires, which also comes from npm.
 */
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from '../setup.mjs';
import { cached } from './cache';
import { installSystemPackages, isOnPath } from './system-package';

const SERVER = '4.139.1'; // VS Code 1.139.1
const NODE = '24.21.0';
/** What the extension runs in, in words. */
export const serverRuntime = `VS Code ${SERVER.replace(/^4/, '1')} with Node v${NODE}`;
const NATIVE = ['@vscode/spdlog', '@vscode/native-watchdog', '@parcel/watcher', 'node-pty', '@vscode/fs-copyfile'];
const NPM_INSTALL = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

export interface InstalledServer {
  readonly node: string;
  readonly entry: string;
}

export async function installServer(): Promise<InstalledServer> {
  if (process.platform === 'win32')
    throw new Error('The VS Code server does not run on Windows: set CODEGRAIN_VSCODE to the path of Code.exe.');
  // The package for this platform has an irregular name.
  const platform = `${process.platform}-${process.arch}`;
  const nodePackage = `${platform === 'darwin-arm64' ? 'node-bin' : 'node'}-${platform}`;
  const folder = await cached(`vscode-server-${SERVER}-node-${NODE}-${platform}`, (temporary) => {
    console.log(`Installing the VS Code server ${SERVER} into ${temporary} (once, about a minute, 800 MB)`);
    install(temporary, nodePackage);
  });
  return {
    node: join(folder, 'node_modules', nodePackage, 'bin', 'node'),
    entry: join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
}

function install(folder: string, nodePackage: string): void {
  const compilers = ['make', 'g++', 'python3'].filter((program) => !isOnPath(program));
  if (compilers.length > 0) installSystemPackages('The VS Code server has native modules to compile.', compilers);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const npm = (cwd: string, ...args: string[]): void => run('npm', args, { cwd, env });
  const nodeFolder = join(folder, 'node_modules', nodePackage);
  const env = {
    ...process.env,
    PATH: `${join(nodeFolder, 'bin')}${delimiter}${process.env.PATH}`,
    npm_config_nodedir: nodeFolder, // headers for the native modules, so that nothing is downloaded for them
    npm_config_engine_strict: 'false',
  };
  npm(folder, ...NPM_INSTALL, '--save-exact', `${nodePackage}@${NODE}`, `code-server@${SERVER}`);
  const vscode = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  npm(vscode, ...NPM_INSTALL, '--omit=dev');
  npm(join(vscode, 'extensions'), ...NPM_INSTALL, '--omit=dev');
  npm(vscode, 'rebuild', '--loglevel=error', ...NATIVE);
}
