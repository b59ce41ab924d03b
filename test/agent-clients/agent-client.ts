/** How a real agent is installed, isolated and asked, without an account: everything it writes goes to a temporary home. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface ClientContext {
  /** Stands in for the home of the user. */
  readonly home: string;
  /** The project. */
  readonly folder: string;
  /** Address of the scripted model. */
  readonly model: string;
}

export interface AgentClient {
  /** As in `codegrain agents`. */
  readonly id: string;
  /** On npm, with the version it was last driven with. */
  readonly package: string;
  readonly version: string;
  readonly program: string;
  /** Files of the user: which model to ask, and that the project is trusted. */
  prepare(context: ClientContext): void;
  environment(context: ClientContext): Readonly<Record<string, string>>;
  /** Lists the MCP servers, and what its output says about one that works. */
  readonly list: readonly string[];
  readonly listed: RegExp;
  /** Asks once and ends. */
  ask(prompt: string): readonly string[];
}

function writeJson(file: string, value: object): void {
  writeText(file, JSON.stringify(value));
}

function writeText(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const claudeCode: AgentClient = {
  id: 'claude-code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.197',
  program: 'claude',
  // As if the user had said yes to the server of the project.
  prepare: ({ home }) => writeJson(join(home, '.claude', 'settings.json'), { enableAllProjectMcpServers: true }),
  environment: ({ model }) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  list: ['mcp', 'list'],
  listed: /codegrain: .*connected/i,
  ask: (prompt) => ['-p', prompt, '--allowedTools', 'mcp__codegrain'],
};

const codex: AgentClient = {
  id: 'codex',
  package: '@openai/codex',
  version: '0.166.0',
  program: 'codex',
  prepare: ({ home, folder, model }) =>
    writeText(
      join(home, '.codex', 'config.toml'),
      [
        'model = "scripted"',
        'model_provider = "scripted"',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${model}/v1"`,
        'wire_api = "responses"',
        `[projects.${JSON.stringify(folder)}]`,
        'trust_level = "trusted"',
        '',
      ].join('\n'),
    ),
  environment: ({ home }) => ({ CODEX_HOME: join(home, '.codex') }),
  list: ['mcp', 'list'],
  listed: /codegrain .*enabled/,
  ask: (prompt) => ['exec', '--dangerously-bypass-hook-trust', prompt],
};

const geminiCli: AgentClient = {
  id: 'gemini-cli',
  package: '@google/gemini-cli',
  version: '0.61.0',
  program: 'gemini',
  prepare: ({ home }) =>
    writeJson(join(home, '.gemini', 'settings.json'), {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
    }),
  environment: ({ model }) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  list: ['mcp', 'list'],
  listed: /codegrain: .*connected/i,
  ask: (prompt) => ['-m', 'gemini-2.5-pro', '--yolo', '--skip-trust', '-p', prompt],
};

const openCode: AgentClient = {
  id: 'opencode',
  package: 'opencode-ai',
  version: '1.18.18',
  program: 'opencode',
  prepare: ({ home, model }) =>
    writeJson(join(home, '.config', 'opencode', 'opencode.json'), {
      model: 'scripted/scripted',
      autoupdate: false,
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'scripted',
          options: { baseURL: `${model}/v1`, apiKey: 'none' },
          models: { scripted: { name: 'scripted' } },
        },
      },
    }),
  environment: ({ home }) => ({
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
  }),
  list: ['mcp', 'list'],
  listed: /codegrain[\s\S]*connected/i,
  ask: (prompt) => ['run', prompt],
};

const qwenCode: AgentClient = {
  id: 'qwen-code',
  package: '@qwen-code/qwen-code',
  version: '0.15.10',
  program: 'qwen',
  prepare: ({ home }) =>
    writeJson(join(home, '.qwen', 'settings.json'), {
      security: { auth: { selectedType: 'openai' } },
      privacy: { usageStatisticsEnabled: false },
    }),
  environment: ({ model }) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'scripted' }),
  list: ['mcp', 'list'],
  listed: /codegrain: .*connected/i,
  ask: (prompt) => ['--yolo', '-p', prompt],
};

export const agentClients: readonly AgentClient[] = [claudeCode, codex, geminiCli, openCode, qwenCode];
