/** The commands of the packaged and installed extension in the command palette: what a new user needs, and no more. */
import assert from 'node:assert/strict';
import { eventually } from './eventually';
import { indexItem, indexReady, SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

/** With those that VS Code makes of views, such as "Focus on Search View". */
const mostCommands = 25;

describe('the command palette', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', { 'codegrain.index.consent': 'always' });

  /** Every row that the palette offers for a text; it draws only those that are on the screen. */
  async function allOffered(text: string): Promise<string[]> {
    const { page } = workbench();
    const found = new Set(await workbench().searchPalette(text));
    const rows = page.locator('.quick-input-list .monaco-list-row');
    const count = Number(await rows.first().getAttribute('aria-setsize'));
    for (let at = 0; at < count; at++) {
      await page.keyboard.press('ArrowDown');
      for (const row of await rows.locator('.label-name').allInnerTexts()) found.add(row);
    }
    await workbench().closePalette();
    return [...found].filter((title) => title.includes('Codegrain')).sort();
  }

  before(async () => {
    await indexItem(workbench(), indexReady).waitFor();
    await workbench().openFile('src/cart.py');
  });

  it(`has at most ${mostCommands} commands while a file is open and the workspace is indexed`, async () => {
    const offered = await eventually(async () => {
      const titles = await allOffered('Codegrain');
      assert.ok(titles.includes('Codegrain: Chunk Current File'), titles.join('\n'));
      return titles;
    });
    await workbench().screenshot('palette');
    assert.ok(offered.length <= mostCommands, `${offered.length}:\n${offered.join('\n')}`);
    // Index Workspace is for a workspace without an index; runs and notes can be continued where there are some.
    for (const title of [
      'Focus Search Box',
      'Refresh Search',
      'Index Workspace',
      'Continue Run…',
      'Clear Notes about Chunks',
    ])
      assert.ok(!offered.includes(`Codegrain: ${title}`), title);
    for (const title of [
      'Semantic Search',
      'Show Saved Searches',
      'Find Callers',
      'Find Dependencies',
      'Rebuild Index',
    ])
      assert.ok(offered.includes(`Codegrain: ${title}`), title);
  });

  it('has no more of them while there are results', async () => {
    const search = await SearchPage.open(workbench(), 'Ask what the code does');
    await search.ask('round a price');
    await search.hits.first().waitFor();
    const offered = await eventually(async () => {
      const titles = await allOffered('Codegrain');
      assert.ok(titles.includes('Codegrain: Open Results in Editor'), titles.join('\n'));
      return titles;
    });
    assert.ok(offered.length <= mostCommands, `${offered.length}:\n${offered.join('\n')}`);
  });
});
