/** Recency, usage and importance as users switch them on: from a chunk that an agent read to a changed order. */
import assert from 'node:assert/strict';
import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { indexFileOf } from '../../../../src/index/index-settings';
import { useFileOf } from '../../../../src/index/logs/use-log';
import type { Hit } from '../../../../src/search/hits/hit';
import { makeWorkspace, type TestWorkspace } from '../../search/search-workspace';
import { connect, hitsIn } from '../mcp/mcp-client';
import { runCommandSync } from './runner/run-command';

const query = 'convert the amount of an invoice';

describe('the ranking flags', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  before(async () => {
    const variant = (name: string, word: string): string =>
      `/** Converts the amount of an invoice to ${word}. */\nexport function ${name}(amount: number): number {\n  return amount * rates.${word};\n}\n`;
    workspace = await makeWorkspace({
      'billing/first.ts': variant('toEuros', 'euros'),
      'billing/second.ts': variant('toPounds', 'pounds'),
      'billing/third.ts': variant('toFrancs', 'francs'),
    });
  });
  after(() => workspace.dispose());

  const run = (...args: string[]) => runCommandSync(args, { cwd: workspace.root });
  const search = (...flags: string[]): Hit[] => JSON.parse(run('search', '--json', ...flags, query).stdout);
  const paths = (hits: readonly { readonly path: string }[]): string[] => hits.map(({ path }) => path);

  it('order by recency, half-life and importance, and --explain shows each', () => {
    const [first = '', second = '', third = ''] = paths(search());
    const now = Date.now() / 1000;
    for (const [path, days] of [
      [first, 40],
      [second, 20],
      [third, 0],
    ] as const)
      utimesSync(join(workspace.root, path), now - days * 86_400, now - days * 86_400);
    assert.deepEqual(paths(search()), [first, second, third]);
    assert.deepEqual(paths(search('--recency', '1')), [third, second, first]);
    assert.equal(paths(search('--important', second))[0], second);
    const explained = run('search', '--explain', '--recency', '1', '--important', second, query).stdout;
    assert.match(explained, /recency/);
    assert.match(explained, /importance/);
    const shares = (days: string): number[] =>
      search('--recency', '1', '--half-life', days).map(
        ({ why }) => why.find(({ signal }) => signal === 'recency')?.share ?? 0,
      );
    assert.deepEqual(
      shares('20').map((share) => share.toFixed(2)),
      ['1.00', '0.50', '0.25'],
    );
  });

  it('order by usage after an agent has read a chunk, which only a server with --usage notes', async () => {
    const uses = useFileOf(indexFileOf(workspace.root));
    const plain = search();
    const last = plain.at(-1) ?? assert.fail();
    const reads = async (...flags: string[]): Promise<string[]> => {
      const server = await connect(workspace.root, '--structured', ...flags);
      try {
        await server.call('get_chunk', { id: last.id });
        return paths(hitsIn(await server.call('search_code', { query })));
      } finally {
        await server.close();
      }
    };
    assert.deepEqual(await reads(), paths(plain));
    assert.ok(!existsSync(uses), 'nothing is noted while usage is off');
    assert.equal((await reads('--usage', '1'))[0], last.path);
    assert.ok(existsSync(uses));
    assert.equal(search('--usage', '1')[0]?.path, last.path);
    assert.match(run('search', '--explain', '--usage', '1', query).stdout, /usage/);
    assert.deepEqual(search(), plain);
    assert.equal(run('clear').status, 0);
    assert.ok(!existsSync(uses));
  });

  it('that need files of this machine are refused with --from', () => {
    for (const flag of ['--recency', '--usage']) {
      const { status, stderr } = run('search', '--from', 'postgresql://localhost/x', flag, '0.5', query);
      assert.equal(status, 2);
      assert.equal(stderr, `codegrain: ${flag} needs the index of a folder; it cannot be combined with --from\n`);
    }
    assert.match(run('search', '--recency', '2', query).stderr, /--recency must be/);
  });
});
