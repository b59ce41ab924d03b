import type { Agent, FilePlace, HookPlace } from '../agent';
import { plainEntry } from '../entry-shapes';
import { promptHook } from '../prompt-hook';

const server = { format: 'json', keys: ['mcpServers'], folder: '.', entry: plainEntry } as const;

export const geminiCli: Agent = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  documentation: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
  programs: ['gemini'],
  traces: [{ base: 'home', path: '.gemini/settings.json' }],
  projectFiles: ['.gemini', 'GEMINI.md'],
  server: {
    project: { ...server, files: [{ base: 'folder', path: '.gemini/settings.json' }] },
    user: { ...server, files: [{ base: 'home', path: '.gemini/settings.json' }] },
  },
  instructions: {
    project: { file: { base: 'folder', path: 'GEMINI.md' } },
    user: { file: { base: 'home', path: '.gemini/GEMINI.md' } },
  },
  // https://geminicli.com/docs/hooks/reference#beforeagent
  hook: {
    project: geminiHook({ base: 'folder', path: '.gemini/settings.json' }),
    user: geminiHook({ base: 'home', path: '.gemini/settings.json' }),
  },
};

function geminiHook(file: FilePlace): HookPlace {
  return promptHook(file, 'BeforeAgent', 'milliseconds', { name: 'codegrain' });
}
