import type { Agent } from '../agent';
import { plainEntry } from '../entry-shapes';

export const zedEditor: Agent = {
  id: 'zed',
  title: 'Zed',
  documentation: 'https://zed.dev/docs/ai/mcp',
  programs: ['zed', 'zeditor'],
  traces: [{ base: 'config', path: 'zed', windows: { base: 'userData', path: 'Zed' } }],
  projectFiles: ['.zed'],
  server: {
    user: {
      format: 'json',
      keys: ['context_servers'],
      // Zed starts servers in the root of the project.
      folder: '.',
      files: [{ base: 'config', path: 'zed/settings.json', windows: { base: 'userData', path: 'Zed/settings.json' } }],
      entry: plainEntry,
    },
  },
  instructions: {},
};
