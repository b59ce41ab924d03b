/** The agents that Codegrain can be connected to, each from its own documentation, in the order in which they are listed. */
import type { Agent, FilePlace, ServerPlace } from './agent';
import { localEntry, plainEntry, promptHook, stdioEntry, workspaceFolder } from './entry-shapes';

const inFolder = (path: string): FilePlace => ({ base: 'folder', path });
const inHome = (path: string): FilePlace => ({ base: 'home', path });
const inConfig = (path: string): FilePlace => ({ base: 'config', path });
const inUserData = (path: string): FilePlace => ({ base: 'userData', path });
const inCodexHome = (path: string): FilePlace => ({ ...inHome(`.codex/${path}`), variable: 'CODEX_HOME' });

type ServerShape = Omit<ServerPlace, 'files'>;

const at = (server: ServerShape, ...files: readonly FilePlace[]): ServerPlace => ({ ...server, files });

/** Of agents that have one file for all folders and no variable for the open one. */
const withoutFolder: ServerShape = { format: 'json', keys: ['mcpServers'], entry: plainEntry };
/** What most agents read. */
const mcpServers: ServerShape = { ...withoutFolder, folder: '.' };
const typedServers: ServerShape = { ...mcpServers, entry: stdioEntry };
const vsCodeServers: ServerShape = { ...typedServers, keys: ['servers'], folder: workspaceFolder };
const kiloServers: ServerShape = { ...mcpServers, keys: ['mcp'], entry: localEntry };
const openCodeServers: ServerShape = { ...kiloServers, fresh: { $schema: 'https://opencode.ai/config.json' } };
const copilotServers: ServerShape = {
  ...mcpServers,
  entry: (command) => ({ type: 'local', ...plainEntry(command), tools: ['*'] }),
};
const codexServers: ServerShape = { ...mcpServers, format: 'toml', keys: ['mcp_servers'] };
// One key with a dot, not an object in an object.
const ampServers: ServerShape = { ...mcpServers, keys: ['amp.mcpServers'] };

const agentsFile = { file: inFolder('AGENTS.md') };
const clineFolder = 'Code/User/globalStorage/saoudrizwan.claude-dev';

