/** A folder that nobody said they trust: it can be searched, nothing is written into it, and nothing of it leaves the machine. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually';
import { indexItem, SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

describe('a folder without trust', () => {
  const workbench = suiteWorkbench(
    'test/fixtures/workspace',
    {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
    },
    // Nobody listens there: whoever asks it fails.
    { 'codegrain.embedding.provider': 'openai', 'codegrain.embedding.endpoint': 'http://127.0.0.1:9/v1' },
  );
  let search: SearchPage;

  before(() => {
    // Came with the folder, and is not to be believed.
    mkdirSync(join(workbench().folder, '.codegrain'));
    writeFileSync(join(workbench().folder, '.codegrain', 'index.cgx'), 'anything');
  });

  it('is asked about like any other, and nothing of it is sent to a server', async () => {
    await workbench().page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    search = await SearchPage.open(workbench(), 'Search code by what it does');
    await search.frame.getByText(/nothing is sent anywhere/).waitFor();
    await workbench().screenshot('trust-welcome');
  });

  it('is indexed outside of it, by the model of this machine', async () => {
    await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
    await indexItem(workbench(), 'Index ready').waitFor();
    await search.finds('"Cart"', ['cart.py', 'guide.md']);
    assert.deepEqual(readdirSync(join(workbench().folder, '.codegrain')), ['index.cgx']);
    const written = readdirSync(join(workbench().home, 'user-data'), { recursive: true, encoding: 'utf8' });
    assert.equal(written.filter((file) => file.endsWith('index.cgx')).length, 1);
    await workbench().screenshot('trust-search');
  });

  it('is not sent to a language model, by no command', async () => {
    const { page } = workbench();
    for (const title of ['Run Prompt over Chunks…', 'Write Notes about Chunks…', 'Ask Again for Notes That Failed']) {
      await workbench().runCommand(`Codegrain: ${title}`);
      const told = page.locator('.notification-toast', { hasText: 'its code is not sent to a language model' });
      await told.waitFor();
      await workbench().runCommand('Notifications: Clear All Notifications');
      await told.waitFor({ state: 'detached' });
    }
  });

  it('has its own index once it is trusted', async () => {
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
