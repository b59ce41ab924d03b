/** The team's database in the search view: consent, scopes, answers that come late or not at all, read-only documents. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { openPostgres } from '../../bench/database/postgres-server';
import { pushRepository } from '../pushed-repository';
import { accessibilityProblems, WEBVIEW_BODY } from './accessibility';
import { DatabaseDoor } from './database-door';
import { eventually } from './eventually';
import { visibleLines } from './screen';
import { SearchPage } from './search-page';
import { OPEN_HOOK, openWorkbench, type Workbench } from './workbench';

const question = 'remind customers who have not paid';

describe("the team's database", () => {
  let server: Awaited<ReturnType<typeof openPostgres>>;
  let door: DatabaseDoor;
  let workbench: Workbench;
  let search: SearchPage;

  before(async function () {
    // Two pushes, each with its own process, and a window.
    this.timeout(2 * OPEN_HOOK);
    server = await openPostgres();
    await pushRepository(server.url, 'test/fixtures/billing', 'acme/billing', 'main');
    await pushRepository(server.url, 'test/fixtures/workspace', 'workspace', 'main');
    door = await DatabaseDoor.open(Number(new URL(server.url).port));
    workbench = await openWorkbench(
      'test/fixtures/workspace',
      { 'codegrain.index.consent': 'always', 'codegrain.boundaries.show': 'always' },
      { 'codegrain.database.url': `postgresql://postgres@0.0.0.0:${door.port}/postgres?sslmode=disable` },
    );
    search = await SearchPage.open(workbench, 'Ask what the code does');
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot(`failed ${this.currentTest.fullTitle()}`);
  });
  after(async () => {
    await workbench?.close();
    await door?.close();
    await server?.close();
  });

  const page = (): Page => workbench.page;
  const scope = (): Locator => search.frame.locator('.scope-button');
  const line = (): Locator => search.frame.locator('.stored-line');
  const dialog = (): Locator => page().locator('.monaco-dialog-box');
  const item = (label: string): Locator =>
    page().locator('.quick-input-list .monaco-list-row', { hasText: label }).first();
  const choose = async (label: string): Promise<void> => {
    await scope().click();
    await item(label).click();
  };
  const expectScope = (label: string): Promise<void> =>
    eventually(async () => assert.equal(((await scope().textContent()) ?? '').trim(), label));
  const folders = async (): Promise<string[]> => [
    ...new Set(await search.frame.locator('.row .folder').allTextContents()),
  ];

  it('is not searched before the user chooses it, and not without consent', async () => {
    await expectScope('This Workspace');
    await search.ask(question);
    assert.ok((await folders()).every((folder) => !folder.includes('@')));
    await choose('All Repositories');
    const text = (await dialog().textContent()) ?? '';
    assert.ok(text.includes(`Search on 0.0.0.0:${door.port}?`), text);
    assert.match(text, /What you search for is sent there/);
    assert.match(text, /not encrypted/);
    await workbench.screenshot('team-consent');
    await dialog().getByText('Cancel', { exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
    await expectScope('This Workspace');
  });

  it('joins its results after consent, with repository and branch before the path', async () => {
    await choose('All Repositories');
    await dialog().getByText('Send Searches', { exact: true }).click();
    await expectScope('All Repositories');
    await eventually(async () => assert.ok((await folders()).includes('acme/billing@main/src')));
    assert.ok((await folders()).some((folder) => !folder.includes('@')));
    await eventually(async () => assert.deepEqual(await accessibilityProblems(page(), WEBVIEW_BODY), []));
    await workbench.screenshot('team-all');
  });

  it('does not delay the results of the workspace, and does not scroll away from what the user reads', async () => {
    door.hold();
    await search.ask('runs jobs and books a payment');
    await search.frame.locator('.summary', { hasText: 'Searching on' }).waitFor();
    await search.hit('Queue').waitFor();
    await workbench.screenshot('team-waiting');
    await search.box.press('Enter');
    const focused = search.frame.locator('.row:focus');
    const scroll = (): Promise<number> => search.frame.evaluate('document.documentElement.scrollTop');
    const before = [await focused.getAttribute('data-key'), await scroll()];
    door.release();
    await eventually(async () => assert.ok((await folders()).includes('acme/billing@main/src')));
    assert.deepEqual([await focused.getAttribute('data-key'), await scroll()], before);
  });

  it('that fails leaves the results of the workspace, with one line that says why', async () => {
    door.shut();
    await search.ask('queue of jobs that are tried again');
    await line().getByText('The database could not be searched:').waitFor();
    await search.hit('Queue').waitFor();
    assert.deepEqual(await accessibilityProblems(page(), WEBVIEW_BODY), []);
    await workbench.screenshot('team-failed');
    door.reopen();
    await line().getByRole('button', { name: 'Retry' }).click();
    await line().waitFor({ state: 'hidden' });
  });

  it('is searched in one repository, whose name is found by typing', async () => {
    await scope().focus();
    await page().keyboard.press('Enter');
    await item('acme/billing').waitFor();
    await workbench.screenshot('team-scopes');
    await page().keyboard.type('billing');
    await page().keyboard.press('Enter');
    await expectScope('acme/billing');
    await search.ask(question);
    await eventually(async () => {
      const found = await folders();
      assert.ok(found.length > 0 && found.every((folder) => folder.startsWith('acme/billing@main')), found.join());
    });
  });

  it('that fails has no empty page, but a way back to the workspace', async () => {
    door.shut();
    await search.ask('exchange rates of currencies');
    await line().getByText('The database could not be searched:').waitFor();
    await workbench.screenshot('team-failed-alone');
    door.reopen();
    await line().getByRole('button', { name: 'Retry' }).click();
    await search.hit('convert').waitFor();
  });

  it('opens its files as read-only documents with boundaries', async () => {
    await search.ask(question);
    await search.hit('remindOverdue').dblclick();
    const tab = page().locator('.tab.active', { hasText: 'invoice.ts' });
    await tab.waitFor();
    await eventually(async () => {
      const lines = await visibleLines(page());
      assert.ok(lines.some(({ text }) => text.includes('export function remindOverdue')));
    });
    await workbench.goTo(1);
    await eventually(async () => {
      const lines = await visibleLines(page());
      assert.ok(lines.some(({ text }) => text.includes('export class Invoice')));
      assert.ok(
        lines.some(({ labels }) => labels.join().includes('tokens')),
        JSON.stringify(lines),
      );
    });
    await workbench.screenshot('team-document');
    await tab.hover();
    await page().locator('.monaco-hover', { hasText: 'acme/billing@main in the database' }).waitFor();
    await workbench.screenshot('team-document-tooltip');
    await page().locator('.statusbar').hover();
    await page().locator('.monaco-hover', { hasText: 'in the database' }).waitFor({ state: 'hidden' });
    await page().locator('.editor-group-container.active .view-line').first().click();
    await page().keyboard.type('x');
    await page().getByText('from the database of your team').first().waitFor();
    assert.equal(await page().getByRole('button', { name: 'Open in Workspace' }).count(), 0);
  });

  it('is searched by the quick pick', async () => {
    await workbench.runCommand('Codegrain: Semantic Search');
    const input = page().locator('.quick-input-widget input').first();
    await input.fill('convert money between currencies');
    const row = page().locator('.quick-input-list .monaco-list-row', { hasText: 'convert' }).first();
    await row.getByText('acme/billing@main/src/currency.py').waitFor();
    await page().locator('.quick-input-title', { hasText: 'acme/billing' }).waitFor();
    await workbench.screenshot('team-quick-pick');
    await page().keyboard.press('Escape');
  });

  it('leads from a document to the folder that is open', async () => {
    await scope().click();
    await page().keyboard.type('workspace');
    await page().locator('.quick-input-list .label-name').getByText('workspace', { exact: true }).click();
    await expectScope('workspace');
    await search.ask('queue of jobs that are tried again');
    await eventually(async () => assert.deepEqual(await folders(), ['workspace@main/src']));
    await search.hit('Queue').dblclick();
    await page().locator('.tab.active', { hasText: 'queue.ts' }).waitFor();
    await page().locator('.editor-actions').getByRole('button', { name: 'Open in Workspace' }).click();
    await eventually(async () => {
      const label = (await page().locator('.tab.active').getAttribute('aria-label')) ?? '';
      assert.match(label, /queue\.ts/);
      assert.doesNotMatch(label, /workspace@main/);
    });
    await workbench.screenshot('team-open-in-workspace');
  });

  it('looks right in a light theme and in high contrast', async () => {
    // An editor that gets the focus late closes the menu: open it again.
    await eventually(async () => {
      await choose('All Repositories');
      await scope().filter({ hasText: 'All Repositories' }).waitFor({ timeout: 5000 });
    });
    await search.ask(question);
    await eventually(async () => assert.ok((await folders()).includes('acme/billing@main/src')));
    for (const theme of ['light', 'highContrast', 'highContrastLight'] as const) {
      await workbench.setTheme(theme);
      assert.deepEqual(await accessibilityProblems(page(), WEBVIEW_BODY), [], theme);
      await workbench.screenshot(`team-${theme}`);
    }
  });
});
