/** The agents that Codegrain can be connected to, each from its own documentation, in the order in which they are listed. */
import type { Agent, FilePlace, ServerCommand } from './agent';
import { localEntry, plainEntry, promptHook, stdioEntry, workspaceFolder } from './entry-shapes';
import type { ConfigObject } from './formats/config-format';

const inFolder = (path: string): FilePlace => ({ base: 'folder', path });
const inHome = (path: string): FilePlace => ({ base: 'home', path });
const inConfig = (path: string): FilePlace => ({ base: 'config', path });
const inUserData = (path: string): FilePlace => ({ base: 'userData', path });

/** What most agents read. */
const withoutFolder = { format: 'json', keys: ['mcpServers'], entry: plainEntry } as const;
const mcpServers = { ...withoutFolder, folder: '.' } as const;

const claudeCodeServer = { ...mcpServers, entry: stdioEntry } as const;

const claudeCode: Agent = {
  id: 'claude-code',
  title: 'Claude Code',
  documentation: 'https://code.claude.com/docs/en/mcp',
  programs: ['claude'],
  traces: [inHome('.claude.json'), inHome('.claude')],
  projectFiles: ['.mcp.json', '.claude', 'CLAUDE.md'],
  server: {
    project: { ...claudeCodeServer, files: [inFolder('.mcp.json')] },
    user: { ...claudeCodeServer, files: [inHome('.claude.json')] },
  },
  instructions: {
    project: { file: inFolder('.claude/rules/codegrain.md') },
    user: { file: inHome('.claude/rules/codegrain.md') },
  },
  // https://code.claude.com/docs/en/hooks#userpromptsubmit; the local settings, because a hook runs on the machine of everyone who has it.
  hook: {
    project: promptHook(inFolder('.claude/settings.local.json'), 'UserPromptSubmit', 'seconds'),
    user: promptHook(inHome('.claude/settings.json'), 'UserPromptSubmit', 'seconds'),
  },
};

