import type { Agent } from '../agent';
import { plainEntry } from '../entry-shapes';

export const windsurf: Agent = {
  id: 'windsurf',
  title: 'Windsurf',
  documentation: 'https://docs.windsurf.com/windsurf/cascade/mcp',
  programs: ['windsurf'],
  traces: [{ base: 'home', path: '.codeium/windsurf' }],
  projectFiles: ['.windsurf', '.windsurfrules'],
  server: {
    // It has one file for all folders and no variable for the open one.
    user: {
      format: 'json',
      keys: ['mcpServers'],
      files: [{ base: 'home', path: '.codeium/windsurf/mcp_config.json' }],
      entry: plainEntry,
    },
  },
  instructions: {},
};