export const agents: readonly Agent[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    documentation: 'https://code.claude.com/docs/en/mcp',
    programs: ['claude'],
    traces: [inHome('.claude.json'), inHome('.claude')],
    projectFiles: ['.mcp.json', '.claude', 'CLAUDE.md'],
    server: { project: at(typedServers, inFolder('.mcp.json')), user: at(typedServers, inHome('.claude.json')) },
    instructions: {
      project: { file: inFolder('.claude/rules/codegrain.md') },
      user: { file: inHome('.claude/rules/codegrain.md') },
    },
    // https://code.claude.com/docs/en/hooks#userpromptsubmit; the local settings, because a hook runs on the machine of everyone who has it.
    hook: {
      project: promptHook(inFolder('.claude/settings.local.json'), 'UserPromptSubmit', 'seconds'),
      user: promptHook(inHome('.claude/settings.json'), 'UserPromptSubmit', 'seconds'),
    },
  },
  {
    id: 'cursor',
    title: 'Cursor',
    documentation: 'https://cursor.com/docs/context/mcp',
    programs: ['cursor', 'cursor-agent'],
    traces: [inHome('.cursor')],
    projectFiles: ['.cursor', '.cursorrules'],
    // Not in the user's file: there the variable is the home of the user.
    server: { project: at({ ...typedServers, folder: workspaceFolder }, inFolder('.cursor/mcp.json')) },
    instructions: {
      project: {
        file: inFolder('.cursor/rules/codegrain.mdc'),
        head: '---\ndescription: Find code with Codegrain\nalwaysApply: true\n---\n\n',
      },
    },
  },
  {
    id: 'vscode',
    title: 'VS Code (Copilot)',
    documentation: 'https://code.visualstudio.com/docs/agents/reference/mcp-configuration',
    programs: ['code', 'code-insiders'],
    traces: [inUserData('Code/User')],
    projectFiles: ['.vscode', '.github/copilot-instructions.md'],
    server: {
      project: at(vsCodeServers, inFolder('.vscode/mcp.json')),
      user: at(vsCodeServers, inUserData('Code/User/mcp.json')),
    },
    instructions: {
      project: {
        file: inFolder('.github/instructions/codegrain.instructions.md'),
        head: "---\nname: Codegrain\ndescription: Find code with Codegrain\napplyTo: '**'\n---\n\n",
      },
    },
  },
  {
    id: 'copilot-cli',
    title: 'Copilot CLI',
    documentation: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
    programs: ['copilot'],
    traces: [inHome('.copilot')],
    projectFiles: ['.github/mcp.json'],
    server: {
      project: at(copilotServers, inFolder('.github/mcp.json')),
      user: at(copilotServers, inHome('.copilot/mcp-config.json')),
    },
    instructions: { project: agentsFile },
  },
  {
    id: 'codex',
    title: 'Codex',
    documentation: 'https://developers.openai.com/codex/mcp',
    programs: ['codex'],
    traces: [inHome('.codex')],
    projectFiles: ['.codex'],
    // Codex reads the file of a project that the user trusts.
    server: {
      project: at(codexServers, inFolder('.codex/config.toml')),
      user: at(codexServers, inCodexHome('config.toml')),
    },
    instructions: { project: agentsFile, user: { file: inCodexHome('AGENTS.md') } },
    // https://developers.openai.com/codex/hooks; Codex asks before it runs a new hook.
    hook: {
      project: promptHook(inFolder('.codex/hooks.json'), 'UserPromptSubmit', 'seconds'),
      user: promptHook(inCodexHome('hooks.json'), 'UserPromptSubmit', 'seconds'),
    },
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    documentation: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
    programs: ['gemini'],
    traces: [inHome('.gemini/settings.json')],
    projectFiles: ['.gemini', 'GEMINI.md'],
    server: {
      project: at(mcpServers, inFolder('.gemini/settings.json')),
      user: at(mcpServers, inHome('.gemini/settings.json')),
    },
    instructions: { project: { file: inFolder('GEMINI.md') }, user: { file: inHome('.gemini/GEMINI.md') } },
    // https://geminicli.com/docs/hooks/reference#beforeagent
    hook: {
      project: promptHook(inFolder('.gemini/settings.json'), 'BeforeAgent', 'milliseconds', { name: 'codegrain' }),
      user: promptHook(inHome('.gemini/settings.json'), 'BeforeAgent', 'milliseconds', { name: 'codegrain' }),
    },
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    documentation: 'https://opencode.ai/docs/mcp-servers/',
    programs: ['opencode'],
    traces: [inConfig('opencode')],
    projectFiles: ['opencode.json', 'opencode.jsonc', '.opencode'],
    server: {
      project: at(openCodeServers, inFolder('opencode.json'), inFolder('opencode.jsonc')),
      user: at(openCodeServers, inConfig('opencode/opencode.json'), inConfig('opencode/opencode.jsonc')),
    },
    instructions: { project: agentsFile, user: { file: inConfig('opencode/AGENTS.md') } },
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    documentation: 'https://docs.windsurf.com/windsurf/cascade/mcp',
    programs: ['windsurf'],
    traces: [inHome('.codeium/windsurf')],
    projectFiles: ['.windsurf', '.windsurfrules'],
    server: { user: at(withoutFolder, inHome('.codeium/windsurf/mcp_config.json')) },
    instructions: {},
  },
  {
    id: 'zed',
    title: 'Zed',
    documentation: 'https://zed.dev/docs/ai/mcp',
    programs: ['zed', 'zeditor'],
    traces: [{ ...inConfig('zed'), windows: inUserData('Zed') }],
    projectFiles: ['.zed'],
    // Zed starts servers in the root of the project.
    server: {
      user: at(
        { ...mcpServers, keys: ['context_servers'] },
        { ...inConfig('zed/settings.json'), windows: inUserData('Zed/settings.json') },
      ),
    },
    instructions: {},
  },
  {
    id: 'cline',
    title: 'Cline',
    documentation: 'https://docs.cline.bot/mcp/mcp-overview',
    programs: ['cline'],
    traces: [inHome('.cline'), inUserData(clineFolder)],
    projectFiles: ['.clinerules', '.cline'],
    server: {
      user: at(
        withoutFolder,
        inHome('.cline/data/settings/cline_mcp_settings.json'),
        inUserData(`${clineFolder}/settings/cline_mcp_settings.json`),
      ),
    },
    // The entry serves this folder, so the rule is in this folder too.
    instructions: { user: { file: inFolder('.clinerules/codegrain.md') } },
  },
  {
    id: 'kilo',
    title: 'Kilo Code',
    documentation: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code',
    programs: ['kilo'],
    traces: [inConfig('kilo')],
    projectFiles: ['.kilo', 'kilo.json', 'kilo.jsonc', '.kilocode'],
    server: {
      project: at(
        kiloServers,
        ...['.kilo/kilo.json', '.kilo/kilo.jsonc', 'kilo.json', 'kilo.jsonc'].map((path) => inFolder(path)),
      ),
      user: at(kiloServers, inConfig('kilo/kilo.json'), inConfig('kilo/kilo.jsonc')),
    },
    instructions: { project: agentsFile },
  },
  {
    id: 'roo',
    title: 'Roo Code',
    documentation: 'https://docs.roocode.com/features/mcp/using-mcp-in-roo',
    programs: [],
    traces: [inUserData('Code/User/globalStorage/rooveterinaryinc.roo-cline')],
    projectFiles: ['.roo', '.roorules'],
    server: { project: at(mcpServers, inFolder('.roo/mcp.json')) },
    instructions: { project: { file: inFolder('.roo/rules/codegrain.md') } },
  },
  {
    id: 'continue',
    title: 'Continue',
    documentation: 'https://docs.continue.dev/customize/deep-dives/mcp',
    programs: ['cn'],
    traces: [inHome('.continue')],
    projectFiles: ['.continue', '.continuerules'],
    // Every file of the folder is read, so this one is our own.
    server: { project: at(mcpServers, inFolder('.continue/mcpServers/codegrain.json')) },
    instructions: {
      project: {
        file: inFolder('.continue/rules/codegrain.md'),
        head: '---\nname: Codegrain\nalwaysApply: true\n---\n\n',
      },
    },
  },
  {
    id: 'qwen-code',
    title: 'Qwen Code',
    documentation: 'https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp',
    programs: ['qwen'],
    traces: [inHome('.qwen')],
    projectFiles: ['.qwen', 'QWEN.md'],
    server: {
      project: at(mcpServers, inFolder('.qwen/settings.json')),
      user: at(mcpServers, inHome('.qwen/settings.json')),
    },
    instructions: { project: { file: inFolder('QWEN.md') }, user: { file: inHome('.qwen/QWEN.md') } },
    // https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks
    hook: {
      project: promptHook(inFolder('.qwen/settings.json'), 'UserPromptSubmit', 'milliseconds', { name: 'codegrain' }),
      user: promptHook(inHome('.qwen/settings.json'), 'UserPromptSubmit', 'milliseconds', { name: 'codegrain' }),
    },
  },
  {
    id: 'amp',
    title: 'Amp',
    documentation: 'https://ampcode.com/manual',
    programs: ['amp'],
    traces: [inConfig('amp')],
    projectFiles: ['.amp'],
    server: {
      project: at(ampServers, inFolder('.amp/settings.json'), inFolder('.amp/settings.jsonc')),
      user: at(ampServers, inConfig('amp/settings.json'), inConfig('amp/settings.jsonc')),
    },
    instructions: { project: agentsFile, user: { file: inConfig('amp/AGENTS.md') } },
  },
];

export function findAgent(id: string): Agent | undefined {
  return agents.find((agent) => agent.id === id);
}
