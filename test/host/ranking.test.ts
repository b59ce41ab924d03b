/** Ranking by usage in the editor: from a result that is opened to a changed order. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { ConfigurationTarget, workspace } from 'vscode';
import { indexFileOf } from '../../src/index/index-settings';
import { useFileOf } from '../../src/index/logs/use-log';
import type { Hit } from '../../src/search/hits/hit';
import type { WorkspaceIndex } from '../../src/vscode/indexing/workspace-index';
import { HitOpener } from '../../src/vscode/search/open-hit';
import { closeAll, codegrain, fixture, until } from './codegrain';

describe('ranking by usage', function () {
  this.timeout(120_000);
  let index: WorkspaceIndex;
  let opener: HitOpener;
  const folder = fixture('billing').fsPath;
  const uses = useFileOf(indexFileOf(fixture().fsPath));
  const noted: Promise<void>[] = [];
  before(async () => {
    ({ index } = await codegrain());
    opener = new HitOpener({ show: () => {} }, (hit) => noted.push(index.recordUse(hit)));
    mkdirSync(folder, { recursive: true });
    for (const [name, word] of [
      ['toEuros', 'euros'],
      ['toPounds', 'pounds'],
      ['toFrancs', 'francs'],
    ])
      writeFileSync(
        fixture('billing', `${word}.ts`).fsPath,
        `/** Converts the amount of an invoice to ${word}. */\nexport function ${name}(amount: number): number {\n  return amount * rates.${word};\n}\n`,
      );
    await index.agree();
    await index.refresh();
  });
  after(async () => {
    await set(undefined);
    opener.dispose();
    await closeAll();
    await index.clear();
    rmSync(folder, { recursive: true });
  });

  const set = (usage: number | undefined): Thenable<void> =>
    workspace.getConfiguration('codegrain').update('search.usage', usage, ConfigurationTarget.Global);
  const search = async (): Promise<readonly Hit[]> =>
    (await index.search('convert the amount of an invoice', { limit: 5 })).hits.filter(({ path }) =>
      path.startsWith('billing/'),
    );
  const openAndNote = async (hit: Hit, how: 'open' | 'preview'): Promise<void> => {
    await opener.open(hit, how);
    await Promise.all(noted);
  };

  it('notes nothing while it is off, and raises an opened result while it is on', async () => {
    const plain = await until(async () => {
      const hits = await search();
      return hits.length === 3 && hits;
    });
    const last = plain[2] ?? assert.fail();
    await openAndNote(last, 'open');
    assert.equal(existsSync(uses), false);

    await set(1);
    await openAndNote(last, 'preview');
    assert.equal(existsSync(uses), false);
    await openAndNote(last, 'open');
    assert.equal(existsSync(uses), true);
    const [first] = await search();
    assert.equal(first?.path, last.path);
    assert.ok(first?.why.some(({ signal }) => signal === 'usage'));

    await set(0);
    assert.deepEqual(
      (await search()).map(({ path, score }) => [path, score]),
      plain.map(({ path, score }) => [path, score]),
    );
  });
});
