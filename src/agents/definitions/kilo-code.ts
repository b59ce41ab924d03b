import type { Agent } from '../agent';
import { localEntry } from '../entry-shapes';

const server = { format: 'json', keys: ['mcp'], folder: '.', entry: localEntry } as const;

export const kiloCode: Agent = {
  id: 'kilo',
  title: 'Kilo Code',
  documentation: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code',
  programs: ['kilo'],
  traces: [{ base: 'config', path: 'kilo' }],
  projectFiles: ['.kilo', 'kilo.json', 'kilo.jsonc', '.kilocode'],
  server: {
    project: {
      ...server,
      files: ['.kilo/kilo.json', '.kilo/kilo.jsonc', 'kilo.json', 'kilo.jsonc'].map((path) => ({
        base: 'folder',
        path,
      })),
    },
    user: { ...server, files: ['kilo/kilo.json', 'kilo/kilo.jsonc'].map((path) => ({ base: 'config', path })) },
  },
  instructions: { project: { file: { base: 'folder', path: 'AGENTS.md' } } },
};
