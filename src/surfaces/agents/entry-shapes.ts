/** What entries of MCP servers look like. Most agents share one of these. */
import type { FilePlace, HookPlace, ServerCommand } from './agent';
import { type ConfigObject, type ConfigValue, isObject } from './formats/config-format';

/** VS Code and its descendants replace it in entries. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of VS Code
export const workspaceFolder = '${workspaceFolder}';

export function plainEntry({ command, args, env }: ServerCommand): ConfigObject {
  return { command, args, ...(env && { env }) };
}

export function stdioEntry(server: ServerCommand): ConfigObject {
  return { type: 'stdio', ...plainEntry(server) };
}

/** OpenCode and what is built on it: the command and its arguments are one list. */
export function localEntry({ command, args, env }: ServerCommand): ConfigObject {
  return { type: 'local', command: [command, ...args], enabled: true, ...(env && { environment: env }) };
}

// The prompt hook of agents that have such hooks: `codegrain hook`, in a list of groups of commands. The agents share this shape and
// differ in the name of the event and the unit of the time limit, after which they go on without the hook.

const timeoutSeconds = 5;

export function promptHook(
  file: FilePlace,
  event: string,
  unit: 'seconds' | 'milliseconds',
  more: { readonly name?: string } = {},
): HookPlace {
  const timeout = unit === 'seconds' ? timeoutSeconds : timeoutSeconds * 1000;
  return {
    files: [file],
    format: 'json',
    keys: ['hooks', event],
    item: (program) => ({ hooks: [{ ...more, type: 'command', command: shellText(program), timeout }] }),
    isOurs: (item) => commandsOf(item).some((command) => ourCommand.test(command)),
  };
}

const ourCommand = /(?:codegrain(?:\.cmd|\.exe)?|cli\.js)"? hook$/;

function commandsOf(item: ConfigValue): string[] {
  const list = isObject(item) && Array.isArray(item.hooks) ? item.hooks : [];
  return list.flatMap((hook) => (isObject(hook) && typeof hook.command === 'string' ? [hook.command] : []));
}

/** Agents run hooks in a shell. */
function shellText({ command, args, env = {} }: ServerCommand): string {
  const variables = process.platform === 'win32' ? [] : Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [...variables, ...[command, ...args, 'hook'].map(quoted)].join(' ');
}

function quoted(part: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(part) && (process.platform === 'win32' || !part.includes('\\'))
    ? part
    : `"${part.replaceAll(/["$`\\]/g, process.platform === 'win32' ? '$&' : '\\$&')}"`;
}
