/** What entries of MCP servers look like. Most agents share one of these. */
import type { ServerCommand } from './agent';
import type { ConfigObject } from './formats/config-format';

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
