/**
 * The steps of the walkthrough, done one after the other: each is ticked when it was done, and not before. On the way the pictures of
 * README, walkthrough and docs are taken, in light and dark; `npm run pictures -- FLASK` takes them of a checkout of Flask, and copies
 * them into place. The same steps are tested in a small folder.
 */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from './eventually';
import { findWebview, visibleLines } from './screen';
import { indexItem, indexReady, SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

/** The width of the sidebar in which VS Code starts. */
const sidebar = 300;

/** In pixels of the page. */
interface Crop {
  readonly width: number;
  readonly height: number;
  /** Left of the crop; default: the left edge of the sidebar. */
  readonly x?: number;
}

/** What is asked and shown in a folder. */
interface Scene {
  readonly folder: string;
  readonly maxTokens?: number;
  readonly question: string;
  /** The first definition that answers, and its file. */
  readonly answer: { readonly name: string; readonly file: string };
  /** Where a chunk begins, with another one near it. */
  readonly chunk: { readonly path: string; readonly line: number };
  /** A definition that is called by another, which is called by a third. */
  readonly called: { readonly path: string; readonly line: number; readonly by: string; readonly inTurnBy: string };
}

/** The question and the answer have no word in common. */
const flask = {
  question: 'prevent forged logins',
  answer: { name: 'get_signing_serializer', file: 'sessions.py' },
  chunk: { path: 'src/flask/helpers.py', line: 36 },
  called: { path: 'src/flask/cli.py', line: 94, by: 'find_best_app', inTurnBy: 'locate_app' },
};
const shop: Scene = {
  folder: 'test/fixtures/workspace',
  maxTokens: 120,
  question: 'put an item into the cart',
  answer: { name: 'add', file: 'cart.py' },
  chunk: { path: 'src/cart.py', line: 39 },
  called: { path: 'src/cart.py', line: 23, by: 'Cart.net', inTurnBy: 'Cart.gross' },
};
const { CODEGRAIN_PICTURES: checkout } = process.env;
const { folder, maxTokens, question, answer, chunk, called }: Scene = checkout ? { folder: checkout, ...flask } : shop;

describe('the pictures', () => {
  const workbench = suiteWorkbench(folder, {
    ...(maxTokens !== undefined && { 'codegrain.chunk.maxTokens': maxTokens }),
    'breadcrumbs.enabled': false,
    'editor.stickyScroll.enabled': false,
    'editor.lineNumbersMinChars': 3,
    'editor.folding': false,
    'editor.occurrencesHighlight': 'off',
    'workbench.layoutControl.enabled': false,
  });
  let search: SearchPage;

  const editorLeft = async (): Promise<number> =>
    (await workbench().page.locator('.part.editor').boundingBox())?.x ?? assert.fail('no editor');

  async function resizeSidebar(width: number): Promise<void> {
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
    await resizeSidebar(sidebar);
    await takePicture('index', { width: sidebar, height: 320 });
    assert.deepEqual(await tickedSteps(), []);
    await leaveWalkthrough();
  });

  it('show a question', async () => {
    await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
    await indexItem(workbench(), indexReady).waitFor({ timeout: 60_000 });
    await search.ask(question);
    await search.hit(answer.name).waitFor();
    await takePicture('ask', { width: sidebar, height: 460 });
    assert.deepEqual(await tickedSteps(), ['index', 'ask']);
    await leaveWalkthrough();
  });

  it('show an opened result', async () => {
    const { page } = workbench();
    const open = async (): Promise<void> => {
      await search.hit(answer.name).focus();
      await page.keyboard.press('Enter');
      await page.locator('.tab.active', { hasText: answer.file }).waitFor();
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
      await search.hit(answer.name).click({ button: 'right' });
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
    await workbench().openFile(chunk.path);
    await workbench().runCommand('Codegrain: Chunk Current File');
    await workbench().waitForText('100 % covered');
    await workbench().goTo(chunk.line);
    await eventually(async () => {
      const lines = await visibleLines(page);
      if (lines.filter((line) => line.labels.length > 0).length < 2) throw new Error('No labels yet');
    });
    await takePicture('chunk', { x: await editorLeft(), width: 600, height: 480 });
  });

  it('show what a chunk carries', async () => {
    const { page } = workbench();
    const hover = async (): Promise<void> => {
      await workbench().goTo(chunk.line);
      await eventually(async () => {
        await page.keyboard.press('Control+K');
        await page.keyboard.press('Control+I');
        await page.locator('.monaco-hover', { hasText: 'openai-tiktoken' }).waitFor({ timeout: 3000 });
      });
    };
    await takePicture('hover', { x: (await editorLeft()) - 14, width: 620, height: 480 }, hover);
    await page.keyboard.press('Escape');
    await page.mouse.move(0, 0);
  });

  it('show what uses a definition', async () => {
    const { page } = workbench();
    await workbench().openFile(called.path);
    await workbench().goTo(called.line);
    // The callers get its room.
    await page.locator('.sidebar .pane-header', { hasText: 'Chunks' }).click();
    await workbench().runCommand('Codegrain: Find Callers');
    const pane = page.locator('.sidebar .pane', { has: page.locator('.pane-header', { hasText: /^Callers/ }) });
    const row = (name: string) => pane.locator('.monaco-list-row', { hasText: name }).first();
    await row(called.by).locator('.monaco-tl-twistie').click();
    await row(called.inTurnBy).waitFor();
    await takePicture('uses', { width: 960, height: 560 });
  });

  it('show two sets of settings', async () => {
    await workbench().runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench().runCommand('Codegrain: Compare Chunk Settings');
    const frame = await findWebview(workbench().page, 'Settings A');
    await frame.locator('body[data-ready]').waitFor();
    await frame.locator('.b .head button').waitFor();
    await takePicture('compare', { x: await editorLeft(), width: 944, height: 520 });
    await eventually(async () =>
      assert.deepEqual(await tickedSteps(), ['index', 'ask', 'open', 'copy', 'chunk', 'compare']),
    );
    await workbench().screenshot('walkthrough-done');
  });
});