const cursor: Agent = {
  id: 'cursor',
  title: 'Cursor',
  documentation: 'https://cursor.com/docs/context/mcp',
  programs: ['cursor', 'cursor-agent'],
  traces: [inHome('.cursor')],
  projectFiles: ['.cursor', '.cursorrules'],
  server: {
    // Not in the user's file: there the variable is the home of the user.
    project: { ...mcpServers, folder: workspaceFolder, entry: stdioEntry, files: [inFolder('.cursor/mcp.json')] },
  },
  instructions: {
    project: {
      file: inFolder('.cursor/rules/codegrain.mdc'),
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
  traces: [inUserData('Code/User')],
  projectFiles: ['.vscode', '.github/copilot-instructions.md'],
  server: {
    project: { ...vsCodeServer, files: [inFolder('.vscode/mcp.json')] },
    user: { ...vsCodeServer, files: [inUserData('Code/User/mcp.json')] },
  },
  instructions: {
    project: {
      file: inFolder('.github/instructions/codegrain.instructions.md'),
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
  traces: [inHome('.copilot')],
  projectFiles: ['.github/mcp.json'],
  server: {
    project: { ...copilotCliServer, files: [inFolder('.github/mcp.json')] },
    user: { ...copilotCliServer, files: [inHome('.copilot/mcp-config.json')] },
  },
  instructions: { project: { file: inFolder('AGENTS.md') } },
};

const codexCliServer = { format: 'toml', keys: ['mcp_servers'], folder: '.', entry: plainEntry } as const;

const codexCli: Agent = {
  id: 'codex',
  title: 'Codex',
  documentation: 'https://developers.openai.com/codex/mcp',
  programs: ['codex'],
  traces: [inHome('.codex')],
  projectFiles: ['.codex'],
  server: {
    // Codex reads it in projects that the user trusts.
    project: { ...codexCliServer, files: [inFolder('.codex/config.toml')] },
    user: { ...codexCliServer, files: [{ ...inHome('.codex/config.toml'), variable: 'CODEX_HOME' }] },
  },
  instructions: {
    project: { file: inFolder('AGENTS.md') },
    user: { file: { ...inHome('.codex/AGENTS.md'), variable: 'CODEX_HOME' } },
  },
  // https://developers.openai.com/codex/hooks; Codex asks before it runs a new hook.
  hook: {
    project: promptHook(inFolder('.codex/hooks.json'), 'UserPromptSubmit', 'seconds'),
    user: promptHook({ ...inHome('.codex/hooks.json'), variable: 'CODEX_HOME' }, 'UserPromptSubmit', 'seconds'),
  },
};

const geminiCli: Agent = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  documentation: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
  programs: ['gemini'],
  traces: [inHome('.gemini/settings.json')],
  projectFiles: ['.gemini', 'GEMINI.md'],
  server: {
    project: { ...mcpServers, files: [inFolder('.gemini/settings.json')] },
    user: { ...mcpServers, files: [inHome('.gemini/settings.json')] },
  },
  instructions: { project: { file: inFolder('GEMINI.md') }, user: { file: inHome('.gemini/GEMINI.md') } },
  // https://geminicli.com/docs/hooks/reference#beforeagent
  hook: {
    project: promptHook(inFolder('.gemini/settings.json'), 'BeforeAgent', 'milliseconds', { name: 'codegrain' }),
    user: promptHook(inHome('.gemini/settings.json'), 'BeforeAgent', 'milliseconds', { name: 'codegrain' }),
  },
};

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
  traces: [inConfig('opencode')],
  projectFiles: ['opencode.json', 'opencode.jsonc', '.opencode'],
  server: {
    project: { ...openCodeServer, files: openCodeFiles('folder', '') },
    user: { ...openCodeServer, files: openCodeFiles('config', 'opencode/') },
  },
  instructions: { project: { file: inFolder('AGENTS.md') }, user: { file: inConfig('opencode/AGENTS.md') } },
};

const windsurf: Agent = {
  id: 'windsurf',
  title: 'Windsurf',
  documentation: 'https://docs.windsurf.com/windsurf/cascade/mcp',
  programs: ['windsurf'],
  traces: [inHome('.codeium/windsurf')],
  projectFiles: ['.windsurf', '.windsurfrules'],
  server: {
    // It has one file for all folders and no variable for the open one.
    user: { ...withoutFolder, files: [inHome('.codeium/windsurf/mcp_config.json')] },
  },
  instructions: {},
};

const zedEditor: Agent = {
  id: 'zed',
  title: 'Zed',
  documentation: 'https://zed.dev/docs/ai/mcp',
  programs: ['zed', 'zeditor'],
  traces: [{ ...inConfig('zed'), windows: inUserData('Zed') }],
  projectFiles: ['.zed'],
  server: {
    user: {
      format: 'json',
      keys: ['context_servers'],
      // Zed starts servers in the root of the project.
      folder: '.',
      files: [{ ...inConfig('zed/settings.json'), windows: inUserData('Zed/settings.json') }],
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
  traces: [inHome('.cline'), { base: 'userData', path: clineFolder }],
  projectFiles: ['.clinerules', '.cline'],
  server: {
    // It has one file for all folders and no variable for the open one.
    user: {
      ...withoutFolder,
      files: [
        inHome('.cline/data/settings/cline_mcp_settings.json'),
        inUserData(`${clineFolder}/settings/cline_mcp_settings.json`),
      ],
    },
  },
  // The entry serves this folder, so the rule is in this folder too.
  instructions: { user: { file: inFolder('.clinerules/codegrain.md') } },
};

const kiloCodeServer = { format: 'json', keys: ['mcp'], folder: '.', entry: localEntry } as const;

const kiloCode: Agent = {
  id: 'kilo',
  title: 'Kilo Code',
  documentation: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code',
  programs: ['kilo'],
  traces: [inConfig('kilo')],
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
  instructions: { project: { file: inFolder('AGENTS.md') } },
};

const rooCode: Agent = {
  id: 'roo',
  title: 'Roo Code',
  documentation: 'https://docs.roocode.com/features/mcp/using-mcp-in-roo',
  programs: [],
  traces: [inUserData('Code/User/globalStorage/rooveterinaryinc.roo-cline')],
  projectFiles: ['.roo', '.roorules'],
  server: { project: { ...mcpServers, files: [inFolder('.roo/mcp.json')] } },
  instructions: { project: { file: inFolder('.roo/rules/codegrain.md') } },
};

const continueDev: Agent = {
  id: 'continue',
  title: 'Continue',
  documentation: 'https://docs.continue.dev/customize/deep-dives/mcp',
  programs: ['cn'],
  traces: [inHome('.continue')],
  projectFiles: ['.continue', '.continuerules'],
  server: {
    // Every file of the folder is read, so this one is our own.
    project: { ...mcpServers, files: [inFolder('.continue/mcpServers/codegrain.json')] },
  },
  instructions: {
    project: {
      file: inFolder('.continue/rules/codegrain.md'),
      head: '---\nname: Codegrain\nalwaysApply: true\n---\n\n',
    },
  },
};

const qwenCode: Agent = {
  id: 'qwen-code',
  title: 'Qwen Code',
  documentation: 'https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp',
  programs: ['qwen'],
  traces: [inHome('.qwen')],
  projectFiles: ['.qwen', 'QWEN.md'],
  server: {
    project: { ...mcpServers, files: [inFolder('.qwen/settings.json')] },
    user: { ...mcpServers, files: [inHome('.qwen/settings.json')] },
  },
  instructions: { project: { file: inFolder('QWEN.md') }, user: { file: inHome('.qwen/QWEN.md') } },
  // https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks
  hook: {
    project: promptHook(inFolder('.qwen/settings.json'), 'UserPromptSubmit', 'milliseconds', { name: 'codegrain' }),
    user: promptHook(inHome('.qwen/settings.json'), 'UserPromptSubmit', 'milliseconds', { name: 'codegrain' }),
  },
};

// One key with a dot, not an object in an object.
const ampCodeServer = { format: 'json', keys: ['amp.mcpServers'], folder: '.', entry: plainEntry } as const;

const ampCode: Agent = {
  id: 'amp',
  title: 'Amp',
  documentation: 'https://ampcode.com/manual',
  programs: ['amp'],
  traces: [inConfig('amp')],
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
  instructions: { project: { file: inFolder('AGENTS.md') }, user: { file: inConfig('amp/AGENTS.md') } },
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
