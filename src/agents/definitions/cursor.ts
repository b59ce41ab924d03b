import type { Agent } from '../agent';
import { stdioEntry, workspaceFolder } from '../entry-shapes';

// Without the variable, Cursor may start the server in the home of the user.
const server = { format: 'json', keys: ['mcpServers'], folder: workspaceFolder, entry: stdioEntry } as const;

export const cursor: Agent = {
  id: 'cursor',
  title: 'Cursor',
  documentation: 'https://cursor.com/docs/context/mcp',
  programs: ['cursor', 'cursor-agent'],
  traces: [{ base: 'home', path: '.cursor' }],
  projectFiles: ['.cursor', '.cursorrules'],
  server: {
    project: { ...server, files: [{ base: 'folder', path: '.cursor/mcp.json' }] },
    user: { ...server, files: [{ base: 'home', path: '.cursor/mcp.json' }] },
  },
  instructions: {
    project: {
      file: { base: 'folder', path: '.cursor/rules/codegrain.mdc' },
      head: '---\ndescription: Find code with Codegrain\nalwaysApply: true\n---\n\n',
    },
  },
};
