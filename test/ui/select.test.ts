/** Selecting several results, with the keyboard and the mouse, and copying them within a token budget. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { accessibilityProblems, WEBVIEW_BODY } from './accessibility';
import { eventually } from './eventually';
import { SearchPage, titleButton } from './search-page';
import { suiteWorkbench } from './suite';

describe('selected results', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', { 'codegrain.chunk.maxTokens': 120 });
  let search: SearchPage;
  const page = (): Page => workbench().page;
  const bar = (): Locator => search.frame.locator('.selection');
  const label = async (): Promise<string> => (await bar().locator('.selection-label').textContent()) ?? '';
  const picked = (): Locator => search.frame.locator('.row.hit[aria-selected=true]');
  const tokens = async (): Promise<number> => Number(/· ([\d,]+) of/.exec(await label())?.[1]?.replace(',', ''));
  /** The text in the clipboard, as it is pasted into a new editor. */
  const pasted = async (): Promise<string> => {
    await workbench().runCommand('File: New Untitled Text File');
    await page().locator('.tab.active', { hasText: 'Untitled' }).waitFor();
    await page().keyboard.press('Control+V');
    const lines = page().locator('.editor-group-container.active .view-line');
    await eventually(async () => assert.ok((await lines.count()) > 1));
    const texts = await lines.allInnerTexts();
    return texts.join('\n').replaceAll('\u00a0', ' ');
  };

  before(async () => {
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    search = await SearchPage.open(workbench(), 'Search code by what it does');
    await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
    await search.box.waitFor();
    await search.ask('price to pay with tax');
    await search.hit('gross').waitFor();
  });

  it('are counted against the budget while the user selects with the keyboard', async () => {
    await search.hits.first().focus();
    assert.equal(await bar().isVisible(), false);
    await page().keyboard.press('Space');
    await eventually(async () => assert.match(await label(), /^1 place · \d+ of 4,000 tokens$/));
    const one = await tokens();
    await page().keyboard.press('Shift+ArrowDown');
    await page().keyboard.press('Shift+ArrowDown');
    await eventually(async () => assert.match(await label(), /^[23] places · \d+ of 4,000 tokens$/));
    assert.ok((await tokens()) > one);
    await page().keyboard.press('Shift+ArrowUp');
    await page().keyboard.press('Shift+ArrowUp');
    await eventually(async () => assert.match(await label(), /^1 place/));
    await page().keyboard.press('Escape');
    await bar().waitFor({ state: 'hidden' });
    assert.match((await search.frame.locator('.row:focus').getAttribute('aria-label')) ?? '', /, lines? \d/);
  });

  it('are selected with Ctrl+click and Shift+click', async () => {
    await search.hits
      .nth(0)
      .locator('.head')
      .click({ modifiers: ['Control'] });
    await search.hits
      .nth(2)
      .locator('.head')
      .click({ modifiers: ['Control'] });
    assert.equal(await picked().count(), 2);
    await search.hits
      .nth(4)
      .locator('.head')
      .click({ modifiers: ['Shift'] });
    assert.equal(await picked().count(), 4);
    await eventually(async () => assert.match(await label(), /^4 places/));
    await workbench().screenshot('select-dark');
    // A look at another result does not lose the selection.
    await search.hits.nth(1).locator('.head').click();
    assert.equal(await picked().count(), 4);
    await search.hits
      .nth(0)
      .locator('.head')
      .click({ modifiers: ['Control'] });
    await eventually(async () => assert.match(await label(), /^3 places/));
  });

  it('are copied as Markdown, with or without what they use', async () => {
    await bar().getByRole('button', { name: 'Clear Selection' }).click();
    await search.ask('gross lang:python path:src');
    await search
      .hit('gross')
      .locator('.head')
      .click({ modifiers: ['Control'] });
    await eventually(async () => assert.match(await label(), /^1 place · \d+/));
    const withContext = await tokens();
    await bar().getByRole('button', { name: 'Copy' }).click();
    await page().getByText('Copied 1 place').first().waitFor();
    assert.match(await pasted(), /^## src\/cart\.py:\d+-\d+ .*\n```python\n(?:from|import) /);
    await workbench().runCommand('View: Revert and Close Editor');
    await bar().getByLabel('With imports and globals').uncheck();
    await eventually(async () => assert.ok((await tokens()) < withContext));
    // An editor that closes may take the focus once more.
    await eventually(async () => {
      await search.hits.first().focus();
      await page().keyboard.press('Control+C');
      await page().getByText('Copied 1 place').first().waitFor({ timeout: 3_000 });
    });
    assert.doesNotMatch(await pasted(), /\n```python\n(?:from|import) /);
    await workbench().runCommand('View: Revert and Close Editor');
  });

  it('are counted at once, also while their tokens are still counted', async () => {
    await search.ask('price to pay with tax');
    await search.hits.first().focus();
    // Each text that the visible bar has.
    await search.frame.evaluate(`(() => {
      globalThis.labels = [];
      const bar = document.querySelector('.selection');
      const look = () => bar.hidden || labels.push(bar.querySelector('.selection-label').textContent);
      new MutationObserver(look).observe(bar, { subtree: true, childList: true, attributes: true });
    })()`);
    for (const _ of [1, 2]) {
      await page().keyboard.press('Control+A');
      await eventually(async () => assert.match(await label(), /^\d+ places · \d+/));
      await page().keyboard.press('Escape');
      await bar().waitFor({ state: 'hidden' });
    }
    const labels: string[] = await search.frame.evaluate('labels');
    assert.ok(labels.length > 0);
    const count = String(await search.hits.count());
    for (const text of labels) assert.ok(text.startsWith(`${count} places`), labels.join(' | '));
  });

  it('that do not fit are counted and marked, and the rest is copied', async () => {
    await search.ask('price to pay with tax');
    workbench().changeSettings({ 'codegrain.search.contextBudget': 200 });
    await search.hits.first().focus();
    await page().keyboard.press('Control+A');
    await eventually(async () => assert.match(await label(), /^\d+ of \d+ places · (?:1\d\d|200|\d\d) of 200 tokens$/));
    const left = await search.frame.locator('.row.hit.left-out').count();
    assert.ok(left > 0);
    assert.equal(await bar().locator('.selection-problem').textContent(), `${left} places do not fit`);
    await bar().getByRole('button', { name: 'Copy' }).click();
    await page()
      .getByText(new RegExp(`Copied .* tokens\\. ${left} places do not fit\\.`))
      .first()
      .waitFor();
  });

  for (const theme of ['light', 'dark', 'highContrast'] as const) {
    it(`are accessible in the theme ${theme}`, async () => {
      await workbench().setTheme(theme);
      assert.deepEqual(await accessibilityProblems(page(), WEBVIEW_BODY), []);
      await workbench().screenshot(`select-over-${theme}`);
    });
  }

  it('stay selected when the view is hidden and shown again, until the user asks something else', async () => {
    const before = await label();
    await page().locator('.activitybar .action-item a[aria-label^="Explorer"]').click();
    await page().locator('.explorer-folders-view').waitFor();
    search = await SearchPage.open(workbench(), 'results in');
    await eventually(async () => assert.equal(await label(), before));
    await search.ask('queue');
    await bar().waitFor({ state: 'hidden' });
  });

  it('have the icons of the user’s theme at their files, also after it changed', async () => {
    await titleButton(workbench(), 'View by File');
    await search.ask('price to pay with tax');
    const icon = (): Locator => search.frame.locator('.row.file', { hasText: 'cart.py' }).locator('.file-icon');
    // The default theme is a font; one without the icon's colour would not have been resolved.
    await eventually(async () => {
      assert.match((await icon().getAttribute('style')) ?? '', /file-icons-seti.*color/);
      assert.equal(
        await search.frame.evaluate(
          '[...document.fonts].some((font) => font.status === "loaded" && /seti/.test(font.family))',
        ),
        true,
      );
    });
    await workbench().screenshot('file-icons');
    workbench().changeSettings({ 'workbench.iconTheme': 'vs-minimal' });
    await eventually(async () => {
      search = await SearchPage.find(workbench(), 'cart.py');
      assert.match(
        (await icon().getAttribute('style', { timeout: 1_000 })) ?? '',
        /background-image: url\(.*document-dark/,
      );
    });
    workbench().changeSettings({ 'workbench.iconTheme': null });
    await eventually(async () => {
      search = await SearchPage.find(workbench(), 'cart.py');
      assert.ok((await search.frame.locator('.row.file .codicon-file').count()) > 0);
    });
  });

  describe('the menu of a row', () => {
    const menu = (): Locator => page().locator('.monaco-menu');
    const choose = async (label: string, isDone: () => Promise<unknown>): Promise<void> => {
      // A menu ignores a click that comes too soon after the one that opened it.
      await eventually(async () => {
        const item = menu().getByText(label, { exact: true });
        if (await item.isVisible()) await item.click();
        await isDone();
      });
    };

    it('opens with the keyboard, and has what VS Code has in its own search', async () => {
      await search.ask('gross');
      await search.hit('gross').focus();
      await page().keyboard.press('Shift+F10');
      await menu().getByText('Copy Relative Path').waitFor();
      const items = await menu().locator('.action-label:not(.separator)').allInnerTexts();
      assert.deepEqual(
        items.filter((item) => item !== 'Show Parent'),
        [
          ...['Open', 'Open to the Side', 'Reveal in Explorer View'],
          ...['Go to Definition', 'Go to References', 'Find Similar Code', 'Find Callers', 'Find Dependencies'],
          ...['Copy', 'Copy with Context', 'Copy as Markdown with Link', 'Copy Path', 'Copy Relative Path'],
          ...['Exclude File from Search', 'Exclude Folder from Search', 'Select for Context'],
          'Open Results in Editor',
        ],
      );
      await workbench().screenshot('row-menu');
      await choose('Select for Context', () => bar().getByText('1 place').waitFor({ timeout: 3_000 }));
      await bar().getByRole('button', { name: 'Clear Selection' }).click();
    });

    it('copies the code with a link to its lines', async () => {
      await search.hit('gross').locator('.head').click({ button: 'right' });
      await choose('Copy as Markdown with Link', () =>
        page().getByText('Copied the chunk').first().waitFor({ timeout: 3_000 }),
      );
      assert.match(await pasted(), /^\[src\/cart\.py:(\d+)-(\d+)\]\(src\/cart\.py#L\1-L\2\)\n\n?```python\n/);
      await workbench().runCommand('View: Revert and Close Editor');
    });

    it('puts the cursor on the name for the commands of the editor', async () => {
      await search.hit('gross').locator('.head').click({ button: 'right' });
      await choose('Go to Definition', () =>
        page().locator('.statusbar-item', { hasText: 'Ln 42, Col 9' }).waitFor({ timeout: 3_000 }),
      );
    });

    it('shows the definition around the result', async () => {
      await search.hit('gross').locator('.head').click({ button: 'right' });
      await choose('Show Parent', () =>
        page().locator('.statusbar-item', { hasText: 'Ln 28, Col 1' }).waitFor({ timeout: 3_000 }),
      );
    });

    it('leaves out a file or a folder, with a chip to bring it back', async () => {
      assert.ok((await search.files()).includes('cart.py'));
      await search.frame.locator('.row.file', { hasText: 'cart.py' }).first().click({ button: 'right' });
      const chip = search.frame.locator('.chip', { hasText: '-path:src/cart.py' });
      await choose('Exclude File from Search', () => chip.waitFor({ timeout: 3_000 }));
      await eventually(async () => assert.ok(!(await search.files()).includes('cart.py')));
      await chip.click();
      await eventually(async () => assert.ok((await search.files()).includes('cart.py')));
      await search.frame.locator('.row.file', { hasText: 'cart.py' }).first().click({ button: 'right' });
      const folder = search.frame.locator('.chip', { hasText: /^-path:src\/$/ });
      await choose('Exclude Folder from Search', () => folder.waitFor({ timeout: 3_000 }));
      await eventually(async () =>
        assert.equal(await search.frame.locator('.row.file .folder', { hasText: /^src/ }).count(), 0),
      );
      await folder.click();
    });
  });

  it('leave out their files with Delete, and Backspace at the start of the box brings them back', async () => {
    const chips = search.frame.locator('.chip');
    const focusedRow = search.frame.locator('.row:focus');
    await search.ask('price to pay with tax');
    await eventually(async () => assert.ok((await search.files()).includes('cart.py')));
    const before = await search.files();
    await search.hit('gross').focus();
    await page().keyboard.press('Shift+Delete');
    await eventually(async () => assert.deepEqual(await chips.allTextContents(), ['-path:src/']));
    await eventually(async () => assert.ok(!(await search.files()).includes('cart.py')));
    // The next key is for another file: one of its hits has the focus.
    await eventually(async () => assert.match((await focusedRow.getAttribute('class')) ?? '', /hit/));
    await page().keyboard.press('Delete');
    await eventually(async () => assert.match((await chips.allTextContents()).join(' '), /^-path:src\/ -path:.*[^/]$/));
    await eventually(async () => assert.match((await focusedRow.getAttribute('class')) ?? '', /hit/));
    await workbench().screenshot('excluded-by-key');
    await search.box.focus();
    await page().keyboard.press('Control+Home');
    await page().keyboard.press('Backspace');
    await eventually(async () => assert.deepEqual(await chips.allTextContents(), ['-path:src/']));
    await page().keyboard.press('Backspace');
    await eventually(async () => assert.deepEqual(await search.files(), before));
    assert.equal(await search.box.inputValue(), 'price to pay with tax');
    assert.equal(await chips.count(), 0);
  });
});
