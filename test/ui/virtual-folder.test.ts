/** A folder that is on no disk: it cannot be indexed, every surface says so, and what works without an index works. */
import { SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

describe('a virtual folder', () => {
  const workbench = suiteWorkbench(
    'test/fixtures/virtual',
    { 'security.workspace.trust.enabled': false },
    {},
    { folder: 'test/fixtures/memory-files' },
  );
  const reason = 'notes (memory) is not on a disk';

  it('is said to be on no disk in the sidebar, and what works all the same', async () => {
    const search = await SearchPage.open(workbench(), reason);
    await search.notice.getByText('Chunk boundaries work in every file you open').waitFor();
    await workbench().screenshot('virtual-folder-search');
  });

  it('is said to be when it shall be indexed', async () => {
    await workbench().runCommand('Codegrain: Index Workspace');
    await workbench().page.locator('.notification-toast', { hasText: reason }).waitFor();
    await workbench().page.keyboard.press('Escape');
  });

  it('has files that are cut, and a status item that says the rest', async () => {
    const { page } = workbench();
    await page.keyboard.press('Control+Shift+E');
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'parrot.py' }).dblclick();
    await page.locator('.tab.active', { hasText: 'parrot.py' }).waitFor();
    await workbench().runCommand('Codegrain: Chunk Current File');
    const item = page.locator('.statusbar-item[id^="codegrain"]', { hasText: 'chunk' });
    await item.hover();
    await page.locator('.monaco-hover', { hasText: reason }).waitFor();
    await workbench().screenshot('virtual-folder-file');
  });
});
