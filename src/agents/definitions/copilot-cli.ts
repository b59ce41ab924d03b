import type { Agent, ServerCommand } from '../agent';
import { plainEntry } from '../entry-shapes';
import type { ConfigObject } from '../formats/config-format';

const server = { format: 'json', keys: ['mcpServers'], folder: '.', entry: withTools } as const;

function withTools(command: ServerCommand): ConfigObject {
  return { type: 'local', ...plainEntry(command), tools: ['*'] };
}

export const copilotCli: Agent = {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  documentation: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
  programs: ['copilot'],
  traces: [{ base: 'home', path: '.copilot' }],
  projectFiles: ['.github/mcp.json'],
  server: {
    project: { ...server, files: [{ base: 'folder', path: '.github/mcp.json' }] },
    user: { ...server, files: [{ base: 'home', path: '.copilot/mcp-config.json' }] },
  },
  instructions: { project: { file: { base: 'folder', path: 'AGENTS.md' } } },
};
