/** Which agents are found and which are connected. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foundAgents, listAgents } from '../../../../src/surfaces/agents/list-agents';
import { AgentFolders, program } from './agent-folders';

describe('the list of agents', () => {
  let folders: AgentFolders;
  beforeEach(() => {
    folders = new AgentFolders();
  });
  afterEach(() => folders.dispose());

  const listed = (id: string) => {
    const { folder, environment } = folders;
    const found = listAgents({ folder, program, environment }).find(({ agent }) => agent.id === id);
    assert.ok(found);
    return found;
  };

  it('finds an agent by its program, its files in the home, and its files in the folder', () => {
    const programs = join(folders.root, 'bin');
    mkdirSync(programs);
    writeFileSync(join(programs, 'gemini'), '');
    writeFileSync(join(programs, 'codex'), '');
    chmodSync(join(programs, 'codex'), 0o755);
    mkdirSync(join(folders.environment.home, '.qwen'));
    folders.write('.roo/mcp.json', '{}');
    const environment = { ...folders.environment, variables: { PATH: `/nowhere:${programs}` } };
    // `gemini` cannot be run, so it is no program.
    assert.deepEqual(
      foundAgents(folders.folder, environment).map(({ id }) => id),
      ['codex', 'roo', 'qwen-code'],
    );
    assert.deepEqual([listed('roo').onMachine, listed('roo').inFolder], [false, true]);
    assert.deepEqual([listed('qwen-code').onMachine, listed('qwen-code').inFolder], [true, false]);
  });

  it('says for each file whether it has an entry, whose it is, and why it cannot be read', async () => {
    assert.deepEqual(
      listed('claude-code').connections.map(({ scope, state }) => [scope, state]),
      [
        ['project', 'absent'],
        ['user', 'absent'],
      ],
    );
    await folders.run('add', ['claude-code']);
    assert.equal(listed('claude-code').connections[0]?.state, 'current');
    folders.write('.mcp.json', folders.read('.mcp.json').replace('"codegrain",', '"/old/codegrain",'));
    assert.equal(listed('claude-code').connections[0]?.state, 'outdated');
    folders.write('.mcp.json', '{"mcpServers": {"codegrain": {"command": "mine"}}}');
    assert.equal(listed('claude-code').connections[0]?.state, 'changed');
    folders.write('.mcp.json', '{');
    const [broken] = listed('claude-code').connections;
    assert.deepEqual([broken?.state, broken?.reason], ['unreadable', 'is not valid JSON: close brace expected']);
  });
});
