/** An untrusted folder can be searched, but nothing is written into it and none of its code leaves the machine. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually';
import { indexItem, indexReady, SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

describe('an untrusted folder', () => {
  const workbench = suiteWorkbench(
    'test/fixtures/workspace',
    {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
    },
    // No server listens there: any request fails.
    { 'codegrain.embedding.provider': 'openai', 'codegrain.embedding.endpoint': 'http://127.0.0.1:9/v1' },
  );
  let search: SearchPage;

  before(() => {
    // An index that came with the folder must not be used.
    mkdirSync(join(workbench().folder, '.codegrain'));
    writeFileSync(join(workbench().folder, '.codegrain', 'index.cgx'), 'anything');
  });

  it('needs consent like any other, and nothing is sent to a server', async () => {
    await workbench().page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    search = await SearchPage.open(workbench(), 'Search code by what it does');
    await search.frame.getByText(/Nothing is sent anywhere/).waitFor();
    await workbench().screenshot('trust-welcome');
  });

  it('has its index elsewhere, made with the built-in model', async () => {
    await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
    await indexItem(workbench(), indexReady).waitFor();
    await search.finds('"Cart"', ['cart.py', 'guide.md']);
    assert.deepEqual(readdirSync(join(workbench().folder, '.codegrain')), ['index.cgx']);
    const written = readdirSync(join(workbench().home, 'user-data'), { recursive: true, encoding: 'utf8' });
    assert.equal(written.filter((file) => file.endsWith('index.cgx')).length, 1);
    await workbench().screenshot('trust-search');
  });

  it('is not sent to a language model by any command', async () => {
    const { page } = workbench();
    for (const title of ['Run Prompt over Chunks…', 'Write Notes about Chunks…']) {
      await workbench().runCommand(`Codegrain: ${title}`);
      const message = page.locator('.notification-toast', { hasText: 'its code is not sent to a language model' });
      await message.waitFor();
      await workbench().runCommand('Notifications: Clear All Notifications');
      await message.waitFor({ state: 'detached' });
    }
    // There are no notes whose failed ones could be sent again.
    const offered = await workbench().searchPalette('Codegrain: Retry Failed Notes');
    assert.ok(!offered.includes('Codegrain: Retry Failed Notes'), offered.join('\n'));
    await workbench().closePalette();
  });

  it('has its index in the folder once it is trusted', async () => {
    workbench().changeSettings({ 'codegrain.embedding.provider': 'built-in' });
    await workbench().runCommand('Workspaces: Manage Workspace Trust');
    await workbench()
      .page.getByRole('button', { name: /^Trust$/ })
      .first()
      .click();
    await workbench().page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor({ state: 'hidden' });
    await eventually(() => assert.ok(existsSync(join(workbench().folder, '.codegrain', '.gitignore'))));
    await workbench().screenshot('trust-given');
  });
});
