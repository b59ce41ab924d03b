/** What the search view says if something is wrong with the index, and how the user fixes it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { accessibilityProblems, WEBVIEW_BODY } from './accessibility';
import { eventually } from './eventually';
import { filesInIndex } from './index-file';
import { indexItem, SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

describe('an index with a problem', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace');
  let search: SearchPage;
  const put = (path: string, text: string): void => writeFileSync(join(workbench().folder, path), text);
  const expectNotice = async (title: string): Promise<void> => {
    await search.notice.getByText(title).waitFor();
    assert.deepEqual(await accessibilityProblems(workbench().page, WEBVIEW_BODY), []);
  };
  const expectNoNotice = (): Promise<void> => search.notice.waitFor({ state: 'hidden' });

  it('says why it cannot be written, and is kept in the cache on a click', async () => {
    // A file where the folder should be; permissions would not stop root.
    put('.codegrain', 'not a folder');
    search = await SearchPage.open(workbench(), 'Search code by what it does');
    await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
    await expectNotice('Indexing failed.');
    assert.match((await search.notice.textContent()) ?? '', /\.codegrain/);
    await indexItem(workbench(), 'failed').waitFor();
    await workbench().screenshot('search-failed');
    assert.equal(await search.notice.getByRole('button', { name: 'Rebuild Index' }).count(), 0);
    await search.notice.getByRole('button', { name: 'Keep Index in Cache' }).click();
    await expectNoNotice();
    await search.finds('"Cart"', ['cart.py', 'guide.md']);
    assert.equal(readFileSync(join(workbench().folder, '.codegrain'), 'utf8'), 'not a folder');
    assert.equal(workbench().savedSettings()['codegrain.index.location'], 'cache');
  });

  it('is in the folder again once it can be, hidden in the Explorer', async () => {
    const { page, folder } = workbench();
    rmSync(join(folder, '.codegrain'));
    workbench().changeSettings({});
    await eventually(() => assert.ok(existsSync(join(folder, '.codegrain', 'index.cgx'))));
    // What VS Code itself hides stays hidden.
    put('.DS_Store', '');
    put('src/late.py', 'def late(): pass\n');
    await page.locator('.activitybar .action-item a[aria-label^="Explorer"]').click();
    const rows = page.locator('.explorer-folders-view .monaco-list-row');
    await rows.filter({ hasText: 'src' }).first().click();
    await rows.filter({ hasText: 'late.py' }).waitFor();
    assert.equal(await rows.filter({ hasText: /\.codegrain|\.DS_Store/ }).count(), 0);
    rmSync(join(folder, 'src/late.py'));
    await rows.filter({ hasText: 'late.py' }).waitFor({ state: 'detached' });
    search = await SearchPage.open(workbench(), 'Exact name');
    await expectNoNotice();
  });

  it('that is paused finds indexed code, marks changed results, and resumes on a click', async () => {
    await workbench().runCommand('Codegrain: Pause Indexing');
    await expectNotice('Indexing is paused.');
    put('src/cart.py', '# A line more.\nclass Cart:\n    """The cart, rewritten."""\n');
    await eventually(async () => {
      await search.ask('"Cart" path:src');
      assert.ok((await search.frame.locator('.row.hit .stale').count()) > 0);
    });
    await workbench().screenshot('search-paused');
    await search.notice.getByRole('button', { name: 'Resume Indexing' }).click();
    await expectNoNotice();
    await eventually(async () => assert.equal(await search.frame.locator('.row.hit .stale').count(), 0));
  });

  it('that was deleted is built again by the command', async () => {
    rmSync(join(workbench().folder, '.codegrain'), { recursive: true });
    await workbench().runCommand('Codegrain: Rebuild Index');
    await eventually(() => assert.ok(existsSync(join(workbench().folder, '.codegrain', 'index.cgx'))));
    await expectNoNotice();
    await search.finds('"Queue"', ['queue.ts']);
  });

  it('that was stopped says that it is not complete, and is continued on a click', async () => {
    // Enough work to be shown in the status bar: short work is not.
    const lines = Array.from({ length: 150 }, (_, i) => `    line${i} = "some words of line ${i}"\n`).join('');
    for (let i = 0; i < 800; i++) put(`src/many${i}.py`, `def stopped${i}():\n${lines}`);
    await indexItem(workbench(), 'Indexing').waitFor();
    await workbench().runCommand('Codegrain: Stop Indexing');
    await expectNotice('The index is not complete.');
    await workbench().screenshot('search-stale');
    await search.notice.getByRole('button', { name: 'Continue Indexing' }).click();
    await expectNoNotice();
    await search.finds('"stopped799"', ['many799.py']);
  });
});

describe('an index that is damaged', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace');

  it('is repaired when VS Code opens it, and VS Code says so', async () => {
    execFileSync(process.execPath, [resolve('dist/cli.js'), 'index', workbench().folder]);
    const file = join(workbench().folder, '.codegrain', 'index.cgx');
    const bytes = readFileSync(file);
    const middle = Math.floor(bytes.length / 3);
    writeFileSync(file, bytes.fill(0, middle, middle + 3000));
    const search = await SearchPage.open(workbench(), 'Search code by what it does');
    await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
    await workbench().page.locator('.notification-toast', { hasText: 'was damaged and has been repaired.' }).waitFor();
    await workbench().screenshot('index-repaired');
    await search.finds('"Queue"', ['queue.ts']);
    assert.equal(filesInIndex(workbench().folder), 5);
  });
});
