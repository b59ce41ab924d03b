/** Agents are connected and disconnected: nothing of the user is lost, and what was added is taken out again. */
import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { agents } from '../../../../src/surfaces/agents/agent-table';
import { applyPlan, planAgents } from '../../../../src/surfaces/agents/plan-agents';
import { makeReadOnly } from '../../../read-only';
import { runs } from '../../random-runs';
import { AgentFolders, program, statuses } from './agent-folders';
import { formattedTexts, settingsTexts } from './jsonc-texts';

const everyId = agents.map(({ id }) => id);

describe('connecting agents', () => {
  let folders: AgentFolders;
  beforeEach(() => {
    folders = new AgentFolders();
  });
  afterEach(() => folders.dispose());

  for (const scope of ['project', 'user'] as const)
    it(`leaves no trace after removing all again, in the files of the ${scope}`, async () => {
      const before = folders.snapshot();
      const ids = agents.filter(({ server }) => server[scope]).map(({ id }) => id);
      const added = await folders.run('add', ids, { scope });
      assert.deepEqual(
        added.filter(({ status }) => status !== 'added' && status !== 'current'),
        [],
      );
      assert.notDeepEqual(folders.snapshot(), before);
      const again = await folders.run('add', ids, { scope });
      assert.ok(again.every(({ status }) => status === 'current'));
      await folders.run('remove', ids, { scope });
      assert.deepEqual(folders.snapshot(), before);
    });

  it('restores every byte of a file that was there before', async function () {
    this.timeout(60_000);
    const markdown = fc.constantFrom('', '\n', '# Mine', '# Mine\n', '# Mine\r\n\r\n', 'a\n\n\n', '\uFEFF# Mine\n');
    const texts = fc.oneof(
      settingsTexts,
      formattedTexts,
      fc.constantFrom(
        '',
        ' ',
        '\n',
        '{}',
        '{ }\n',
        '\uFEFF{}',
        '{"mcpServers":{}}',
        '{\r\n  "mcpServers": {\r\n  }\r\n}',
      ),
    );
    const tables = fc.constantFrom(
      '',
      'a = 1',
      '[mcp_servers]\n',
      '[mcp_servers.other] # mine\ncommand = "x"\n',
      '# only a comment',
      'model = "m"\r\n\r\n[x]\r\ny = 1\r\n',
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.boolean(), markdown, tables, async (text, hasMark, agentsText, table) => {
        folders.write('.mcp.json', hasMark && !text.startsWith('\uFEFF') ? `\uFEFF${text}` : text);
        folders.write('AGENTS.md', agentsText);
        folders.write('.codex/config.toml', table);
        const before = folders.snapshot();
        const added = await folders.run('add', ['claude-code', 'codex', 'opencode']);
        assert.deepEqual(
          added.filter(({ status }) => status === 'failed'),
          [],
        );
        await folders.run('remove', ['codex', 'claude-code', 'opencode']);
        assert.deepEqual(folders.snapshot(), before);
      }),
      { numRuns: runs(12) },
    );
  });

  it('takes out only its own part of a file that changed since', async () => {
    folders.write('.mcp.json', '{\n  "mcpServers": {}\n}\n');
    await folders.run('add', ['claude-code'], { parts: ['server'] });
    folders.write('.mcp.json', folders.read('.mcp.json').replace('{\n', '{\n  "mine": 1,\n'));
    await folders.run('remove', ['claude-code']);
    assert.equal(folders.read('.mcp.json'), '{\n  "mine": 1,\n  "mcpServers": {}\n}\n');
  });

  it('removes what it added without its records', async () => {
    await folders.run('add', ['claude-code', 'opencode', 'codex', 'cursor']);
    rmSync(join(folders.folder, '.codegrain'), { recursive: true });
    const steps = await folders.run('remove', ['claude-code', 'opencode', 'codex', 'cursor']);
    assert.ok(steps.every(({ status }) => status === 'removed'));
    const files = Object.entries(folders.snapshot()).filter(([, content]) => content !== 'folder');
    assert.deepEqual(files, []);
  });

  it('keeps instructions that another connected agent reads', async () => {
    await folders.run('add', ['codex', 'opencode']);
    const steps = await folders.run('remove', ['codex']);
    assert.deepEqual(statuses(steps), ['codex server removed', 'codex instructions kept']);
    assert.deepEqual(statuses(await folders.run('remove', ['opencode'])), [
      'opencode server removed',
      'opencode instructions removed',
    ]);
    assert.deepEqual(folders.snapshot(), { home: 'folder', project: 'folder' });
  });

  it('updates its own older entry, and leaves one that a person wrote', async () => {
    await folders.run('add', ['claude-code', 'cursor']);
    const moved = { command: '/bin/node', args: ['/new/dist/cli.js'], isPortable: false };
    const updated = await folders.run('add', ['claude-code'], { program: moved });
    assert.deepEqual(statuses(updated), ['claude-code server updated', 'claude-code instructions current']);
    assert.deepEqual(JSON.parse(folders.read('.mcp.json')).mcpServers.codegrain.args, ['/new/dist/cli.js', 'mcp', '.']);

    const own = '{"mcpServers":{"codegrain":{"command":"codegrain","args":["mcp",".","--read-only"]}}}';
    folders.write('.mcp.json', own);
    for (const action of ['add', 'remove'] as const) {
      const [step] = await folders.run(action, ['claude-code']);
      assert.equal(step?.status, 'failed');
      assert.match(step?.reason ?? '', /--force/);
      assert.equal(folders.read('.mcp.json'), own);
    }
    const [forced] = await folders.run('add', ['claude-code'], { force: true });
    assert.equal(forced?.status, 'updated');
    await folders.run('remove', ['claude-code', 'cursor']);
    assert.deepEqual(folders.snapshot(), { home: 'folder', project: 'folder' });
  });

  it('reports a file that cannot be parsed, says what to add, and goes on with the others', async () => {
    folders.write('.mcp.json', '{\n  "mcpServers": {,}\n}');
    folders.write('.codex/config.toml', 'a = \n');
    folders.write('AGENTS.md', '<!-- codegrain:begin -->\nnever closed');
    const before = folders.snapshot();
    const steps = await folders.run('add', ['claude-code', 'codex', 'gemini-cli'], { parts: ['server'] });
    assert.deepEqual(statuses(steps), ['claude-code server failed', 'codex server failed', 'gemini-cli server added']);
    assert.match(steps[0]?.reason ?? '', /^is not valid JSON: .* \(line 2, column 18\)$/);
    assert.match(steps[1]?.reason ?? '', /^is not valid TOML: .* \(line 1, column \d+\)$/);
    assert.deepEqual(JSON.parse(steps[0]?.byHand ?? ''), {
      mcpServers: { codegrain: { type: 'stdio', command: 'codegrain', args: ['mcp', '.'] } },
    });
    const [, instructions] = await folders.run('add', ['codex']);
    assert.match(instructions?.reason ?? '', /one of the two markers/);
    await folders.run('remove', ['gemini-cli']);
    assert.deepEqual(folders.snapshot(), before);
  });

  it('refuses what is not text in UTF-8, a folder, and a link to nothing', async () => {
    folders.write('.mcp.json', Buffer.from('{ "ä": 1 }', 'utf16le'));
    mkdirSync(join(folders.folder, 'opencode.json'));
    mkdirSync(join(folders.folder, '.cursor'));
    symlinkSync('nowhere.json', join(folders.folder, '.cursor/mcp.json'));
    const before = folders.read('.mcp.json');
    const steps = await folders.run('add', ['claude-code', 'opencode', 'cursor'], { parts: ['server'] });
    assert.deepEqual(
      steps.map(({ reason }) => reason),
      ['is not text in UTF-8', 'is a link to a file that does not exist', 'is not a file'],
    );
    assert.equal(folders.read('.mcp.json'), before);
  });

  it('follows a link, which stays a link, and adds a section once to a file with two names', async () => {
    folders.write('shared/AGENTS.md', '# Mine\n');
    symlinkSync('shared/AGENTS.md', join(folders.folder, 'AGENTS.md'));
    symlinkSync('shared/AGENTS.md', join(folders.folder, 'GEMINI.md'));
    const steps = await folders.run('add', ['codex', 'gemini-cli']);
    assert.deepEqual(
      statuses(steps).filter((step) => step.includes('instructions')),
      ['codex instructions added', 'gemini-cli instructions current'],
    );
    assert.ok(lstatSync(join(folders.folder, 'AGENTS.md')).isSymbolicLink());
    assert.equal(folders.read('shared/AGENTS.md').split('codegrain:begin').length, 2);
    await folders.run('remove', ['codex', 'gemini-cli']);
    assert.equal(folders.read('shared/AGENTS.md'), '# Mine\n');
    assert.ok(lstatSync(join(folders.folder, 'GEMINI.md')).isSymbolicLink());
  });

  it('keeps the permissions of a file', async () => {
    folders.write('.mcp.json', '{}');
    chmodSync(join(folders.folder, '.mcp.json'), 0o600);
    await folders.run('add', ['claude-code']);
    assert.equal(lstatSync(join(folders.folder, '.mcp.json')).mode & 0o777, 0o600);
  });

  it('says why it cannot write into a read-only folder, and connects the others', async function () {
    mkdirSync(join(folders.folder, '.cursor'));
    const restore = makeReadOnly(join(folders.folder, '.cursor'));
    if (!restore) return this.skip();
    try {
      const steps = await folders.run('add', ['cursor', 'claude-code'], { parts: ['server'] });
      assert.deepEqual(statuses(steps), ['claude-code server added', 'cursor server failed']);
      assert.match(steps[1]?.reason ?? '', /^cannot be written: /);
    } finally {
      restore();
    }
  });

  it('does not overwrite what another program wrote in between', async () => {
    folders.write('.mcp.json', '{}');
    const plan = planAgents(folders.request('add', ['claude-code'], { parts: ['server'] }));
    folders.write('.mcp.json', '{"mine": 1}');
    const [step] = await applyPlan(plan);
    assert.match(step?.reason ?? '', /changed by another program/);
    assert.equal(folders.read('.mcp.json'), '{"mine": 1}');
  });

  it('changes a file of 5 MB', async function () {
    this.timeout(60_000);
    const big = `{\n  "a": ${JSON.stringify(Array.from({ length: 100_000 }, (_, i) => `${i} {,} // ${'x'.repeat(30)}`))}\n}\n`;
    folders.write('.mcp.json', big);
    await folders.run('add', ['claude-code']);
    assert.equal(JSON.parse(folders.read('.mcp.json')).mcpServers.codegrain.command, program.command);
    await folders.run('remove', ['claude-code']);
    assert.equal(folders.read('.mcp.json'), big);
  });

  it('plans without writing anything', () => {
    const before = folders.snapshot();
    const plan = planAgents(
      folders.request(
        'add',
        everyId.filter((id) => agents.find((each) => each.id === id)?.server.project),
      ),
    );
    assert.ok(plan.changes.length > 10);
    assert.deepEqual(folders.snapshot(), before);
  });

  it('tells that an agent has no file in this scope', async () => {
    const [step] = await folders.run('add', ['windsurf']);
    assert.deepEqual(
      [step?.status, step?.reason],
      ['failed', 'Windsurf has no configuration in the project; use --user'],
    );
  });

  it('does not trust a damaged record', async () => {
    folders.write('.mcp.json', '{"mine": 1}');
    await folders.run('add', ['claude-code']);
    writeFileSync(join(folders.folder, '.codegrain/agents.json'), '{"version": 1, "edits": 7}');
    await folders.run('remove', ['claude-code']);
    assert.deepEqual(JSON.parse(folders.read('.mcp.json')), { mine: 1 });
  });
});
