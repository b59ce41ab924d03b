/** Results as an editor: wide, with the line numbers of the sources, run again, saved. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually';
import { SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

describe('a results editor', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', {
    'codegrain.chunk.maxTokens': 120,
    'editor.stickyScroll.enabled': false,
    'files.simpleDialog.enable': true,
  });
  let search: SearchPage;
  const page = (): Page => workbench().page;
  const lines = async (): Promise<string[]> => {
    const all = page().locator('.editor-group-container.active .view-line');
    const texts = await all.evaluateAll((elements) =>
      elements
        .map((element) => ({ top: Number.parseInt(element.style.top, 10), text: element.textContent ?? '' }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text),
    );
    return texts.map((text) => text.replaceAll('\u00a0', ' '));
  };
  const line = (text: string | RegExp): Locator =>
    page().locator('.editor-group-container.active .view-line', { hasText: text }).first();
  const tab = (name: string): Locator => page().locator('.tab.active', { hasText: name });

  before(async () => {
    search = await SearchPage.open(workbench(), 'Search code by what it does');
    await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
    await search.box.waitFor();
    await search.ask('price to pay with tax lang:python');
    await search.hits.first().waitFor();
  });

  it('opens from the toolbar of the view, with the code of every place and its line numbers', async () => {
    await page().locator('.pane-header', { hasText: 'Search' }).hover();
    await page().locator('.pane-header .action-label[aria-label^="Open Results in Editor"]').click();
    await tab('Results: price to pay with tax').waitFor();
    await line('# Query: price to pay with tax lang:python').waitFor();
    await eventually(async () => {
      const shown = await lines();
      assert.match(shown[1] ?? '', /^# \d+ results in \d+ files$/);
      assert.equal(shown[3], 'src/cart.py:');
      assert.ok(shown.includes('    11: TAX = Decimal("0.19")'));
    });
  });

  it('highlights the words of the query and the syntax of the code', async () => {
    const classes = (): Promise<(string | null)[]> =>
      line(/class.Cart:/)
        .locator('span span')
        .evaluateAll((spans) => spans.map((span) => span.getAttribute('class')));
    await eventually(async () => assert.ok(new Set(await classes()).size > 2));
    await eventually(async () =>
      assert.ok((await page().locator('.editor-group-container.active .cdr[class*=ced-]').count()) > 2),
    );
    await workbench().screenshot('results-editor-dark');
    await workbench().setTheme('light');
    await workbench().screenshot('results-editor-light');
    await workbench().setTheme('dark');
  });

  it('goes to the source of a line with Enter and F12', async () => {
    for (const key of ['Enter', 'F12']) {
      await line(/class.Cart:/).click();
      await page().keyboard.press(key);
      await tab('cart.py').waitFor();
      await page()
        .locator('.statusbar-item', { hasText: /^Ln 28, / })
        .waitFor();
      await workbench().runCommand('View: Close Editor');
      await tab('Results: price').waitFor();
    }
  });

  it('is searched again, without a question when it is closed', async () => {
    writeFileSync(join(workbench().folder, 'src', 'taxes.py'), 'def price_to_pay_with_tax(net):\n    return net\n');
    await eventually(async () => {
      await page().locator('.editor-group-container.active .action-label[aria-label^="Search Again"]').click();
      assert.ok((await lines()).includes('src/taxes.py:'));
    });
  });

  it('is saved to a file, whose query can be edited and run', async () => {
    await line('# Query').click();
    await page().keyboard.press('Control+S');
    const input = page().locator('.quick-input-widget input').first();
    // VS Code fills in a name first.
    await eventually(async () => assert.match(await input.inputValue(), /price-to-pay.*\.codegrain-results$/));
    await input.fill(join(workbench().folder, 'tax.codegrain-results'));
    await page().keyboard.press('Enter');
    await tab('tax.codegrain-results').waitFor();
    await line('# Query').click();
    await page().keyboard.press('Home');
    await page().keyboard.press('Shift+End');
    await page().keyboard.type('# Query: runs jobs one after the other');
    await page().keyboard.press('Control+Shift+R');
    await eventually(async () => assert.ok((await lines()).includes('src/queue.ts:')));
    await page().keyboard.press('Control+S');
    await eventually(async () => {
      const saved = readFileSync(join(workbench().folder, 'tax.codegrain-results'), 'utf8');
      assert.match(saved, /^# Query: runs jobs one after the other\n[\s\S]*src\/queue\.ts:\n/);
    });
  });
});
