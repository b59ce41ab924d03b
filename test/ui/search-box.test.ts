/** The query box of the search view: how it gets the focus, what can be typed into it, and the commands around it. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from './eventually';
import { SearchPage, titleButton } from './search-page';
import { suiteWorkbench } from './suite';

describe('the search box', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', { 'codegrain.chunk.maxTokens': 120 });
  const page = () => workbench().page;
  const keys = () => page().keyboard;
  let search: SearchPage;
  const icon = (name: string): Locator => page().locator(`.activitybar .action-item a[aria-label^="${name}"]`);
  const showExplorer = async (): Promise<void> => {
    const title = page().locator('.part.sidebar .title-label', { hasText: 'Explorer' });
    // A view that is still being shown may come to the front after the click.
    await eventually(async () => {
      if (await title.isVisible()) return;
      await icon('Explorer').click();
      await title.waitFor({ timeout: 3000 });
    });
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
  const activeClass = (): Promise<string> => search.frame.evaluate('document.activeElement.className');
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
    await search.hit('gross').waitFor();
    assert.equal(await search.box.inputValue(), 'price to pay with tax');
    // What is typed next is appended.
    assert.ok(await boxHasFocus());
    assert.equal(await search.frame.evaluate("document.querySelector('#query').selectionStart"), 21);
  });

  it('gets the focus by the key and the command, wherever the focus was', async () => {
    await workbench().openFile('src/cart.py');
    const ways: readonly (readonly [string, () => Promise<void>])[] = [
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
    for (const [name, focus] of ways) {
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

  it('grows with pasted text, which keeps its lines, up to eight of them', async () => {
    const height = async (): Promise<number> => (await search.box.boundingBox())?.height ?? 0;
    await search.box.fill('first');
    const one = await height();
    await keys().press('Shift+Enter');
    await keys().type('second');
    assert.equal(await search.box.inputValue(), 'first\nsecond');
    assert.ok((await height()) > one + 10);
    // From the first line to the second, and from there to the results.
    await search.box.fill('Traceback (most recent call last):\n  File "cart.py", line 48, in load\nValueError: price');
    await search.hit('load').waitFor();
    await workbench().screenshot('box-pasted');
    await keys().press('Control+Home');
    await keys().press('ArrowDown');
    assert.ok(await boxHasFocus());
    await keys().press('Control+End');
    await keys().press('ArrowDown');
    await eventually(async () => assert.match(await activeClass(), /^row hit/));
    await search.box.fill(Array.from({ length: 200 }, (_, i) => `line ${i}`).join('\n'));
    assert.ok((await height()) < one + 8 * 18);
  });

  it('has a chip for each operator, which removes it from the query', async () => {
    await search.ask('price path:src -discount "to pay"');
    await search.frame.locator('.chip', { hasText: 'path:src' }).waitFor();
    assert.deepEqual(await search.frame.locator('.operators .chip').allTextContents(), [
      'path:src',
      '-discount',
      '"to pay"',
    ]);
    await workbench().screenshot('box-chips');
    await search.frame.locator('.chip', { hasText: '-discount' }).click();
    assert.equal(await search.box.inputValue(), 'price path:src "to pay"');
    await eventually(async () => assert.equal(await search.frame.locator('.operators .chip').count(), 2));
    await search.ask('std::vector of TODO: items');
    assert.equal(await search.frame.locator('.operators .chip').count(), 0);
  });

  it('has chips that the keyboard reaches and removes', async () => {
    const chips = search.frame.locator('.chip');
    const activeText = (): Promise<string> => search.frame.evaluate('document.activeElement.textContent');
    const caret = (): Promise<number> => search.frame.evaluate("document.querySelector('#query').selectionEnd");
    await search.ask('price path:src -discount');
    await eventually(async () => assert.deepEqual(await chips.allTextContents(), ['path:src', '-discount']));
    await search.box.click();
    await keys().press('Control+Home');
    await keys().press('ArrowLeft');
    assert.equal(await activeText(), '-discount');
    await keys().press('ArrowLeft');
    assert.equal(await activeText(), 'path:src');
    await keys().press('ArrowRight');
    await keys().press('ArrowRight');
    assert.ok(await boxHasFocus());
    assert.equal(await caret(), 0);
    // The focus goes to the next chip, and stays there when the results arrive.
    await keys().press('ArrowLeft');
    await keys().press('ArrowLeft');
    await keys().press('Delete');
    await search.frame.locator('.found[data-query="price -discount"]').waitFor();
    assert.equal(await search.box.inputValue(), 'price -discount');
    assert.equal(await activeText(), '-discount');
    await keys().press('Enter');
    await eventually(async () => assert.equal(await search.box.inputValue(), 'price'));
    assert.ok(await boxHasFocus());
    // Letters on a chip go to the box.
    await search.ask('path:src price');
    await eventually(async () => assert.deepEqual(await chips.allTextContents(), ['path:src']));
    await keys().press('Control+Home');
    await keys().press('ArrowLeft');
    await keys().type('s to');
    assert.equal(await search.box.inputValue(), 'path:src prices to');
    // Tab reaches a chip, too.
    await chips.first().waitFor();
    for (let i = 0; i < 10 && (await activeText()) !== 'path:src'; i++) await keys().press('Tab');
    await keys().press('Backspace');
    await eventually(async () => assert.equal(await search.box.inputValue(), 'prices to'));
  });

  it('removes the last chip with Backspace at its start', async () => {
    await search.ask('price -discount path:src');
    const chips = search.frame.locator('.chip');
    await eventually(async () => assert.equal(await chips.count(), 2));
    await keys().press('Control+Home');
    await keys().press('Backspace');
    await eventually(async () => assert.equal(await search.box.inputValue(), 'price -discount'));
    await keys().press('Backspace');
    await eventually(async () => assert.equal(await search.box.inputValue(), 'price'));
    await keys().press('Backspace');
    await keys().type('the ');
    assert.equal(await search.box.inputValue(), 'the price');
  });

  it('lists the keys behind the question mark', async () => {
    await search.frame.getByRole('button', { name: 'Query Syntax' }).click();
    await search.frame.locator('.key', { hasText: 'exclude the file of a result' }).waitFor();
    await workbench().screenshot('box-keys');
    await search.frame.getByRole('button', { name: 'Query Syntax' }).click();
  });

  it('keeps the question while similar code is shown, and leads back to it', async () => {
    await search.ask('runs jobs one after the other');
    const before = await search.files();
    await search.hit('Queue').hover();
    await search.hit('Queue').getByRole('button', { name: 'Find Similar Code' }).click();
    const bar = search.frame.locator('.similar');
    await bar.getByText('Similar to Queue', { exact: true }).waitFor();
    assert.equal(await search.box.inputValue(), 'runs jobs one after the other');
    await workbench().screenshot('box-similar');
    await bar.getByRole('button', { name: 'Back to the question: runs jobs one after the other' }).click();
    await eventually(async () => assert.deepEqual(await search.files(), before));
    assert.equal(await bar.isVisible(), false);
    await workbench().openFile('src/cart.py');
    await workbench().goTo(36);
    await workbench().runCommand('Codegrain: Find Similar Code');
    await bar.getByText('Similar to add', { exact: true }).waitFor();
    assert.equal(await search.box.inputValue(), 'runs jobs one after the other');
    // Escape goes back, too, before it clears the box.
    await eventually(async () => assert.ok(await boxHasFocus()));
    await keys().press('Escape');
    await eventually(async () => assert.deepEqual(await search.files(), before));
    assert.equal(await search.box.inputValue(), 'runs jobs one after the other');
  });

  it('has a toolbar: fold, saved searches, history, clear', async () => {
    const button = (name: string): Locator =>
      page().locator('.pane-header', { hasText: 'Search' }).first().getByRole('button', { name, exact: false });
    const rows = page().locator('.quick-input-list .monaco-list-row');
    const savedSearches = async (row: Locator): Promise<void> => {
      await titleButton(workbench(), 'More Actions');
      const show = page().locator('.monaco-menu').getByText('Show Saved Searches');
      await show.waitFor();
      // A menu ignores a click that comes too soon after the one that opened it.
      await eventually(async () => {
        if (await show.isVisible()) await show.click();
        await row.click({ timeout: 3_000 });
      });
    };
    await search.ask('runs jobs one after the other');
    await search.hits.first().waitFor();
    await page().locator('.pane-header', { hasText: 'Search' }).first().hover();
    await workbench().screenshot('box-toolbar');
    await titleButton(workbench(), 'View by File');
    await button('Collapse All Results').click();
    await eventually(async () => assert.equal(await search.hits.count(), 0));
    await button('Expand All Results').click();
    await search.hits.first().waitFor();
    await button('Refresh Search').click();
    await search.hits.first().waitFor();
    await savedSearches(rows.filter({ hasText: 'Save This Search' }));
    const input = page().locator('.quick-input-widget input').first();
    await eventually(async () => assert.equal(await input.inputValue(), 'runs jobs one after the other'));
    await input.fill('the queue');
    await keys().press('Enter');
    await button('Clear Search Results').click();
    await eventually(async () => assert.equal(await search.box.inputValue(), ''));
    await savedSearches(rows.filter({ hasText: 'the queue' }));
    await eventually(async () => assert.equal(await search.box.inputValue(), 'runs jobs one after the other'));
    await search.hits.first().dblclick();
    await button('Show Search History').click();
    await rows.filter({ hasText: 'runs jobs one after the other' }).waitFor();
    await rows.filter({ hasText: 'Clear History' }).click();
    await button('Show Search History').click();
    await page().getByText('There are no recent searches in this workspace.').first().waitFor();
  });

  it('offers questions made from the code of the workspace, and asks them on a click', async () => {
    await search.box.fill('');
    const examples = search.frame.locator('.example');
    await examples.first().waitFor();
    await workbench().screenshot('box-empty');
    assert.equal(await search.frame.locator('.hint').count(), 0);
    const questions = await examples.allInnerTexts();
    assert.ok(questions.includes('Where does the code add an item, unless it is free?'), questions.join('; '));
    await examples.filter({ hasText: 'add an item' }).click();
    await search.hit('add').waitFor();
    assert.equal(await search.box.inputValue(), 'Where does the code add an item, unless it is free?');
  });
});
