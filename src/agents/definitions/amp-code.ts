import type { Agent } from '../agent';
import { plainEntry } from '../entry-shapes';

// One key with a dot, not an object in an object.
const server = { format: 'json', keys: ['amp.mcpServers'], folder: '.', entry: plainEntry } as const;

export const ampCode: Agent = {
  id: 'amp',
  title: 'Amp',
  documentation: 'https://ampcode.com/manual',
  programs: ['amp'],
  traces: [{ base: 'config', path: 'amp' }],
  projectFiles: ['.amp'],
  server: {
    project: {
      ...server,
      files: ['.amp/settings.json', '.amp/settings.jsonc'].map((path) => ({ base: 'folder', path })),
    },
    user: { ...server, files: ['amp/settings.json', 'amp/settings.jsonc'].map((path) => ({ base: 'config', path })) },
  },
  instructions: {
    project: { file: { base: 'folder', path: 'AGENTS.md' } },
    user: { file: { base: 'config', path: 'amp/AGENTS.md' } },
  },
};
