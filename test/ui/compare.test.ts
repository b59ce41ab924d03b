/** Compares two sets of settings on one file, before any setting changes. */
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { accessibilityProblems, WEBVIEW_BODY } from './accessibility';
import { eventually } from './eventually';
import { findWebview } from './screen';
import { suiteWorkbench } from './suite';

describe('comparing settings', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', { 'codegrain.chunk.maxTokens': 120 });
  let frame: Frame;
  const summary = async (): Promise<string> => (await frame.locator('.summary').textContent()) ?? '';

  it('shows the counts and boundaries of both sets', async () => {
    await workbench().openFile('src/cart.py');
    await workbench().runCommand('Codegrain: Compare Chunk Settings');
    frame = await findWebview(workbench().page, 'Settings A');
    await frame.locator('body[data-ready]').waitFor();
    assert.equal(await frame.locator('#a-maxTokens').inputValue(), '120');
    assert.equal(await frame.locator('#b-maxTokens').inputValue(), '60');
    assert.match(await summary(), /A: 5 chunks, B: \d+ chunks/);
    assert.ok((await frame.locator('[role=option][data-line]').count()) > 0);
  });

  it('uses the whole width, with the sets side by side', async () => {
    assert.equal(await workbench().page.locator('.editor-group-container').count(), 1);
    const [a, b] = await Promise.all(['.a', '.b'].map((side) => frame.locator(`.column${side}`).boundingBox()));
    assert.ok(a && b);
    assert.equal(a.y, b.y);
    assert.ok(b.x > a.x + a.width);
  });

  it('updates after a changed value and after edits to the file', async () => {
    const before = await summary();
    await frame.locator('#b-maxTokens').fill('400');
    await eventually(async () => assert.match(await summary(), /B: 1 chunk/));
    assert.notEqual(await summary(), before);
    // The file beside the page, as the page is only updated while it is shown.
    await frame.locator('[role=option][data-line]').first().click();
    await workbench()
      .page.locator('.editor-group-container.active .tab.active', { hasText: /^cart\.py/ })
      .waitFor();
    await workbench().typeAt(1, `NAMES = [\n${'    "some quite long name of a thing",\n'.repeat(12)}]\n`);
    await eventually(async () => assert.doesNotMatch(await summary(), /A: 5 chunks/));
  });

  it('says what is wrong with a value', async () => {
    await frame.locator('#b-parentTokens').fill('100');
    await frame.getByText('At least the max tokens per chunk.').first().waitFor();
    await frame.locator('#b-parentTokens').fill('1200');
  });

  it('reveals the line of a boundary', async () => {
    // The list is redrawn when the chunks for the values typed before arrive, so its last row may change.
    await eventually(async () => {
      const row = frame.locator('[role=option][data-line]').last();
      const line = await row.getAttribute('data-line');
      await row.click();
      const position = workbench().page.locator('.statusbar-item', { hasText: `Ln ${line},` });
      await position.waitFor({ timeout: 2_000 });
    });
  });

  for (const theme of ['light', 'dark', 'highContrast', 'highContrastLight'] as const) {
    it(`is accessible in the theme ${theme}`, async () => {
      await workbench().setTheme(theme);
      assert.deepEqual(await accessibilityProblems(workbench().page, WEBVIEW_BODY), []);
      await workbench().screenshot(`compare-${theme}`);
    });
  }

  it('writes the chosen set into the settings', async () => {
    const { page } = workbench();
    await frame.locator('#b-maxTokens').fill('77');
    await eventually(async () => assert.doesNotMatch(await summary(), /B: 1 chunk/));
    await frame.getByRole('button', { name: 'Use B' }).click();
    await page.locator('.quick-input-list').getByText('Workspace', { exact: true }).click();
    await eventually(() => assert.equal(workbench().savedSettings()['codegrain.chunk.maxTokens'], 77));
  });
});
