/** The query box of the search view: how it gets the focus, what can be typed into it, and the commands around it. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from './eventually';
import { SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

describe('the search box', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', { 'codegrain.chunk.maxTokens': 120 });
  const page = () => workbench().page;
  const keys = () => page().keyboard;
  let search: SearchPage;
  const icon = (name: string): Locator => page().locator(`.activitybar .action-item a[aria-label^="${name}"]`);
  const showExplorer = async (): Promise<void> => {
    await icon('Explorer').click();
    await page().locator('.part.sidebar .title-label', { hasText: 'Explorer' }).waitFor();
  };
  /** Waits until the page of the view has the focus. Earlier keys reach no extension: VS Code is still loading the page. */
  const pageHasFocus = (): Promise<void> =>
    eventually(async () => {
      const pages = page()
        .frames()
        .filter((each) => each.url().includes('fake.html'));
      const focused = await Promise.all(
        pages.map((each) =>
          each.evaluate<boolean>("document.hasFocus() && document.documentElement.dataset.listens === 'true'"),
        ),
      );
      assert.ok(focused.includes(true));
    });
  const boxHasFocus = (): Promise<boolean> =>
    search.frame.evaluate("document.hasFocus() && document.activeElement.id === 'query'");
  const types = async (text: string): Promise<void> => {
    await eventually(async () => assert.ok(await boxHasFocus()));
    await keys().type(text, { delay: 20 });
    await eventually(async () => assert.equal(await search.box.inputValue(), text));
  };
  const focusByKey = async (): Promise<void> => {
    await keys().press('Control+K');
    await keys().press('Control+G');
  };
  const focusEditor = async (): Promise<void> => {
    await page().locator('.editor-group-container.active .view-line').first().click();
    await page().locator('.monaco-editor.focused').waitFor();
    await eventually(async () => assert.equal(await search.frame.evaluate('document.hasFocus()'), false));
  };

  it('gets what is typed after the first click on the icon, before there is an index', async () => {
    await icon('Codegrain').click();
    await pageHasFocus();
    await keys().type('price to pay with tax', { delay: 20 });
    search = await SearchPage.find(workbench(), 'Search code by what it does');
    await eventually(async () => assert.equal(await search.box.inputValue(), 'price to pay with tax'));
    await search.frame.getByText(/reads \d+ files \(.*\) once/).waitFor();
    await workbench().screenshot('box-unasked');
  });

  it('still says what indexing would do after "Not Now", and searches what was typed once there is an index', async () => {
    await search.frame.getByRole('button', { name: 'Not Now' }).click();
    await search.frame.getByText('This workspace is not indexed').waitFor();
    await search.frame.getByText(/reads \d+ files \(.*\) once/).waitFor();
    await workbench().screenshot('box-not-now');
    await search.box.press('Enter');
    assert.equal(await search.frame.evaluate('document.activeElement.textContent'), 'Index Workspace');
    await keys().press('Enter');
    await search.hit('Item').waitFor();
    assert.equal(await search.box.inputValue(), 'price to pay with tax');
  });

  it('gets the focus by the icon, the key and the command, wherever the focus was', async () => {
    await workbench().openFile('src/cart.py');
    // The Chunks view shows the chunk at the cursor; if it is hidden at this moment, VS Code brings it back.
    await page().locator('.tree-explorer-viewlet-tree-view .monaco-list-row.selected').waitFor();
    const ways: readonly (readonly [string, () => Promise<void>])[] = [
      ['icon', () => icon('Codegrain').click()],
      ['key', focusByKey],
      ['command', () => workbench().runCommand('Codegrain: Focus on Search View')],
    ];
    for (const [name, focus] of ways) {
      await search.ask('price to pay with tax');
      await search.hits.first().focus();
      await showExplorer();
      await focus();
      await types(`hidden ${name}`);
    }
    for (const [name, focus] of ways.slice(1)) {
      await search.ask('price to pay with tax');
      await search.hits.first().focus();
      await focusEditor();
      await focus();
      await types(`visible ${name}`);
    }
    await search.ask('price to pay with tax');
    await search.hits.first().focus();
    await focusByKey();
    await types('from a result');
  });

  it('keeps the focus on a row that was clicked', async () => {
    await search.ask('price to pay with tax');
    await focusEditor();
    await search.hits.nth(1).locator('.head').click();
    await eventually(async () =>
      assert.equal(await search.frame.evaluate('document.activeElement.className'), 'row hit'),
    );
  });

  it('is cleared by Escape, which then goes to the editor', async () => {
    await focusByKey();
    await eventually(async () => assert.ok(await boxHasFocus()));
    await keys().press('Escape');
    assert.equal(await search.box.inputValue(), '');
    await keys().press('Escape');
    await page().locator('.monaco-editor.focused').waitFor();
  });
});
