import type { Agent } from '../agent';
import { plainEntry } from '../entry-shapes';

const extension = 'Code/User/globalStorage/saoudrizwan.claude-dev';

export const cline: Agent = {
  id: 'cline',
  title: 'Cline',
  documentation: 'https://docs.cline.bot/mcp/mcp-overview',
  programs: ['cline'],
  traces: [
    { base: 'home', path: '.cline' },
    { base: 'userData', path: extension },
  ],
  projectFiles: ['.clinerules', '.cline'],
  server: {
    // It has one file for all folders and no variable for the open one.
    user: {
      format: 'json',
      keys: ['mcpServers'],
      files: [
        { base: 'home', path: '.cline/data/settings/cline_mcp_settings.json' },
        { base: 'userData', path: `${extension}/settings/cline_mcp_settings.json` },
      ],
      entry: plainEntry,
    },
  },
  // The entry serves this folder, so the rule is in this folder too.
  instructions: { user: { file: { base: 'folder', path: '.clinerules/codegrain.md' } } },
};
