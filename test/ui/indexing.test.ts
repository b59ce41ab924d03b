/** The index as the user sees it: nothing before they agree, then one status bar item and a report. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { accessibilityProblems, WEBVIEW_BODY } from './accessibility';
import { eventually } from './eventually';
import { findWebview } from './screen';
import { indexItem, indexReady } from './search-page';
import { suiteWorkbench } from './suite';

describe('the index', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace');
  const item = (text: string | RegExp) => indexItem(workbench(), text);
  let frame: Frame;

  it('is not mentioned before the user agrees', async () => {
    // The palette lists the commands known when it opens, and the window has only just started.
    await eventually(async () => {
      const offered = await workbench().searchPalette('Codegrain: Index');
      await workbench().closePalette();
      assert.ok(offered.includes('Codegrain: Index Workspace'), offered.join());
    });
    const others = await workbench().searchPalette('Codegrain: Rebuild');
    assert.ok(!others.includes('Codegrain: Rebuild Index'), others.join());
    await workbench().closePalette();
    assert.equal(await workbench().page.locator('.statusbar-item[id^="codegrain"]').count(), 0);
  });

  it('is built by a command, and shown in the one status bar item', async () => {
    await workbench().runCommand('Codegrain: Index Workspace');
    await item(indexReady).waitFor();
    assert.equal(await workbench().page.locator('.statusbar-item[id^="codegrain"]').count(), 1);
    await item(indexReady).hover();
    await workbench().page.locator('.monaco-hover', { hasText: 'Rebuild Index' }).waitFor();
    await workbench().screenshot('index-status');
  });

  it('ticks the first step of a walkthrough that is opened afterwards', async () => {
    const { page } = workbench();
    await workbench().runCommand('Welcome: Open Walkthrough...');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Get Started with Codegrain' }).first().click();
    const step = page.locator('.getting-started-step[data-step-id$="#index"]');
    await eventually(async () => assert.equal(await step.getAttribute('aria-checked'), 'true'));
    await workbench().runCommand('View: Close All Editors');
  });

  it('is paused and resumed from the actions of the status bar item', async () => {
    const { page } = workbench();
    const offered = page.locator('.quick-input-list .monaco-list-row');
    await item(indexReady).click();
    await offered.filter({ hasText: 'Pause Indexing' }).click();
    await item('Index paused').waitFor();
    await item('Index paused').click();
    await offered.filter({ hasText: 'Resume Indexing' }).waitFor();
    await workbench().screenshot('index-actions');
    await offered.filter({ hasText: 'Resume Indexing' }).click();
    await item(indexReady).waitFor();
  });

  it('has a report with statistics', async () => {
    writeFileSync(join(workbench().folder, 'src', 'broken.ts'), 'export function half(\n');
    writeFileSync(join(workbench().folder, 'package-lock.json'), '{}\n');
    await workbench().runCommand('Codegrain: Show Index Report');
    frame = await findWebview(workbench().page, 'Index Report');
    await frame.locator('body[data-ready]').waitFor();
    await eventually(async () => {
      await frame.getByRole('button', { name: 'Refresh' }).click();
      await frame.getByText('Lock files').waitFor({ timeout: 2_000 });
      await frame.getByText('python').first().waitFor({ timeout: 2_000 });
    });
    const facts = await frame.locator('.facts').textContent();
    assert.match(facts ?? '', /100 % of \d+/);
    for (const summary of await frame.locator('summary').all()) await summary.click();
    await workbench().runCommand('View: Close Other Editors in Group');
  });

  for (const theme of ['light', 'dark', 'highContrast', 'highContrastLight'] as const) {
    it(`has an accessible report in the theme ${theme}`, async () => {
      await workbench().setTheme(theme);
      assert.deepEqual(await accessibilityProblems(workbench().page, WEBVIEW_BODY), []);
      await workbench().screenshot(`report-${theme}`);
    });
  }

  it('has a report whose paths open on a click', async () => {
    await frame.getByRole('button', { name: 'package-lock.json' }).click();
    await workbench().page.locator('.tab.active', { hasText: 'package-lock.json' }).waitFor();
  });
});
