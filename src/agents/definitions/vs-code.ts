import type { Agent } from '../agent';
import { stdioEntry, workspaceFolder } from '../entry-shapes';

const server = { format: 'json', keys: ['servers'], folder: workspaceFolder, entry: stdioEntry } as const;

export const vsCode: Agent = {
  id: 'vscode',
  title: 'VS Code (Copilot)',
  documentation: 'https://code.visualstudio.com/docs/agents/reference/mcp-configuration',
  programs: ['code', 'code-insiders'],
  traces: [{ base: 'userData', path: 'Code/User' }],
  projectFiles: ['.vscode', '.github/copilot-instructions.md'],
  server: {
    project: { ...server, files: [{ base: 'folder', path: '.vscode/mcp.json' }] },
    user: { ...server, files: [{ base: 'userData', path: 'Code/User/mcp.json' }] },
  },
  instructions: {
    project: {
      file: { base: 'folder', path: '.github/instructions/codegrain.instructions.md' },
      head: "---\nname: Codegrain\ndescription: Find code with Codegrain\napplyTo: '**'\n---\n\n",
    },
  },
};
