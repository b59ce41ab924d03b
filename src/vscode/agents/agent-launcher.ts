/**
 * How agents start Codegrain when `codegrain` is not on the path: a small script in the storage of the extension. The extension and the
 * editor's Node are in folders that change with every update; the script stays where it is and is written again when the extension starts.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Program, programOnPath } from '../../surfaces/agents/server-command';

interface LauncherSetup {
  /** The storage of the extension. */
  readonly storage: string;
  /** Script of the command line. */
  readonly script: string;
  readonly version: string;
  readonly platform?: NodeJS.Platform;
}

const name = 'codegrain';

/** `codegrain`, if it is on the path in this version: such entries work on other machines too. Otherwise the script. */
export async function agentProgram(setup: LauncherSetup, folder: string): Promise<Program> {
  return (await programOnPath(setup.version, folder)) ?? writeLauncher(setup);
}

/** Writes the script again if it was written once: some agent may use it. */
export function refreshLauncher(setup: LauncherSetup): void {
  if (existsSync(launcherFile(setup))) writeLauncher(setup);
}

export function writeLauncher(setup: LauncherSetup): Program {
  const file = launcherFile(setup);
  const text = launcherText(setup);
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  if (!isWindows(setup)) {
    chmodSync(file, 0o755);
    return { command: file, args: [], isPortable: false };
  }
  // Programs that are started without a shell cannot be scripts on Windows.
  return { command: process.execPath, args: [file], env: { ELECTRON_RUN_AS_NODE: '1' }, isPortable: false };
}

function launcherFile(setup: LauncherSetup): string {
  return join(setup.storage, 'bin', isWindows(setup) ? 'cli.js' : name);
}

function launcherText(setup: LauncherSetup): string {
  const { script } = setup;
  if (isWindows(setup)) return `require(${JSON.stringify(script)});\n`;
  return [
    '#!/bin/sh',
    `script=${quoted(script)}`,
    `node=${quoted(process.execPath)}`,
    'if [ ! -f "$script" ] || [ ! -x "$node" ]; then',
    '  echo "codegrain: the extension was updated or removed; open VS Code once, or connect the agent again" >&2',
    '  exit 1',
    'fi',
    'ELECTRON_RUN_AS_NODE=1 exec "$node" "$script" "$@"',
    '',
  ].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function isWindows({ platform = process.platform }: LauncherSetup): boolean {
  return platform === 'win32';
}
