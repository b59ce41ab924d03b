import type { Agent } from '../agent';
import { plainEntry } from '../entry-shapes';
import { promptHook } from '../prompt-hook';

const server = { format: 'toml', keys: ['mcp_servers'], folder: '.', entry: plainEntry } as const;

export const codexCli: Agent = {
  id: 'codex',
  title: 'Codex',
  documentation: 'https://developers.openai.com/codex/mcp',
  programs: ['codex'],
  traces: [{ base: 'home', path: '.codex' }],
  projectFiles: ['.codex'],
  server: {
    // Codex reads it in projects that the user trusts.
    project: { ...server, files: [{ base: 'folder', path: '.codex/config.toml' }] },
    user: { ...server, files: [{ base: 'home', path: '.codex/config.toml', variable: 'CODEX_HOME' }] },
  },
  instructions: {
    project: { file: { base: 'folder', path: 'AGENTS.md' } },
    user: { file: { base: 'home', path: '.codex/AGENTS.md', variable: 'CODEX_HOME' } },
  },
  // https://developers.openai.com/codex/hooks; Codex asks before it runs a new hook.
  hook: {
    project: promptHook({ base: 'folder', path: '.codex/hooks.json' }, 'UserPromptSubmit', 'seconds'),
    user: promptHook(
      { base: 'home', path: '.codex/hooks.json', variable: 'CODEX_HOME' },
      'UserPromptSubmit',
      'seconds',
    ),
  },
};
