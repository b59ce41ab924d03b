import type { Agent, FilePlace, HookPlace } from '../agent';
import { plainEntry } from '../entry-shapes';
import { promptHook } from '../prompt-hook';

const server = { format: 'json', keys: ['mcpServers'], folder: '.', entry: plainEntry } as const;

export const qwenCode: Agent = {
  id: 'qwen-code',
  title: 'Qwen Code',
  documentation: 'https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp',
  programs: ['qwen'],
  traces: [{ base: 'home', path: '.qwen' }],
  projectFiles: ['.qwen', 'QWEN.md'],
  server: {
    project: { ...server, files: [{ base: 'folder', path: '.qwen/settings.json' }] },
    user: { ...server, files: [{ base: 'home', path: '.qwen/settings.json' }] },
  },
  instructions: {
    project: { file: { base: 'folder', path: 'QWEN.md' } },
    user: { file: { base: 'home', path: '.qwen/QWEN.md' } },
  },
  // https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks
  hook: {
    project: qwenHook({ base: 'folder', path: '.qwen/settings.json' }),
    user: qwenHook({ base: 'home', path: '.qwen/settings.json' }),
  },
};

function qwenHook(file: FilePlace): HookPlace {
  return promptHook(file, 'UserPromptSubmit', 'milliseconds', { name: 'codegrain' });
}
