/** The entry of each agent is the one its documentation shows; docs/agents.md says where. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { productFile } from '../../../../src/shared/product';
import { type AgentScope, pathOf } from '../../../../src/surfaces/agents/agent';
import { agents, findAgent } from '../../../../src/surfaces/agents/agent-table';
import { instructionText } from '../../../../src/surfaces/agents/marked-section';
import { planAgents } from '../../../../src/surfaces/agents/plan-agents';
import { AgentFolders } from './agent-folders';

const plain = (folder: string) => ({ command: 'codegrain', args: ['mcp', folder] });
const stdio = (folder: string) => ({ type: 'stdio', ...plain(folder) });
const local = { type: 'local', command: ['codegrain', 'mcp', '.'], enabled: true };
const named = (key: string, entry: object) => ({ [key]: { codegrain: entry } });
const workspace = '$'.concat('{workspaceFolder}');

/** By agent and scope: the file, and what `add` makes of no file. `FOLDER` is the project. */
const expected: Readonly<Record<string, Partial<Record<AgentScope, readonly [file: string, content: object]>>>> = {
  'claude-code': {
    project: ['project/.mcp.json', named('mcpServers', stdio('.'))],
    user: ['home/.claude.json', named('mcpServers', stdio('.'))],
  },
  cursor: { project: ['project/.cursor/mcp.json', named('mcpServers', stdio(workspace))] },
  vscode: {
    project: ['project/.vscode/mcp.json', named('servers', stdio(workspace))],
    user: ['home/.config/Code/User/mcp.json', named('servers', stdio(workspace))],
  },
  'copilot-cli': {
    project: ['project/.github/mcp.json', named('mcpServers', { type: 'local', ...plain('.'), tools: ['*'] })],
    user: ['home/.copilot/mcp-config.json', named('mcpServers', { type: 'local', ...plain('.'), tools: ['*'] })],
  },
  codex: {
    project: ['project/.codex/config.toml', named('mcp_servers', plain('.'))],
    user: ['home/.codex/config.toml', named('mcp_servers', plain('.'))],
  },
  'gemini-cli': {
    project: ['project/.gemini/settings.json', named('mcpServers', plain('.'))],
    user: ['home/.gemini/settings.json', named('mcpServers', plain('.'))],
  },
  opencode: {
    project: ['project/opencode.json', { $schema: 'https://opencode.ai/config.json', ...named('mcp', local) }],
    user: [
      'home/.config/opencode/opencode.json',
      { $schema: 'https://opencode.ai/config.json', ...named('mcp', local) },
    ],
  },
  windsurf: { user: ['home/.codeium/windsurf/mcp_config.json', named('mcpServers', plain('FOLDER'))] },
  zed: { user: ['home/.config/zed/settings.json', named('context_servers', plain('.'))] },
  cline: { user: ['home/.cline/data/settings/cline_mcp_settings.json', named('mcpServers', plain('FOLDER'))] },
  kilo: {
    project: ['project/.kilo/kilo.json', named('mcp', local)],
    user: ['home/.config/kilo/kilo.json', named('mcp', local)],
  },
  roo: { project: ['project/.roo/mcp.json', named('mcpServers', plain('.'))] },
  continue: { project: ['project/.continue/mcpServers/codegrain.json', named('mcpServers', plain('.'))] },
  'qwen-code': {
    project: ['project/.qwen/settings.json', named('mcpServers', plain('.'))],
    user: ['home/.qwen/settings.json', named('mcpServers', plain('.'))],
  },
  amp: {
    project: ['project/.amp/settings.json', named('amp.mcpServers', plain('.'))],
    user: ['home/.config/amp/settings.json', named('amp.mcpServers', plain('.'))],
  },
};

describe('the table of agents', () => {
  let folders: AgentFolders;
  before(() => {
    folders = new AgentFolders();
  });
  after(() => folders.dispose());

  it('has a documented entry for each agent', () => {
    assert.deepEqual(agents.map(({ id }) => id).sort(), Object.keys(expected).sort());
  });

  for (const agent of agents)
    for (const scope of ['project', 'user'] as const)
      it(`${agent.id} has what its documentation shows, in the files of the ${scope}`, () => {
        const [file, content] = expected[agent.id]?.[scope] ?? [];
        assert.equal(agent.server[scope] !== undefined, file !== undefined);
        if (file === undefined) return;
        const { steps, changes } = planAgents(folders.request('add', [agent.id], { scope, parts: ['server'] }));
        assert.equal(steps[0]?.file, join(folders.root, file));
        const text = changes[0]?.after ?? '';
        const filled = JSON.parse(JSON.stringify(content).replace('FOLDER', folders.folder));
        assert.deepEqual(file.endsWith('.toml') ? structuredClone(parse(text)) : JSON.parse(text), filled);
      });

  it('is in the documentation, with the files and the source of each agent', () => {
    const docs = readFileSync(productFile('docs', 'agents.md'), 'utf8');
    for (const { id, title, documentation, server, instructions } of agents) {
      const row = docs.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${id}\``)) ?? '';
      assert.ok(row.includes(title) && row.includes(documentation), `${id}: ${row}`);
      const places = [
        ...Object.values(server).map(({ files }) => files[0]),
        ...Object.values(instructions).map(({ file }) => file),
      ];
      for (const place of places)
        assert.ok(row.includes(place?.path.split('/').at(-1) ?? '?'), `${id}: ${place?.path}`);
    }
  });
});

describe('the place of a file', () => {
  const at = (platform: NodeJS.Platform, variables: Record<string, string> = {}) => ({
    platform,
    home: '/home/a',
    variables,
  });
  const zed = findAgent('zed')?.server.user?.files[0];
  const code = findAgent('vscode')?.server.user?.files[0];
  const codex = findAgent('codex')?.server.user?.files[0];
  assert.ok(zed && code && codex);

  it('depends on the platform', () => {
    assert.equal(pathOf(zed, '/p', at('linux')), join('/home/a/.config/zed/settings.json'));
    assert.equal(pathOf(zed, '/p', at('darwin')), join('/home/a/.config/zed/settings.json'));
    assert.equal(
      pathOf(zed, '/p', at('win32', { APPDATA: '/home/a/Roaming' })),
      join('/home/a/Roaming/Zed/settings.json'),
    );
    assert.equal(pathOf(code, '/p', at('darwin')), join('/home/a/Library/Application Support/Code/User/mcp.json'));
    assert.equal(pathOf(code, '/p', at('win32')), join('/home/a/AppData/Roaming/Code/User/mcp.json'));
  });

  it('follows the variables that agents have for it', () => {
    assert.equal(pathOf(zed, '/p', at('linux', { XDG_CONFIG_HOME: '/x' })), join('/x/zed/settings.json'));
    assert.equal(pathOf(codex, '/p', at('linux', { CODEX_HOME: '/y' })), join('/y/config.toml'));
  });
});

describe('the instructions', () => {
  it('are short, and name tools that the server has', () => {
    assert.ok(instructionText.split('\n').length <= 12);
    const folder = productFile('src/surfaces/mcp');
    const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const [, tool = ''] of instructionText.matchAll(/`([a-z_]+)`/g))
      assert.ok(tool === 'codegrain' || sources.join().includes(`name: '${tool}',`), tool);
  });
});
