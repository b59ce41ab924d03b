/** Takes the pictures for the README and the walkthrough from the running product. `npm run pictures` copies them into place. */
import { eventually } from './eventually';
import { findWebview, visibleLines } from './screen';
import { suiteWorkbench } from './suite';

describe('the pictures', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', {
    'codegrain.chunk.maxTokens': 120,
    'breadcrumbs.enabled': false,
    'editor.stickyScroll.enabled': false,
  });

  const searchHeader = () => workbench().page.locator('.sidebar .pane-header', { hasText: 'Search' });

  before(async () => {
    await workbench().setTheme('dark');
    await workbench().openFile('src/cart.py');
    await workbench().runCommand('Codegrain: Chunk Current File');
    await workbench().waitForText('100 % covered');
    // Collapse the search view: the first pictures show only the chunks.
    await searchHeader().click();
    await eventually(async () => {
      const lines = await visibleLines(workbench().page);
      if (lines.filter((line) => line.labels.length > 0).length < 3) throw new Error('No labels yet');
    });
  });

  it('show a file with its chunks', async () => {
    await workbench().goTo(14);
    await workbench().screenshot('picture-chunk');
  });

  it('show what a chunk carries', async () => {
    const { page } = workbench();
    await workbench().goTo(39);
    const box = await page.locator('.view-line', { hasText: 'def net' }).locator('span').first().boundingBox();
    if (!box) throw new Error('The line is not drawn');
    await eventually(async () => {
      await page.mouse.move(box.x + box.width - 30, box.y + box.height / 2);
      await page.mouse.move(box.x + box.width - 40, box.y + box.height / 2);
      await page.locator('.monaco-hover', { hasText: 'openai-tiktoken' }).waitFor({ timeout: 3000 });
    });
    // It fades in.
    await page.waitForTimeout(500);
    await workbench().screenshot('picture-hover');
    await page.keyboard.press('Escape');
    await page.mouse.move(0, 0);
  });

  it('show two sets of settings', async () => {
    await workbench().runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench().runCommand('Codegrain: Compare Chunk Settings');
    const frame = await findWebview(workbench().page, 'Settings A');
    await frame.locator('body[data-ready]').waitFor();
    // Wide enough for both columns.
    await workbench().runCommand('View: Join All Editor Groups');
    await frame.locator('.b .head button').waitFor();
    await workbench().page.waitForTimeout(500);
    await workbench().screenshot('picture-compare');
  });

  it('show a search', async () => {
    const { page } = workbench();
    await workbench().runCommand('View: Close All Editors');
    await page.locator('.activitybar .action-item a[aria-label^="Codegrain"]').click();
    await searchHeader().click();
    const frame = await findWebview(page, 'Search code by what it does');
    await frame.locator('body[data-ready]').waitFor();
    await frame.getByRole('button', { name: 'Index Workspace' }).click();
    await frame.locator('#query').fill('price to pay with tax');
    await frame.locator('.row.hit', { hasText: 'Notes' }).first().waitFor();
    await eventually(async () => {
      if (await frame.locator('.notice').isVisible()) throw new Error('It is still being indexed');
    });
    await frame.locator('#query').press('Enter');
    await page.locator('.tab.active', { hasText: 'cart.py' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await frame.locator('.why').waitFor();
    await workbench().waitForText('100 % covered');
    // Open it again, because the highlight has faded.
    await page.keyboard.press('Space');
    await page.waitForTimeout(500);
    await workbench().screenshot('picture-search');
  });

  it('show the settings', async () => {
    await workbench().runCommand('View: Close All Editors');
    await workbench().runCommand('Preferences: Open Settings (UI)');
    await workbench().page.keyboard.type('@ext:codegrain.codegrain boundaries');
    await workbench().waitForText('When chunk boundaries are shown');
    await workbench().screenshot('picture-settings');
  });
});
