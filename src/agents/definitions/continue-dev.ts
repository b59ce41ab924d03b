import type { Agent } from '../agent';
import { plainEntry } from '../entry-shapes';

export const continueDev: Agent = {
  id: 'continue',
  title: 'Continue',
  documentation: 'https://docs.continue.dev/customize/deep-dives/mcp',
  programs: ['cn'],
  traces: [{ base: 'home', path: '.continue' }],
  projectFiles: ['.continue', '.continuerules'],
  server: {
    // Every file of the folder is read, so this one is our own.
    project: {
      format: 'json',
      keys: ['mcpServers'],
      folder: '.',
      files: [{ base: 'folder', path: '.continue/mcpServers/codegrain.json' }],
      entry: plainEntry,
    },
  },
  instructions: {
    project: {
      file: { base: 'folder', path: '.continue/rules/codegrain.md' },
      head: '---\nname: Codegrain\nalwaysApply: true\n---\n\n',
    },
  },
};
