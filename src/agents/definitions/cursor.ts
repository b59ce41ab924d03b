import type { Agent } from '../agent';
import { stdioEntry, workspaceFolder } from '../entry-shapes';

export const cursor: Agent = {
  id: 'cursor',
  title: 'Cursor',
  documentation: 'https://cursor.com/docs/context/mcp',
  programs: ['cursor', 'cursor-agent'],
  traces: [{ base: 'home', path: '.cursor' }],
  projectFiles: ['.cursor', '.cursorrules'],
  server: {
    // Not in the user's file: there the variable is the home of the user.
    project: {
      format: 'json',
      keys: ['mcpServers'],
      folder: workspaceFolder,
      files: [{ base: 'folder', path: '.cursor/mcp.json' }],
      entry: stdioEntry,
    },
  },
  instructions: {
    project: {
      file: { base: 'folder', path: '.cursor/rules/codegrain.mdc' },
      head: '---\ndescription: Find code with Codegrain\nalwaysApply: true\n---\n\n',
    },
  },
};
