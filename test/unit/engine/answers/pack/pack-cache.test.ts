/** Packs of questions that were asked before: given again while nothing changed, made again when something did. */
import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { plainPlace } from '../../../../../src/engine/answers/code-blocks';
import type { Pack } from '../../../../../src/engine/answers/pack/pack';
import { PackCache } from '../../../../../src/engine/answers/pack/pack-cache';
import type { CodeIndex } from '../../../../../src/engine/code-index';
import { tokenCounter } from '../../../../../src/tokens/token-counter';
import { files, makeWorkspace, type TestWorkspace } from '../../../search/search-workspace';

const counter = tokenCounter('o200k_base');

describe('the cache of packs', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let searcher: CodeIndex;
  let searches = 0;
  let cache: PackCache;
  beforeEach(async () => {
    workspace = await makeWorkspace(files);
    searcher = await workspace.searcher();
    searches = 0;
    cache = new PackCache(0);
  });
  afterEach(() => workspace.dispose());

  const pack = (text: string, more: { budget?: number; ranking?: object } = {}): Promise<Pack> => {
    const ranking = { recency: 0, usage: 0, halfLifeDays: 7, important: [], ...more.ranking };
    const source = {
      views: searcher.views,
      facts: (...asked: Parameters<CodeIndex['facts']>) => searcher.facts(...asked),
      search: (...asked: Parameters<CodeIndex['search']>) => {
        searches++;
        return searcher.search(...asked);
      },
    };
    return cache.packFor(source, text, {
      ...{ budget: more.budget ?? 1000, ranking, place: plainPlace, readMore: '' },
      count: (each) => counter.count(each),
    });
  };

  it('gives the same pack without searching, for the same question and budget', async () => {
    const first = await pack('longest route');
    assert.equal(await pack('longest route'), first);
    assert.equal(searches, 1);
    await pack('longest route', { budget: 900 });
    await pack('shortest route');
    assert.equal(searches, 3);
  });

  it('makes a pack again when a shown file changed, although the index did not', async () => {
    const first = await pack('longest route');
    assert.doesNotMatch(first.text, /A new comment/);
    workspace.write('src/router.ts', `// A new comment.\n${files['src/router.ts']}`);
    const second = await pack('longest route');
    assert.match(second.text, /src\/router\.ts/);
    assert.equal(searches, 2);
    assert.notEqual(second.text, first.text);
  });

  it('makes it again when the index changed', async () => {
    await pack('longest route');
    workspace.write(
      'src/other-router.ts',
      'export function longestRoute(): string {\n  return "the longest route";\n}\n',
    );
    await workspace.refresh();
    const { text } = await pack('longest route');
    assert.match(text, /src\/other-router\.ts/);
    assert.equal(searches, 2);
  });

  it('does not keep what a file has that is being written', async () => {
    const later = new Date(Date.now() + 5000);
    utimesSync(join(workspace.root, 'src/router.ts'), later, later);
    await pack('longest route');
    await pack('longest route');
    assert.equal(searches, 2);
  });

  it('does not keep what depends on the time', async () => {
    await pack('longest route', { ranking: { recency: 0.5 } });
    await pack('longest route', { ranking: { recency: 0.5 } });
    assert.equal(searches, 2);
  });

  it('forgets the packs that were not asked for longest', async () => {
    await pack('route 0');
    for (let number = 1; number <= 50; number++) await pack(`route ${number}`);
    await pack('route 50');
    assert.equal(searches, 51);
    await pack('route 0');
    assert.equal(searches, 52);
  });
});
