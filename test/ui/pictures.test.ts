/**
 * The steps of the walkthrough, done one after the other: each is ticked when it was done, and not before. On the way the pictures of
 * README, walkthrough and docs are taken, in light and dark; `npm run pictures` copies them into place.
 */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from './eventually';
import { findWebview, visibleLines } from './screen';
import { SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

/** In pixels of the page. */
interface Crop {
  readonly width: number;
  readonly height: number;
  /** Left of the crop; default: the left edge of the sidebar. */
  readonly x?: number;
}

describe('the pictures', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', {
    'codegrain.chunk.maxTokens': 120,
    'breadcrumbs.enabled': false,
    'editor.stickyScroll.enabled': false,
    'editor.lineNumbersMinChars': 3,
    'editor.folding': false,
    'editor.occurrencesHighlight': 'off',
    'workbench.layoutControl.enabled': false,
  });
  let search: SearchPage;

  const paneHeader = (name: string) => workbench().page.locator('.sidebar .pane-header', { hasText: name });
  const editorLeft = async (): Promise<number> =>
    (await workbench().page.locator('.part.editor').boundingBox())?.x ?? assert.fail('no editor');

  async function widenSidebar(width: number): Promise<void> {
    const { page } = workbench();
    const box = (await page.locator('.part.sidebar').boundingBox()) ?? assert.fail('no sidebar');
    await page.mouse.move(box.x + box.width + 2, 300);
    await page.mouse.down();
    await page.mouse.move(box.x + width + 2, 300, { steps: 5 });
    await page.mouse.up();
  }

  /** @param show what a change of the theme would hide, such as a menu. */
  async function takePicture(
    name: string,
    crop: Crop,
    show: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { page } = workbench();
    for (const theme of ['light', 'dark'] as const) {
      await workbench().setTheme(theme);
      // Away from rows and buttons, which show more under the pointer.
      await page.mouse.move(0, 0);
      await show();
      // Colours and menus fade in, and frames of webviews are styled after the workbench.
      await page.waitForTimeout(700);
      const top = (await page.locator('.part.editor').boundingBox())?.y ?? 0;
      const left = crop.x ?? (await page.locator('.part.sidebar').boundingBox())?.x ?? 0;
      const clip = { x: left, y: top, width: crop.width, height: crop.height };
      await page.screenshot({ path: `artifacts/screenshots/picture-${name}-${theme}.png`, clip });
    }
  }

  /** Opens the walkthrough and reads which steps are ticked. */
  async function tickedSteps(): Promise<string[]> {
    const { page } = workbench();
    await workbench().runCommand('Welcome: Open Walkthrough...');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Get Started with Codegrain' }).first().click();
    const steps = page.locator('.getting-started-step');
    await steps.first().waitFor();
    assert.equal(await steps.count(), 6);
    const ticked: string[] = [];
    for (const step of await steps.all())
      if ((await step.getAttribute('aria-checked')) === 'true')
        ticked.push((await step.getAttribute('data-step-id'))?.split('#').at(-1) ?? '');
    return ticked;
  }

  const leaveWalkthrough = () => workbench().runCommand('View: Close All Editors');

  before(async () => {
    await workbench().page.setViewportSize({ width: 1000, height: 640 });
  });

  it('begin with nothing done', async () => {
    assert.deepEqual(await tickedSteps(), []);
    await workbench().screenshot('walkthrough');
    await leaveWalkthrough();
  });

  it('show what indexing costs', async () => {
    search = await SearchPage.open(workbench(), 'Search code by what it does');
    await search.frame.getByText('once, in about').waitFor();
    await paneHeader('Chunks').click();
    await widenSidebar(400);
    await takePicture('index', { width: 400, height: 320 });
    assert.deepEqual(await tickedSteps(), []);
    await leaveWalkthrough();
  });

  it('show a question', async () => {
    await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
    await search.notice.waitFor({ state: 'hidden' });
    await search.ask('put an item into the cart');
    await search.hit('add').waitFor();
    await takePicture('ask', { width: 400, height: 460 });
    assert.deepEqual(await tickedSteps(), ['index', 'ask']);
    await leaveWalkthrough();
  });

  it('show an opened result', async () => {
    const { page } = workbench();
    const open = async (): Promise<void> => {
      await search.hit('add').focus();
      await page.keyboard.press('Enter');
      await page.locator('.tab.active', { hasText: 'cart.py' }).waitFor();
    };
    await takePicture('open', { width: 960, height: 440 }, open);
    await eventually(async () => assert.deepEqual(await tickedSteps(), ['index', 'ask', 'open']));
    await workbench().runCommand('View: Close Editor');
  });

  it('show how a result is copied', async () => {
    const { page } = workbench();
    const menu: Locator = page.locator('.monaco-menu');
    const openMenu = async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await search.hit('add').click({ button: 'right' });
      await menu.getByText('Copy with Context').waitFor();
      await menu.getByText('Copy with Context').hover();
    };
    await takePicture('copy', { width: 600, height: 500 }, openMenu);
    await menu.getByText('Copy with Context').click();
    await eventually(async () => assert.deepEqual(await tickedSteps(), ['index', 'ask', 'open', 'copy']));
    await leaveWalkthrough();
  });

  it('show a file with its chunks', async () => {
    const { page } = workbench();
    await workbench().openFile('src/cart.py');
    await workbench().runCommand('Codegrain: Chunk Current File');
    await workbench().waitForText('100 % covered');
    await eventually(async () => {
      const lines = await visibleLines(page);
      if (lines.filter((line) => line.labels.length > 0).length < 2) throw new Error('No labels yet');
    });
    await workbench().goTo(40);
    await takePicture('chunk', { x: await editorLeft(), width: 600, height: 480 });
  });

  it('show what a chunk carries', async () => {
    const { page } = workbench();
    await workbench().goTo(39);
    const hover = async (): Promise<void> => {
      const box = await page.locator('.view-line', { hasText: 'def net' }).locator('span').first().boundingBox();
      if (!box) throw new Error('The line is not drawn');
      await eventually(async () => {
        await page.mouse.move(0, 0);
        await page.mouse.move(box.x + 10, box.y + box.height / 2);
        await page.mouse.move(box.x + 40, box.y + box.height / 2);
        await page.locator('.monaco-hover', { hasText: 'openai-tiktoken' }).waitFor({ timeout: 3000 });
      });
    };
    await takePicture('hover', { x: (await editorLeft()) - 14, width: 620, height: 480 }, hover);
    await page.keyboard.press('Escape');
    await page.mouse.move(0, 0);
  });

  it('show what uses a definition', async () => {
    const { page } = workbench();
    await workbench().goTo(23);
    await workbench().runCommand('Codegrain: Find Callers');
    const row = (name: string) => page.locator('.sidebar .monaco-list-row', { hasText: name });
    await row('Cart.net').locator('.monaco-tl-twistie').click();
    await row('Cart.gross').waitFor();
    await takePicture('uses', { width: 960, height: 560 });
  });

  it('show two sets of settings', async () => {
    await workbench().runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench().runCommand('Codegrain: Compare Chunk Settings');
    const frame = await findWebview(workbench().page, 'Settings A');
    await frame.locator('body[data-ready]').waitFor();
    // Wide enough for both columns.
    await workbench().runCommand('View: Join All Editor Groups');
    await frame.locator('.b .head button').waitFor();
    await takePicture('compare', { x: await editorLeft(), width: 944, height: 520 });
    await eventually(async () =>
      assert.deepEqual(await tickedSteps(), ['index', 'ask', 'open', 'copy', 'chunk', 'compare']),
    );
    await workbench().screenshot('walkthrough-done');
  });
});
