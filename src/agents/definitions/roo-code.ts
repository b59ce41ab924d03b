import type { Agent } from '../agent';
import { plainEntry } from '../entry-shapes';

export const rooCode: Agent = {
  id: 'roo',
  title: 'Roo Code',
  documentation: 'https://docs.roocode.com/features/mcp/using-mcp-in-roo',
  programs: [],
  traces: [{ base: 'userData', path: 'Code/User/globalStorage/rooveterinaryinc.roo-cline' }],
  projectFiles: ['.roo', '.roorules'],
  server: {
    project: {
      format: 'json',
      keys: ['mcpServers'],
      folder: '.',
      files: [{ base: 'folder', path: '.roo/mcp.json' }],
      entry: plainEntry,
    },
  },
  instructions: { project: { file: { base: 'folder', path: '.roo/rules/codegrain.md' } } },
};
