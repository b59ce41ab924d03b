/** Recency, usage and importance: off by default, and each changes the order only where it is switched on. */
import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeIndex } from '../../../../src/engine/code-index';
import { indexFileOf } from '../../../../src/index/index-settings';
import { recordUse, useFileOf } from '../../../../src/index/logs/use-log';
import { defaultsOf } from '../../../../src/options/option';
import { rankingOptions } from '../../../../src/options/ranking-options';
import type { Hit } from '../../../../src/search/hits/hit';
import type { SearchOptions } from '../../../../src/search/searcher';
import { files, makeWorkspace, type TestWorkspace } from '../search-workspace';

const day = 86_400_000;
const off = defaultsOf(rankingOptions);
const query = 'convert the amount of an invoice';

describe('personal ranking', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  let searcher: CodeIndex;
  const variant = (name: string, word: string): string =>
    `/** Converts the amount of an invoice to ${word}. */\nexport function ${name}(amount: number): number {\n  return amount * rates.${word};\n}\n`;
  before(async () => {
    workspace = await makeWorkspace({
      ...files,
      'billing/first.ts': variant('toEuros', 'euros'),
      'billing/second.ts': variant('toPounds', 'pounds'),
      'billing/third.ts': variant('toFrancs', 'francs'),
    });
    searcher = await workspace.searcher();
  });
  after(() => workspace.dispose());

  const touch = (path: string, daysAgo: number): void => {
    const seconds = (Date.now() - daysAgo * day) / 1000;
    utimesSync(join(workspace.root, path), seconds, seconds);
  };
  const search = async (options: SearchOptions = {}): Promise<readonly Hit[]> =>
    (await searcher.search(query, options)).hits;
  const billing = (hits: readonly Hit[]): string[] =>
    hits.map(({ path }) => path).filter((path) => path.startsWith('billing/'));
  const shareOf = (hits: readonly Hit[], path: string, signal: string): number | undefined =>
    hits.find((hit) => hit.path === path)?.why.find((each) => each.signal === signal)?.share;

  it('is off by default: every answer is the same byte for byte, whatever is known', async () => {
    const queries = [query, 'matchRoute', 'how are errors turned into a response', 'src/router.ts', 'parse duration'];
    const answers = async (options: SearchOptions): Promise<string> =>
      JSON.stringify(await Promise.all(queries.map((each) => searcher.search(each, { explain: true, ...options }))));
    const plain = await answers({});
    assert.equal(await answers({ ranking: off }), plain);
    touch('billing/third.ts', 400);
    const [best] = await search();
    for (let i = 0; i < 5; i++)
      await recordUse(useFileOf(indexFileOf(workspace.root)), { chunk: best?.id ?? '', path: '', at: Date.now() });
    assert.equal(await answers({}), plain);
    assert.equal(await answers({ ranking: off }), plain);
    assert.equal(await answers({ ranking: { ...off, halfLifeDays: 1 } }), plain);
  });

  it('by recency prefers what changed last, half as much after every half-life', async () => {
    const [first = '', second = '', third = ''] = billing(await search());
    for (const [path, daysAgo] of [
      [first, 60],
      [second, 30],
      [third, 0],
    ] as const)
      touch(path, daysAgo);
    const hits = await search({ ranking: { ...off, recency: 1 } });
    assert.deepEqual(billing(hits), [third, second, first]);
    assert.equal(hits[0]?.path, third);
    for (const [path, share] of [
      [third, 1],
      [second, 0.5],
      [first, 0.25],
    ] as const)
      assert.ok(Math.abs((shareOf(hits, path, 'recency') ?? 0) - share) < 0.01, path);
    const quick = await search({ ranking: { ...off, recency: 1, halfLifeDays: 60 } });
    assert.ok(Math.abs((shareOf(quick, first, 'recency') ?? 0) - 0.5) < 0.01);
    // The times of files that changed together, as after a clone, prefer none of them.
    for (const path of [first, second, third]) touch(path, 100);
    assert.deepEqual(billing(await search({ ranking: { ...off, recency: 1 } })), [first, second, third]);
  });

  it('by usage prefers the chunk that was used, more after further uses, each adding less', async () => {
    const last = (await search()).findLast(({ path }) => path.startsWith('billing/'));
    assert.ok(last);
    const use = (): Promise<void> =>
      recordUse(useFileOf(indexFileOf(workspace.root)), { chunk: last.id, path: last.path, at: Date.now() });
    const ranking = { ...off, usage: 1 };
    const shares: number[] = [];
    for (let i = 0; i < 3; i++) {
      await use();
      shares.push(shareOf(await search({ ranking }), last.path, 'usage') ?? 0);
    }
    const [one = 0, two = 0, three = 0] = shares;
    assert.ok(Math.abs(one - 0.5) < 0.01 && two > one && three > two && three - two < two - one, String(shares));
    assert.equal((await search())[0]?.path !== last.path, true);
    assert.ok(billing(await search({ ranking })).indexOf(last.path) < billing(await search()).indexOf(last.path));
  });

  it('by importance prefers the files that the globs name', async () => {
    const [first, second, third = ''] = billing(await search());
    const hits = await search({ ranking: { ...off, important: [third] } });
    assert.deepEqual(billing(hits), [third, first, second]);
    assert.ok(Math.abs((shareOf(hits, third, 'importance') ?? 0) - 0.3) < 0.01);
    assert.deepEqual(billing(await search({ ranking: { ...off, important: ['nothing/**'] } })), [first, second, third]);
  });
});
