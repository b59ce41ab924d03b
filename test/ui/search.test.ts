/** Search in the sidebar as the user works with it: agree, type, move through the results with the keyboard, open one. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { accessibilityProblems, WEBVIEW_BODY } from './accessibility';
import { waitForStored } from './browser-storage';
import { eventually } from './eventually';
import { findWebview, highlightedLines, visibleLines } from './screen';
import { titleButton } from './search-page';
import { suiteWorkbench } from './suite';

describe('search', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', {
    'codegrain.chunk.maxTokens': 120,
    'breadcrumbs.enabled': false,
    'editor.stickyScroll.enabled': false,
  });
  let frame: Frame;
  const page = (): Page => workbench().page;
  const box = (): Locator => frame.locator('#query');
  const hits = (): Locator => frame.locator('.row.hit');
  const hit = (name: string): Locator =>
    hits()
      .filter({ has: frame.locator('.name', { hasText: name }) })
      .first();
  const focused = async (): Promise<string> => (await frame.locator('.row:focus').getAttribute('aria-label')) ?? '';
  const files = async (): Promise<string[]> => [
    ...new Set(await frame.locator('.row.file > .name, .row.hit .in-file').allTextContents()),
  ];
  const activeTab = (name: string): Locator => page().locator('.tab.active', { hasText: name });
  /** Types a query and waits for its results. */
  const ask = async (query: string): Promise<void> => {
    await box().fill(query);
    await frame.locator(`.found[data-query=${JSON.stringify(query)}]`).waitFor();
  };
  const findView = async (text: string, milliseconds?: number): Promise<void> => {
    frame = await findWebview(page(), text, milliseconds);
    await frame.locator('body[data-ready]').waitFor();
  };

  before(() => {
    // A test file, for the filter.
    const folder = join(workbench().folder, 'tests');
    mkdirSync(folder);
    const test = 'from src.cart import Cart\n\n\ndef test_gross_price():\n    assert Cart("EUR").gross() == 0\n';
    writeFileSync(join(folder, 'test_cart.py'), test);
  });

  it('asks before anything is indexed, and says what indexing costs', async () => {
    await page().locator('.activitybar .action-item a[aria-label^="Codegrain"]').click();
    await findView('Search code by what it does');
    await frame.getByText(/reads \d+ files \(.*\) once/).waitFor();
    assert.equal(await frame.locator('.hints').isVisible(), false);
    assert.deepEqual(await accessibilityProblems(page(), WEBVIEW_BODY), []);
    await workbench().screenshot('search-welcome');
    await frame.getByRole('button', { name: 'Not Now' }).click();
    await frame.getByText('This workspace is not indexed').waitFor();
    await frame.getByRole('button', { name: 'Index Workspace' }).click();
    await box().waitFor();
    await eventually(async () => assert.equal(await frame.locator('.notice').isVisible(), false));
  });

  it('shows the query syntax, and inserts an example on a click', async () => {
    assert.equal(await frame.locator('.hint').count(), 0);
    await frame.getByRole('button', { name: 'Query Syntax' }).click();
    await frame.locator('.hint', { hasText: 'lang:python' }).click();
    assert.equal(await box().inputValue(), 'lang:python');
    // A filter alone lists what it matches.
    await frame.locator('.found[data-query="lang:python"] .summary', { hasText: /results? in|of/ }).waitFor();
    await hits().first().waitFor();
    await page().keyboard.press('Escape');
    await box().click();
    await page().keyboard.press('Escape');
    assert.equal(await box().inputValue(), '');
    await workbench().screenshot('search-empty');
  });

  it('finds code while the user types, the best file first', async () => {
    await box().click();
    await page().keyboard.type('price to pay with tax');
    await hit('gross').waitFor();
    assert.equal((await files())[0], 'cart.py');
    assert.match((await frame.locator('.summary').textContent()) ?? '', /^\d+ results? in \d+ files?$/);
    assert.ok((await frame.locator('.row.hit mark').allInnerTexts()).includes('TAX'));
    await eventually(async () =>
      assert.match((await frame.locator('[role=status].spoken').textContent()) ?? '', /results? in/),
    );
  });

  it('works with the keyboard: previews, collapses, explains a result', async () => {
    await titleButton(workbench(), 'View by File');
    await box().press('ArrowDown');
    await activeTab('cart.py').waitFor();
    // A preview does not take the focus.
    const first = await focused();
    assert.match(first, /lines? \d+/);
    await page().keyboard.press('ArrowRight');
    await frame.locator('.row:focus .why').getByText('Close in meaning').waitFor();
    await page().keyboard.press('ArrowLeft');
    assert.equal(await frame.locator('.why').count(), 0);
    await page().keyboard.press('ArrowLeft');
    assert.match(await focused(), /^cart\.py, src, \d+ results?/);
    const count = await hits().count();
    await page().keyboard.press('ArrowLeft');
    assert.ok((await hits().count()) < count);
    await page().keyboard.press('ArrowRight');
    assert.equal(await hits().count(), count);
    await page().keyboard.press('End');
    await page().keyboard.press('Home');
    assert.match(await focused(), /^cart\.py/);
    await page().keyboard.press('ArrowDown');
    assert.equal(await focused(), first);
  });

  it('opens a result at its lines and highlights only them, without boundaries', async () => {
    await page().keyboard.press('Enter');
    await page()
      .locator('.statusbar-item', { hasText: /Ln \d+, Col 1/ })
      .waitFor();
    await page().locator('.tab.active:not(:has(.italic))', { hasText: 'cart.py' }).waitFor();
    await eventually(async () => assert.ok((await highlightedLines(page())) > 0));
    assert.ok((await visibleLines(page())).every(({ labels }) => labels.length === 0));
    await workbench().screenshot('search-opened');
    // The highlight goes with the cursor.
    await page().keyboard.press('ArrowDown');
    await eventually(async () => assert.equal(await highlightedLines(page()), 0));
    await hits().first().focus();
  });

  it('moves the focus back to the query box when the user types', async () => {
    await hits().first().locator('.head').click();
    await page().keyboard.type('es');
    assert.equal(await box().inputValue(), 'price to pay with taxes');
  });

  it('puts the cursor at the definition, and a click on a snippet line at that line', async () => {
    await ask('gross');
    await hits().first().focus();
    await page().keyboard.press('ArrowRight');
    const line = hits().first().locator('.snippet .line').last();
    const number = await line.getAttribute('data-line');
    await line.locator('code').click();
    await page()
      .locator('.statusbar-item', { hasText: `Ln ${number}, Col 1` })
      .waitFor();
    await page().keyboard.press('Enter');
    await page().locator('.statusbar-item', { hasText: 'Ln 42, Col 1' }).waitFor();
    // The keyboard reaches the line, too.
    await hits().first().focus();
    await page().keyboard.press('Alt+ArrowUp');
    await page()
      .locator('.statusbar-item', { hasText: `Ln ${number}, Col 1` })
      .waitFor();
    await page().keyboard.press('Enter');
    await page().locator('.tab.active:not(:has(.italic))', { hasText: 'cart.py' }).waitFor();
    await page()
      .locator('.statusbar-item', { hasText: `Ln ${number}, Col 1` })
      .waitFor();
  });

  it('has the cursor in the query box after a click on its icon, and nothing typed is lost', async () => {
    for (const typed of ['first words', 'price to pay']) {
      await page().locator('.activitybar .action-item a[aria-label^="Explorer"]').click();
      await page().locator('.explorer-folders-view').waitFor();
      await page().locator('.activitybar .action-item a[aria-label^="Codegrain"]').click();
      // The page of the view has the focus; the query box may not be there yet.
      await eventually(async () => {
        const pages = page()
          .frames()
          .filter((each) => each.url().includes('fake.html'));
        const focused = await Promise.all(pages.map((each) => each.evaluate<boolean>('document.hasFocus()')));
        assert.ok(focused.includes(true));
      });
      await page().keyboard.type(typed, { delay: 50 });
      await eventually(async () => {
        for (const each of page().frames().slice(1)) {
          if (!(await each.locator('#query').isVisible())) continue;
          frame = each;
          assert.equal(await box().inputValue(), typed);
          return;
        }
        assert.fail('the view is not shown');
      });
    }
  });

  it('opens to the side', async () => {
    await ask('price to pay with tax');
    await hits().first().focus();
    await page().keyboard.press('Control+Enter');
    await eventually(async () => assert.equal(await page().locator('.editor-group-container').count(), 2));
    await workbench().runCommand('View: Join All Editor Groups');
  });

  it('remembers queries whose results were opened', async () => {
    await box().fill('');
    await frame.locator('.recent', { hasText: 'price to pay with tax' }).waitFor();
    await box().click();
    await page().keyboard.press('ArrowUp');
    assert.equal(await box().inputValue(), 'price to pay with tax');
  });

  it('has filters, which stay visible while the form is collapsed', async () => {
    await ask('gross price of the cart');
    assert.ok((await files()).includes('test_cart.py'));
    await frame.getByRole('button', { name: 'Code', exact: true }).click();
    await eventually(async () => {
      assert.ok(!(await files()).includes('test_cart.py'));
      assert.ok(!(await files()).includes('guide.md'));
    });
    await frame.getByRole('button', { name: 'Toggle Filters' }).click();
    await frame.locator('#language option[value=python]').waitFor({ state: 'attached' });
    await frame.locator('#language').selectOption('python');
    await eventually(async () => assert.deepEqual((await files()).sort(), ['analysis.ipynb', 'cart.py']));
    await frame.getByRole('button', { name: 'Toggle Filters' }).click();
    await frame.getByRole('button', { name: 'Code', exact: true }).click();
    const all = ['analysis.ipynb', 'cart.py', 'test_cart.py'];
    await eventually(async () => assert.deepEqual((await files()).sort(), all));
    await frame.locator('.chip', { hasText: 'Python' }).click();
    await eventually(async () => assert.ok((await files()).includes('guide.md')));
  });

  it('suggests what may help if nothing is found', async () => {
    await frame.getByRole('button', { name: 'Toggle Filters' }).click();
    await frame.locator('#mode').selectOption('keyword');
    await frame.locator('#path').fill('nowhere');
    await frame.getByText('No results found.').first().waitFor();
    await workbench().screenshot('search-nothing');
    await frame.getByRole('button', { name: 'Search without filters' }).click();
    await hits().first().waitFor();
    await frame.locator('#mode').selectOption('hybrid');
    await frame.getByRole('button', { name: 'Toggle Filters' }).click();
  });

  it('explains which part of a query it cannot use', async () => {
    await ask('cart lang:pyhton');
    await frame.getByText('Unknown language “pyhton”. Did you mean python?').waitFor();
  });

  it('has the other actions in the context menu of a row', async () => {
    await ask('runs jobs one after the other');
    await hit('Queue').click({ button: 'right' });
    const menu = page().locator('.monaco-menu');
    await menu.getByText('Open to the Side').waitFor();
    assert.equal(await menu.getByText('Add to Chat').count(), 0);
    // A menu ignores a click that comes too soon after the one that opened it.
    await eventually(async () => {
      const copy = menu.getByText('Copy with Context');
      if (await copy.isVisible()) await copy.click();
      await page().getByText('Copied the chunk with its context').first().waitFor({ timeout: 3_000 });
    });
  });

  it('has commands for files in the context menu of a file', async () => {
    await ask('queue');
    await frame.locator('.row.file').first().click({ button: 'right' });
    const menu = page().locator('.monaco-menu');
    await menu.getByText('Copy Relative Path').waitFor();
    assert.deepEqual(await menu.locator('.action-label:not(.separator)').allInnerTexts(), [
      'Open',
      'Open to the Side',
      'Reveal in Explorer View',
      'Copy Path',
      'Copy Relative Path',
      'Exclude File from Search',
      'Exclude Folder from Search',
      'Select for Context',
      'Open Results in Editor',
    ]);
    const name = (await files())[0] ?? '';
    // A menu ignores a click that comes too soon after the one that opened it.
    await eventually(async () => {
      const open = menu.getByText('Open', { exact: true });
      if (await open.isVisible()) await open.click();
      await activeTab(name).waitFor({ timeout: 3_000 });
    });
  });

  it('keeps its state when the view is hidden and after a reload', async () => {
    await ask('runs jobs one after the other');
    const before = await files();
    // A page that just got the focus may not pass a key on yet.
    await eventually(async () => {
      await page().keyboard.press('Control+Shift+E');
      await page().locator('.part.sidebar .title-label', { hasText: 'Explorer' }).waitFor({ timeout: 3_000 });
    });
    await workbench().runCommand('Codegrain: Focus on Search View');
    await findView('queue.ts');
    assert.equal(await box().inputValue(), 'runs jobs one after the other');
    assert.deepEqual(await files(), before);
    await waitForStored(page(), /query\\*":\\*"runs jobs one after/);
    await waitForStored(page(), /^workbench\.sidebar\.activeviewletid=workbench\.view\.extension\.codegrain$/m);
    await page().reload({ waitUntil: 'commit' });
    // The view is open again without a click.
    await findView('queue.ts', 60_000);
    assert.equal(await box().inputValue(), 'runs jobs one after the other');
    await eventually(async () => assert.deepEqual(await files(), before));
  });

  for (const theme of ['light', 'dark', 'highContrast', 'highContrastLight'] as const) {
    it(`is accessible in the theme ${theme}`, async () => {
      await workbench().setTheme(theme);
      await ask('price to pay with tax');
      await hits().first().focus();
      await page().keyboard.press('ArrowRight');
      await frame.locator('.why').waitFor();
      assert.deepEqual(await accessibilityProblems(page(), WEBVIEW_BODY), []);
      await workbench().screenshot(`search-${theme}`);
      await page().keyboard.press('ArrowLeft');
    });
  }

  it('fits into a narrow column and fills a wide one', async () => {
    await workbench().setTheme('dark');
    const drag = async (to: number): Promise<void> => {
      const sash = await page().locator('.split-view-container > .split-view-view.visible .part.sidebar').boundingBox();
      if (!sash) throw new Error('There is no sidebar');
      const edge = sash.x + sash.width;
      await page().mouse.move(edge, 600);
      await page().mouse.down();
      await page().mouse.move((edge + sash.x + to) / 2, 600, { steps: 4 });
      await page().mouse.move(sash.x + to, 600, { steps: 4 });
      await page().mouse.up();
    };
    const overflow = (): Promise<boolean> =>
      frame.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    /** Names that are cut off although there is room, and elements that extend beyond their row. */
    const cramped = (): Promise<string[]> =>
      frame.evaluate(`[...document.querySelectorAll('.row.file, .row.hit > .head')].flatMap((head) => {
        const { right, width } = head.getBoundingClientRect();
        const name = head.querySelector('.name');
        const isCut = name.scrollWidth > name.clientWidth && name.clientWidth < 0.4 * width;
        const parts = [...head.querySelectorAll(':scope > :not(.toolbar)')];
        const out = parts.filter((part) => part.getBoundingClientRect().right > right + 1);
        return [...(isCut ? [name.textContent + ' is cut off'] : []), ...out.map((part) => part.className + ' extends beyond its row')];
      })`);
    for (const [name, width] of [
      ['narrow', 200],
      ['wide', 900],
    ] as const) {
      await drag(width);
      assert.equal(await overflow(), false);
      assert.deepEqual(await cramped(), []);
      await workbench().screenshot(`search-${name}`);
    }
    await drag(300);
  });

  it('also works in a quick pick', async () => {
    await workbench().runCommand('Codegrain: Semantic Search');
    const input = page().locator('.quick-input-widget input').first();
    await input.fill('price to pay with tax');
    const rows = page().locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'src/cart.py' }).first().waitFor();
    await workbench().screenshot('search-quick-pick');
    await page().keyboard.press('Enter');
    await activeTab('cart.py').waitFor();
  });
});
