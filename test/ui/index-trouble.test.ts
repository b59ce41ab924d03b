/** What the search view says while something is the matter with the index, and what then helps. */
import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessibilityProblems, WEBVIEW_BODY } from './accessibility';
import { eventually } from './eventually';
import { indexItem, SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

describe('an index in trouble', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace');
  let search: SearchPage;
  const put = (path: string, text: string): void => writeFileSync(join(workbench().folder, path), text);
  const says = async (title: string): Promise<void> => {
    await search.notice.getByText(title).waitFor();
    assert.deepEqual(await accessibilityProblems(workbench().page, WEBVIEW_BODY), []);
  };
  const isQuiet = (): Promise<void> => search.notice.waitFor({ state: 'hidden' });

  it('that cannot be written says why, and is made by another try', async () => {
    // In the way of the folder; permissions would not stop everyone.
    put('.codegrain', 'not a folder');
    search = await SearchPage.open(workbench(), 'Search code by what it does');
    await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
    await says('Indexing failed.');
    assert.match((await search.notice.textContent()) ?? '', /\.codegrain/);
    await indexItem(workbench(), 'failed').waitFor();
    await workbench().screenshot('search-failed');
    rmSync(join(workbench().folder, '.codegrain'));
    await search.notice.getByRole('button', { name: 'Rebuild Index' }).click();
    await isQuiet();
    await search.finds('"Cart"', ['cart.py', 'guide.md']);
    assert.ok(existsSync(join(workbench().folder, '.codegrain', 'index.cgx')));
  });

  it('that is paused finds what it knows, marks what changed since, and goes on by a click', async () => {
    await workbench().runCommand('Codegrain: Pause Indexing');
    await says('Indexing is paused.');
    put('src/cart.py', '# A line more.\nclass Cart:\n    """The cart, made anew."""\n');
    await eventually(async () => {
      await search.ask('"Cart" path:src');
      assert.ok((await search.frame.locator('.row.hit .stale').count()) > 0);
    });
    await workbench().screenshot('search-paused');
    await search.notice.getByRole('button', { name: 'Resume Indexing' }).click();
    await isQuiet();
    await eventually(async () => assert.equal(await search.frame.locator('.row.hit .stale').count(), 0));
  });

  it('that was deleted is made again when it is asked for', async () => {
    rmSync(join(workbench().folder, '.codegrain'), { recursive: true });
    await workbench().runCommand('Codegrain: Index Workspace');
    await eventually(() => assert.ok(existsSync(join(workbench().folder, '.codegrain', 'index.cgx'))));
    await isQuiet();
    await search.finds('"Queue"', ['queue.ts']);
  });

  it('that was stopped is not up to date, says so, and is brought up to date by a click', async () => {
    // Enough work to be shown: what is done at once is not.
    const lines = Array.from({ length: 150 }, (_, i) => `    line${i} = "some words of line ${i}"\n`).join('');
    for (let i = 0; i < 800; i++) put(`src/many${i}.py`, `def stopped${i}():\n${lines}`);
    await indexItem(workbench(), 'Indexing').waitFor();
    await workbench().runCommand('Codegrain: Stop Indexing');
    await says('The index is not up to date.');
    await workbench().screenshot('search-stale');
    await search.notice.getByRole('button', { name: 'Update Index' }).click();
    await isQuiet();
    await search.finds('"stopped799"', ['many799.py']);
  });
});
