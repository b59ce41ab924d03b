import type { Agent, FilePlace } from '../agent';
import { localEntry } from '../entry-shapes';

const server = {
  format: 'json',
  keys: ['mcp'],
  folder: '.',
  fresh: { $schema: 'https://opencode.ai/config.json' },
  entry: localEntry,
} as const;

const named = (base: FilePlace['base'], folder: string): FilePlace[] => [
  { base, path: `${folder}opencode.json` },
  { base, path: `${folder}opencode.jsonc` },
];

export const openCode: Agent = {
  id: 'opencode',
  title: 'OpenCode',
  documentation: 'https://opencode.ai/docs/mcp-servers/',
  programs: ['opencode'],
  traces: [{ base: 'config', path: 'opencode' }],
  projectFiles: ['opencode.json', 'opencode.jsonc', '.opencode'],
  server: {
    project: { ...server, files: named('folder', '') },
    user: { ...server, files: named('config', 'opencode/') },
  },
  instructions: {
    project: { file: { base: 'folder', path: 'AGENTS.md' } },
    user: { file: { base: 'config', path: 'opencode/AGENTS.md' } },
  },
};
