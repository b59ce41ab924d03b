/** VS Code for the web as the user sees it: the extension in a web worker, on a folder that is on no disk. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/vscode/browser';
import { freePort, startWebServer, type WebServer } from '../../scripts/vscode/web-server';
import { eventually } from './eventually';
import { visibleLines } from './screen';
import { SearchPage } from './search-page';
import { OPEN_HOOK, showFolder } from './workbench';

describe('VS Code for the web', () => {
  let server: WebServer;
  let browser: Browser;
  let page: Page;

  before(async function () {
    this.timeout(OPEN_HOOK);
    const extensionPaths = ['test/fixtures/web-files'];
    server = await startWebServer({
      folder: { folderUri: 'webfiles:/project' },
      extensionPaths,
      port: await freePort(),
    });
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(30_000);
    await page.addInitScript('globalThis.__name = (value) => value');
    await showFolder(page, server.url);
  });

  after(async () => {
    await browser?.close();
    server?.stop();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await screenshot(`failed ${this.currentTest.title}`);
  });

  const screenshot = (name: string) =>
    page.screenshot({ path: `artifacts/screenshots/web-${name.replace(/[^\w-]+/g, '-')}.png` });

  const palette = (text: string) =>
    eventually(async () => {
      await page.keyboard.press('F1');
      const input = page.locator('.quick-input-widget input').first();
      await input.waitFor({ timeout: 3000 });
      await input.fill(`>${text}`, { timeout: 3000 });
    });

  const runCommand = (title: string) =>
    eventually(async () => {
      await palette(title);
      const row = page.locator('.quick-input-list .monaco-list-row').getByText(title, { exact: true }).first();
      await row.click({ timeout: 5000 });
    });

  const openFile = async (folder: string, name: string) => {
    await page.keyboard.press('Control+Shift+E');
    const row = (text: string) => page.locator('.explorer-folders-view .monaco-list-row', { hasText: text }).first();
    if (!(await row(name).isVisible())) await row(folder).click();
    await row(name).dblclick();
    await page.locator('.tab.active', { hasText: name }).waitFor();
  };

  it('shows the boundaries of a file and its Chunks view', async () => {
    await openFile('src', 'queue.ts');
    await runCommand('Codegrain: Chunk Current File');
    await eventually(async () => {
      const labels = (await visibleLines(page)).flatMap((line) => line.labels);
      assert.ok(
        labels.some((label) => label.includes('JobQueue')),
        labels.join(),
      );
    });
    await page.locator('[id="workbench.view.extension.codegrain"] .monaco-list-row').first().waitFor();
    await screenshot('boundaries-light');
  });

  it('exports the chunks of the file into the folder', async () => {
    await runCommand("Codegrain: Export This File's Chunks…");
    const input = page.locator('.quick-input-widget input').first();
    await eventually(async () => assert.match(await input.inputValue(), /queue\.ts\.chunks\.jsonl$/));
    await page.keyboard.press('Enter');
    await page.locator('.notification-toast', { hasText: 'Exported 1 chunk to queue.ts.chunks.jsonl' }).waitFor();
    await screenshot('export-light');
    await runCommand('Notifications: Clear All Notifications');
  });

  it('asks before it indexes, and then searches', async () => {
    const search = await SearchPage.find({ page }, 'Index Workspace');
    await screenshot('consent-light');
    await search.notice.getByRole('button').first().click();
    await search.finds('sales tax', ['cart.py', 'README.md'], 60_000);
    await page.mouse.move(900, 600);
    await screenshot('search-light');
  });

  it('opens a hit', async () => {
    const search = await SearchPage.find({ page }, 'results in');
    await search.hits.first().click();
    await page.locator('.tab.active', { hasText: 'cart.py' }).waitFor();
    await screenshot('hit-light');
  });

  it('says why a command that needs a process does not run', async () => {
    const rows = page.locator('.quick-input-list .monaco-list-row .label-name');
    await palette('Codegrain: ');
    await rows.first().waitFor();
    const titles = await rows.allInnerTexts();
    await page.keyboard.press('Escape');
    assert.ok(titles.length > 0);
    assert.deepEqual(
      titles.filter((title) => /Database|Connect Agents|Export Workspace|Run Prompt|Notes/.test(title)),
      [],
    );
  });

  it('looks right in a dark theme', async () => {
    await runCommand('Preferences: Toggle between Light/Dark Themes');
    await page.locator('.monaco-workbench.vs-dark').waitFor();
    await screenshot('search-dark');
    await openFile('src', 'queue.ts');
    await screenshot('boundaries-dark');
  });
});
