/** Hooks: items of a list in a settings file that other tools share. */
import assert from 'node:assert/strict';
import type { Agent, HookPlace } from '../../../../src/surfaces/agents/agent';
import type { ConfigValue } from '../../../../src/surfaces/agents/formats/config-format';
import { applyPlan, planAgents } from '../../../../src/surfaces/agents/plan-agents';
import { AgentFolders, statuses } from './agent-folders';

const item = (command: string): ConfigValue => ({ hooks: [{ type: 'command', command }] });
const hook: HookPlace = {
  format: 'json',
  files: [{ base: 'folder', path: '.agent/settings.json' }],
  keys: ['hooks', 'UserPromptSubmit'],
  fresh: { version: 1 },
  item: ({ command }) => item(`${command} hook`),
  isOurs: (value) => JSON.stringify(value).includes(' hook"'),
};
const agent: Agent = {
  id: 'agent',
  title: 'Agent',
  documentation: '',
  programs: [],
  traces: [],
  projectFiles: [],
  server: {
    project: {
      format: 'json',
      files: hook.files,
      keys: ['servers'],
      entry: ({ command, args }) => ({ command, args }),
    },
  },
  instructions: {},
  hook: { project: hook },
};

describe('a hook', () => {
  let folders: AgentFolders;
  beforeEach(() => {
    folders = new AgentFolders();
  });
  afterEach(() => folders.dispose());

  const run = async (action: 'add' | 'remove', command = 'codegrain') => {
    const program = { command, args: [], isPortable: true };
    const request = { ...folders.request(action, []), agents: [agent], parts: ['server', 'hook'] as const, program };
    return statuses(await applyPlan(planAgents(request)));
  };

  it('is added beside the hooks of others, and removed with every byte as before', async () => {
    const before = `{\n  "hooks": {\n    "UserPromptSubmit": [\n      ${JSON.stringify(item('mine'))} // first\n    ]\n  }\n}\n`;
    folders.write('.agent/settings.json', before);
    assert.deepEqual(await run('add'), ['agent server added', 'agent hook added']);
    assert.match(folders.read('.agent/settings.json'), /\}, \/\/ first\n {6}\{\n {8}"hooks": \[\n/);
    assert.deepEqual(await run('add'), ['agent server current', 'agent hook current']);
    assert.deepEqual(await run('add', '/opt/codegrain'), ['agent server updated', 'agent hook updated']);
    assert.deepEqual(await run('add'), ['agent server updated', 'agent hook updated']);
    assert.deepEqual(await run('remove'), ['agent server removed', 'agent hook removed']);
    assert.equal(folders.read('.agent/settings.json'), before);
  });

  it('and its file go, if there was none', async () => {
    const before = folders.snapshot();
    assert.deepEqual(await run('add'), ['agent server added', 'agent hook added']);
    await run('remove');
    assert.deepEqual(folders.snapshot(), before);
  });

  it('is refused where the list is something else', async () => {
    folders.write('.agent/settings.json', '{"hooks": {"UserPromptSubmit": {}}}');
    assert.deepEqual(await run('add'), ['agent server added', 'agent hook failed']);
  });
});
