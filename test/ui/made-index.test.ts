/** A folder whose index was made by the command line. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

describe('a folder with an index', () => {
  const workbench = suiteWorkbench();

  before(() => {
    execFileSync(process.execPath, ['dist/cli.js', 'index', workbench().folder], { stdio: 'ignore' });
  });

  it('says that nothing is left to read, and is searched as soon as the user agrees', async () => {
    const search = await SearchPage.open(workbench(), 'Search code by what it does');
    await search.frame.getByText(/^An index with all \d+ files is there already\. Codegrain reads only what/).waitFor();
    await workbench().screenshot('search-made-index');
    await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
    await search.ask('round half even');
    assert.ok((await search.files()).includes('cart.py'));
  });
});
