/**
 * Which command starts Codegrain on this machine. `codegrain` if it is on the path and is this version: such an entry also works on
 * other machines. Otherwise this Node and this copy of the command line.
 */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { productFile, productVersion } from '../../shared/product';
import { programPath } from '../../shared/program-path';
import type { ServerCommand } from './agent';
import { type ConfigObject, type ConfigValue, isObject } from './formats/config-format';

const programName = 'codegrain';

export interface Program extends ServerCommand {
  /** Whether an entry with it works on other machines too. */
  readonly isPortable: boolean;
}

/** @param folder what is started does not come from there */
export async function programOnThisMachine(folder: string): Promise<Program> {
  return (
    (await programOnPath(productVersion(), folder)) ?? {
      command: process.execPath,
      args: [productFile('dist', 'cli.js')],
      isPortable: false,
    }
  );
}

/** Undefined if `codegrain` is not on the path in this version. */
export async function programOnPath(version: string, folder: string): Promise<Program | undefined> {
  const isWindows = process.platform === 'win32';
  const program = programPath(programName, folder, ['.exe', '.cmd']);
  if (program === undefined) return undefined;
  try {
    const { stdout } = await promisify(execFile)(isWindows ? `"${program}"` : program, ['--version'], {
      timeout: 10_000,
      // The script looks for Node in the current folder too.
      cwd: dirname(program),
      // npm installs a `.cmd` file there, which only a shell runs.
      shell: isWindows,
    });
    return stdout.trim() === version ? { command: programName, args: [], isPortable: true } : undefined;
  } catch {
    return undefined;
  }
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
