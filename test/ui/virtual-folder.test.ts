/** A folder that is not on disk cannot be indexed. Every feature says so, and features without an index work. */
import { SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

describe('a virtual folder', () => {
  const workbench = suiteWorkbench(
    'test/fixtures/virtual',
    { 'security.workspace.trust.enabled': false },
    {},
    { folder: 'test/fixtures/memory-files' },
  );
  const reason = 'notes (memory) is not on disk';

  it('has a notice in the sidebar that it is not on disk, and what works anyway', async () => {
    const search = await SearchPage.open(workbench(), reason);
    await search.notice.getByText('Chunk boundaries work in every file you open').waitFor();
    await workbench().screenshot('virtual-folder-search');
  });

  it('has the same reason as the answer to "Index Workspace"', async () => {
    await workbench().runCommand('Codegrain: Index Workspace');
    await workbench().page.locator('.notification-toast', { hasText: reason }).waitFor();
    await workbench().page.keyboard.press('Escape');
  });

  it('has files with chunks, and a status bar item with the reason', async () => {
    const { page } = workbench();
    await page.keyboard.press('Control+Shift+E');
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'parrot.py' }).dblclick();
    await page.locator('.tab.active', { hasText: 'parrot.py' }).waitFor();
    await workbench().runCommand('Codegrain: Chunk Current File');
    const item = page.locator('.statusbar-item[id^="codegrain"]', { hasText: 'Codegrain' });
    await item.hover();
    await page.locator('.monaco-hover', { hasText: reason }).waitFor();
    await workbench().screenshot('virtual-folder-file');
  });
});
