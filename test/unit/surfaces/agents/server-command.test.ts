/** How an entry starts the server, and how we recognise our own entries. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { commandOfEntry, programOnThisMachine, serverCommand } from '../../../../src/surfaces/agents/server-command';

describe('the command of an entry', () => {
  it('exists on this machine', async () => {
    const { command, args, isPortable } = await programOnThisMachine('.');
    if (isPortable) assert.deepEqual([command, args], ['codegrain', []]);
    else for (const path of [command, ...args]) assert.ok(existsSync(path), path);
  });

  it('serves a folder', () => {
    assert.deepEqual(serverCommand({ command: 'node', args: ['/a/cli.js'], env: { A: '1' } }, '.'), {
      command: 'node',
      args: ['/a/cli.js', 'mcp', '.'],
      env: { A: '1' },
    });
  });

  for (const entry of [
    { command: 'codegrain', args: ['mcp', '.'] },
    { type: 'stdio', command: 'C:\\bin\\codegrain.cmd', args: ['mcp', 'C:\\a b'] },
    { type: 'local', command: ['/bin/node', '/x/dist/cli.js', 'mcp', '.'], enabled: true },
  ])
    it(`is recognised: ${JSON.stringify(entry)}`, () => {
      const flat = [entry.command, entry.args ?? []].flat();
      const { command, args } = commandOfEntry(entry) ?? {};
      assert.deepEqual([command, ...(args ?? [])], flat);
    });

  for (const entry of [
    null,
    'codegrain mcp .',
    { url: 'http://localhost' },
    { command: 'npx', args: ['codegrain', 'mcp', '.'] },
    { command: 'codegrain', args: ['mcp', '.', '--read-only'] },
    { command: 'codegrain', args: ['index', '.'] },
    { command: 'codegrain', args: 'mcp .' },
    { command: 'node', args: ['/x/cli.js', 'mcp', '.', '--include', 'src'] },
  ])
    it(`is not taken for ours: ${JSON.stringify(entry)}`, () => {
      assert.equal(commandOfEntry(entry), undefined);
    });
});
