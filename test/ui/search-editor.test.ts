/** Search from the editor, and results in editors that are not plain text. */
import assert from 'node:assert/strict';
import { eventually } from './eventually';
import { SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

describe('search and the editor', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', {
    'codegrain.chunk.maxTokens': 120,
    'codegrain.index.consent': 'always',
    'codegrain.search.similarCodeLens': true,
  });
  let search: SearchPage;

  it('open a result in a notebook at its cell', async () => {
    search = await SearchPage.open(workbench(), 'Ask what the code does');
    await eventually(async () => {
      await search.ask('prices between nothing and the limit');
      await search.hit('clean').waitFor({ timeout: 1_000 });
    });
    await search.hit('clean').focus();
    await workbench().page.keyboard.press('Enter');
    await workbench().page.locator('.tab.active', { hasText: 'analysis.ipynb' }).waitFor();
    const cell = workbench().page.locator('.notebookOverlay .monaco-list-row.focused');
    await cell.getByText('np.clip').first().waitFor();
    await workbench().screenshot('search-notebook');
  });

  it('offer similar code above each chunk if the setting turns it on', async () => {
    await workbench().openFile('src/queue.ts');
    const lens = workbench().page.locator('.codelens-decoration a', { hasText: 'Find similar' });
    await lens.first().waitFor();
    await workbench().screenshot('search-lens');
    await lens.first().click();
    await search.frame.locator('.similar', { hasText: /Similar to .*queue\.ts/ }).waitFor();
    await eventually(async () => assert.ok((await search.hits.count()) > 0));
    workbench().changeSettings({ 'codegrain.search.similarCodeLens': false });
    await eventually(async () => assert.equal(await lens.count(), 0));
  });
});
