/**
 * Which command starts Codegrain on this machine. `codegrain` if it is on the path and is this version: such an entry also works on
 * other machines. Otherwise this Node and this copy of the command line.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { productFile } from '../shared/product';
import type { ServerCommand } from './agent';
import { type ConfigObject, type ConfigValue, isObject } from './formats/config-format';

const programName = 'codegrain';

export interface Program extends ServerCommand {
  /** Whether an entry with it works on other machines too. */
  readonly isPortable: boolean;
}

export function programOnThisMachine(): Program {
  const { version }: { version: string } = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
  const found = spawnSync(programName, ['--version'], {
    encoding: 'utf8',
    timeout: 10_000,
    // npm installs a `.cmd` file there, which only a shell runs.
    shell: process.platform === 'win32',
  });
  if (found.status === 0 && found.stdout.trim() === version)
    return { command: programName, args: [], isPortable: true };
  return { command: process.execPath, args: [productFile('dist', 'cli.js')], isPortable: false };
}

export function serverCommand({ command, args, env }: ServerCommand, folder: string): ServerCommand {
  return { command, args: [...args, 'mcp', folder], ...(env && { env }) };
}

/** The command of an entry that we made, whatever the agent calls its parts; undefined if someone else made or changed it. */
export function commandOfEntry(entry: ConfigValue): ServerCommand | undefined {
  if (!isObject(entry)) return undefined;
  const env = [entry.env, entry.environment, entry.envs].find(isTexts);
  const [command, ...args] = [entry.command ?? entry.cmd, entry.args ?? []].flat();
  if (typeof command !== 'string' || !args.every((arg) => typeof arg === 'string')) return undefined;
  if (args.at(-2) !== 'mcp') return undefined;
  const isOurs =
    args.length === 2 ? /(?:^|[\\/])codegrain(?:\.cmd|\.exe)?$/.test(command) : /[\\/]cli\.js$/.test(args[0] ?? '');
  if (!isOurs || args.length > 3) return undefined;
  return { command, args, ...(env && Object.keys(env).length > 0 && { env }) };
}

function isTexts(value: ConfigValue | undefined): value is ConfigObject & Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((part) => typeof part === 'string');
}
