/** The agents that Codegrain can be connected to, each from its own documentation, in the order in which they are listed. */
import type { Agent, FilePlace, HookPlace, ServerCommand } from './agent';
import { localEntry, plainEntry, promptHook, stdioEntry, workspaceFolder } from './entry-shapes';
import type { ConfigObject } from './formats/config-format';

const claudeCodeServer = { format: 'json', keys: ['mcpServers'], folder: '.', entry: stdioEntry } as const;

const claudeCode: Agent = {
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
    project: { ...claudeCodeServer, files: [{ base: 'folder', path: '.mcp.json' }] },
    user: { ...claudeCodeServer, files: [{ base: 'home', path: '.claude.json' }] },
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

const cursor: Agent = {
  id: 'cursor',
  title: 'Cursor',
  documentation: 'https://cursor.com/docs/context/mcp',
  programs: ['cursor', 'cursor-agent'],
  traces: [{ base: 'home', path: '.cursor' }],
  projectFiles: ['.cursor', '.cursorrules'],
  server: {
    // Not in the user's file: there the variable is the home of the user.
    project: {
      format: 'json',
      keys: ['mcpServers'],
      folder: workspaceFolder,
      files: [{ base: 'folder', path: '.cursor/mcp.json' }],
      entry: stdioEntry,
    },
  },
  instructions: {
    project: {
      file: { base: 'folder', path: '.cursor/rules/codegrain.mdc' },
      head: '---\ndescription: Find code with Codegrain\nalwaysApply: true\n---\n\n',
    },
  },
};

const vsCodeServer = { format: 'json', keys: ['servers'], folder: workspaceFolder, entry: stdioEntry } as const;

const vsCode: Agent = {
  id: 'vscode',
  title: 'VS Code (Copilot)',
  documentation: 'https://code.visualstudio.com/docs/agents/reference/mcp-configuration',
  programs: ['code', 'code-insiders'],
  traces: [{ base: 'userData', path: 'Code/User' }],
  projectFiles: ['.vscode', '.github/copilot-instructions.md'],
  server: {
    project: { ...vsCodeServer, files: [{ base: 'folder', path: '.vscode/mcp.json' }] },
    user: { ...vsCodeServer, files: [{ base: 'userData', path: 'Code/User/mcp.json' }] },
  },
  instructions: {
    project: {
      file: { base: 'folder', path: '.github/instructions/codegrain.instructions.md' },
      head: "---\nname: Codegrain\ndescription: Find code with Codegrain\napplyTo: '**'\n---\n\n",
    },
  },
};

const copilotCliServer = { format: 'json', keys: ['mcpServers'], folder: '.', entry: withAllTools } as const;

function withAllTools(command: ServerCommand): ConfigObject {
  return { type: 'local', ...plainEntry(command), tools: ['*'] };
}

const copilotCli: Agent = {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  documentation: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
  programs: ['copilot'],
  traces: [{ base: 'home', path: '.copilot' }],
  projectFiles: ['.github/mcp.json'],
  server: {
    project: { ...copilotCliServer, files: [{ base: 'folder', path: '.github/mcp.json' }] },
    user: { ...copilotCliServer, files: [{ base: 'home', path: '.copilot/mcp-config.json' }] },
  },
  instructions: { project: { file: { base: 'folder', path: 'AGENTS.md' } } },
};

const codexCliServer = { format: 'toml', keys: ['mcp_servers'], folder: '.', entry: plainEntry } as const;

const codexCli: Agent = {
  id: 'codex',
  title: 'Codex',
  documentation: 'https://developers.openai.com/codex/mcp',
  programs: ['codex'],
  traces: [{ base: 'home', path: '.codex' }],
  projectFiles: ['.codex'],
  server: {
    // Codex reads it in projects that the user trusts.
    project: { ...codexCliServer, files: [{ base: 'folder', path: '.codex/config.toml' }] },
    user: { ...codexCliServer, files: [{ base: 'home', path: '.codex/config.toml', variable: 'CODEX_HOME' }] },
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

const geminiCliServer = { format: 'json', keys: ['mcpServers'], folder: '.', entry: plainEntry } as const;

const geminiCli: Agent = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  documentation: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
  programs: ['gemini'],
  traces: [{ base: 'home', path: '.gemini/settings.json' }],
  projectFiles: ['.gemini', 'GEMINI.md'],
  server: {
    project: { ...geminiCliServer, files: [{ base: 'folder', path: '.gemini/settings.json' }] },
    user: { ...geminiCliServer, files: [{ base: 'home', path: '.gemini/settings.json' }] },
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

const openCodeServer = {
  format: 'json',
  keys: ['mcp'],
  folder: '.',
  fresh: { $schema: 'https://opencode.ai/config.json' },
  entry: localEntry,
} as const;

const openCodeFiles = (base: FilePlace['base'], folder: string): FilePlace[] => [
  { base, path: `${folder}opencode.json` },
  { base, path: `${folder}opencode.jsonc` },
];

const openCode: Agent = {
  id: 'opencode',
  title: 'OpenCode',
  documentation: 'https://opencode.ai/docs/mcp-servers/',
  programs: ['opencode'],
  traces: [{ base: 'config', path: 'opencode' }],
  projectFiles: ['opencode.json', 'opencode.jsonc', '.opencode'],
  server: {
    project: { ...openCodeServer, files: openCodeFiles('folder', '') },
    user: { ...openCodeServer, files: openCodeFiles('config', 'opencode/') },
  },
  instructions: {
    project: { file: { base: 'folder', path: 'AGENTS.md' } },
    user: { file: { base: 'config', path: 'opencode/AGENTS.md' } },
  },
};

const windsurf: Agent = {
  id: 'windsurf',
  title: 'Windsurf',
  documentation: 'https://docs.windsurf.com/windsurf/cascade/mcp',
  programs: ['windsurf'],
  traces: [{ base: 'home', path: '.codeium/windsurf' }],
  projectFiles: ['.windsurf', '.windsurfrules'],
  server: {
    // It has one file for all folders and no variable for the open one.
    user: {
      format: 'json',
      keys: ['mcpServers'],
      files: [{ base: 'home', path: '.codeium/windsurf/mcp_config.json' }],
      entry: plainEntry,
    },
  },
  instructions: {},
};

const zedEditor: Agent = {
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

const clineFolder = 'Code/User/globalStorage/saoudrizwan.claude-dev';

const cline: Agent = {
  id: 'cline',
  title: 'Cline',
  documentation: 'https://docs.cline.bot/mcp/mcp-overview',
  programs: ['cline'],
  traces: [
    { base: 'home', path: '.cline' },
    { base: 'userData', path: clineFolder },
  ],
  projectFiles: ['.clinerules', '.cline'],
  server: {
    // It has one file for all folders and no variable for the open one.
    user: {
      format: 'json',
      keys: ['mcpServers'],
      files: [
        { base: 'home', path: '.cline/data/settings/cline_mcp_settings.json' },
        { base: 'userData', path: `${clineFolder}/settings/cline_mcp_settings.json` },
      ],
      entry: plainEntry,
    },
  },
  // The entry serves this folder, so the rule is in this folder too.
  instructions: { user: { file: { base: 'folder', path: '.clinerules/codegrain.md' } } },
};

const kiloCodeServer = { format: 'json', keys: ['mcp'], folder: '.', entry: localEntry } as const;

const kiloCode: Agent = {
  id: 'kilo',
  title: 'Kilo Code',
  documentation: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code',
  programs: ['kilo'],
  traces: [{ base: 'config', path: 'kilo' }],
  projectFiles: ['.kilo', 'kilo.json', 'kilo.jsonc', '.kilocode'],
  server: {
    project: {
      ...kiloCodeServer,
      files: ['.kilo/kilo.json', '.kilo/kilo.jsonc', 'kilo.json', 'kilo.jsonc'].map((path) => ({
        base: 'folder',
        path,
      })),
    },
    user: { ...kiloCodeServer, files: ['kilo/kilo.json', 'kilo/kilo.jsonc'].map((path) => ({ base: 'config', path })) },
  },
  instructions: { project: { file: { base: 'folder', path: 'AGENTS.md' } } },
};

const rooCode: Agent = {
  id: 'roo',
  title: 'Roo Code',
  documentation: 'https://docs.roocode.com/features/mcp/using-mcp-in-roo',
  programs: [],
  traces: [{ base: 'userData', path: 'Code/User/globalStorage/rooveterinaryinc.roo-cline' }],
  projectFiles: ['.roo', '.roorules'],
  server: {
    project: {
      format: 'json',
      keys: ['mcpServers'],
      folder: '.',
      files: [{ base: 'folder', path: '.roo/mcp.json' }],
      entry: plainEntry,
    },
  },
  instructions: { project: { file: { base: 'folder', path: '.roo/rules/codegrain.md' } } },
};

const continueDev: Agent = {
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

const qwenCodeServer = { format: 'json', keys: ['mcpServers'], folder: '.', entry: plainEntry } as const;

const qwenCode: Agent = {
  id: 'qwen-code',
  title: 'Qwen Code',
  documentation: 'https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp',
  programs: ['qwen'],
  traces: [{ base: 'home', path: '.qwen' }],
  projectFiles: ['.qwen', 'QWEN.md'],
  server: {
    project: { ...qwenCodeServer, files: [{ base: 'folder', path: '.qwen/settings.json' }] },
    user: { ...qwenCodeServer, files: [{ base: 'home', path: '.qwen/settings.json' }] },
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

// One key with a dot, not an object in an object.
const ampCodeServer = { format: 'json', keys: ['amp.mcpServers'], folder: '.', entry: plainEntry } as const;

const ampCode: Agent = {
  id: 'amp',
  title: 'Amp',
  documentation: 'https://ampcode.com/manual',
  programs: ['amp'],
  traces: [{ base: 'config', path: 'amp' }],
  projectFiles: ['.amp'],
  server: {
    project: {
      ...ampCodeServer,
      files: ['.amp/settings.json', '.amp/settings.jsonc'].map((path) => ({ base: 'folder', path })),
    },
    user: {
      ...ampCodeServer,
      files: ['amp/settings.json', 'amp/settings.jsonc'].map((path) => ({ base: 'config', path })),
    },
  },
  instructions: {
    project: { file: { base: 'folder', path: 'AGENTS.md' } },
    user: { file: { base: 'config', path: 'amp/AGENTS.md' } },
  },
};

export const agents: readonly Agent[] = [
  claudeCode,
  cursor,
  vsCode,
  copilotCli,
  codexCli,
  geminiCli,
  openCode,
  windsurf,
  zedEditor,
  cline,
  kiloCode,
  rooCode,
  continueDev,
  qwenCode,
  ampCode,
];

export function findAgent(id: string): Agent | undefined {
  return agents.find((agent) => agent.id === id);
}
