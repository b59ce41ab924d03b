import type { Agent } from '../agent';
import { stdioEntry } from '../entry-shapes';
import { promptHook } from '../prompt-hook';

const server = { format: 'json', keys: ['mcpServers'], folder: '.', entry: stdioEntry } as const;

export const claudeCode: Agent = {
  id: 'claude-code',
  title: 'Claude Code',
  documentation: 'https://code.claude.com/docs/en/mcp',
  programs: ['claude'],
  traces: [
    { base: 'home', path: '.claude.json' },
    { base: 'home', path: '.claude' },
  ],
  projectFiles: ['.mcp.json', '.claude', 'CLAUDE.md'],
  server: {
    project: { ...server, files: [{ base: 'folder', path: '.mcp.json' }] },
    user: { ...server, files: [{ base: 'home', path: '.claude.json' }] },
  },
  instructions: {
    project: { file: { base: 'folder', path: '.claude/rules/codegrain.md' } },
    user: { file: { base: 'home', path: '.claude/rules/codegrain.md' } },
  },
  // https://code.claude.com/docs/en/hooks#userpromptsubmit; the local settings, because a hook runs on the machine of everyone who has it.
  hook: {
    project: promptHook({ base: 'folder', path: '.claude/settings.local.json' }, 'UserPromptSubmit', 'seconds'),
    user: promptHook({ base: 'home', path: '.claude/settings.json' }, 'UserPromptSubmit', 'seconds'),
  },
};
