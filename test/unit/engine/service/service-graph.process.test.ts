/** Questions to the graph through the index service. */
import assert from 'node:assert/strict';
import type { GraphAnswer } from '../../../../src/search/graph-questions';
import { endAll, folderOf, setupOf, startService } from './running-service';

const names = (answers: readonly GraphAnswer[]): string[][] =>
  answers.map(({ entries }) => entries.map(({ name, path }) => `${path} ${name}`));

describe('the graph of a served folder', function () {
  this.timeout(180_000);
  afterEach(endAll);

  it('answers from the draft that was sent last, without waiting for it', async () => {
    const root = folderOf({
      'a.ts': "import { two } from './b';\n\nexport function one(): number {\n  return two();\n}\n",
      'b.ts': 'export function two(): number {\n  return 2;\n}\n\nexport function three(): number {\n  return 3;\n}\n',
    });
    const client = startService();
    await client.setFolders([setupOf(root)]);
    await client.refresh(root);
    const target = { path: 'a.ts', line: 4 };
    const uses = { root, target, direction: 'uses' } as const;
    const usedBy = { root, target: { path: 'b.ts', line: 5 }, direction: 'used by' } as const;
    assert.deepEqual(names(await client.ask('graph', uses)), [['b.ts two']]);
    const sent = client.setDraft(
      root,
      'a.ts',
      "import { three } from './b';\n\n\n\nexport function one(): number {\n  return three();\n}\n",
    );
    assert.deepEqual(names(await client.ask('graph', { ...uses, target: { ...target, name: 'one' } })), [
      ['b.ts three'],
    ]);
    await sent;
    assert.deepEqual(names(await client.ask('graph', usedBy)), [['a.ts one']]);
    const counted = (await client.ask('counts', { root, path: 'b.ts' })).map(({ name, uses, usedBy }) => [
      name,
      uses,
      usedBy,
    ]);
    assert.deepEqual(counted, [
      ['two', 0, 0],
      ['three', 0, 1],
    ]);
    const [only, ...others] = await client.ask('counts', { root, path: 'a.ts', lines: { from: 4, to: 7 } });
    assert.deepEqual([only?.name, only?.line, only?.uses, others.length], ['one', 5, 1, 0]);
    await client.setDraft(root, 'a.ts');
    assert.deepEqual(names(await client.ask('graph', usedBy)), [[]]);
    assert.deepEqual(names(await client.ask('graph', uses)), [['b.ts two']]);
    assert.deepEqual(await client.ask('graph', { ...uses, target: { path: 'nowhere.ts', line: 1 } }), []);
  });
});
