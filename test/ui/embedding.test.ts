/** The user is asked before code leaves the machine, and a key is entered without being shown. */
import assert from 'node:assert/strict';
import { asOpenAi, startServer, type TestServer } from '../unit/embedding/server/embedding-server';
import { eventually } from './eventually';
import { OPEN_HOOK, openWorkbench, type Workbench } from './workbench';

const title = 'Codegrain: Test Embedding Model';

describe('an embedding server on another machine', () => {
  let server: TestServer;
  let workbench: Workbench;
  let host: string;

  before(async function () {
    this.timeout(OPEN_HOOK);
    // Listens on all addresses: 0.0.0.0 reaches this machine, but counts as another one.
    server = await startServer(asOpenAi, { host: '0.0.0.0' });
    host = `0.0.0.0:${server.url.port}`;
    workbench = await openWorkbench(
      'test/fixtures/workspace',
      {},
      {
        'codegrain.embedding.provider': 'openai',
        'codegrain.embedding.endpoint': `http://${host}/v1`,
        'codegrain.embedding.model': 'test-model',
      },
    );
    // Without an open file the palette may open before the commands of extensions are available.
    await eventually(async () => {
      const titles = await workbench.searchPalette(title);
      await workbench.closePalette();
      assert.ok(titles.includes(title), titles.join('\n'));
    });
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot(`failed ${this.currentTest.fullTitle()}`);
  });
  after(async () => {
    await workbench?.close();
    await server?.close();
  });

  const testModel = (): Promise<void> => workbench.runCommand(title);
  const dialog = () => workbench.page.locator('.monaco-dialog-box');

  it('is named in a dialog, and gets nothing if the user cancels', async () => {
    await testModel();
    await dialog().waitFor();
    const text = (await dialog().textContent()) ?? '';
    assert.ok(text.includes(`Send code to ${host}?`), text);
    assert.match(text, /your searches are sent there/);
    assert.match(text, /The connection is not encrypted/);
    await workbench.screenshot('embedding-notice');
    await dialog().getByText('Cancel', { exact: true }).click();
    await workbench.waitForText(`Nothing was sent to ${host}.`);
    assert.equal(server.requests.length, 0);
  });

  it('is used after the user agrees, and without a dialog from then on', async () => {
    await testModel();
    await dialog().getByText('Send Code', { exact: true }).click();
    await workbench.waitForText('The embedding model works: similarity');
    await workbench.screenshot('embedding-works');
    const before = server.requests.length;
    assert.equal(server.requests.at(-1)?.headers.authorization, undefined);
    await testModel();
    while (server.requests.length < before + 2) await workbench.page.waitForTimeout(50);
    assert.equal(await dialog().count(), 0);
  });

  it('gets the key that was typed, which is not readable on the screen', async () => {
    await workbench.runCommand('Codegrain: Set Embedding Key…');
    await workbench.waitForText(`Key for ${host}`);
    const input = workbench.page.locator('.quick-input-widget input').first();
    assert.equal(await input.getAttribute('type'), 'password');
    await input.fill('sk-typed-by-the-user');
    await workbench.page.keyboard.press('Enter');
    await workbench.waitForText(`The key for ${host} is saved.`);
    const before = server.requests.length;
    await testModel();
    while (server.requests.length === before) await workbench.page.waitForTimeout(50);
    assert.equal(server.requests.at(-1)?.headers.authorization, 'Bearer sk-typed-by-the-user');
    await workbench.runCommand('Codegrain: Clear Embedding Key');
    await workbench.waitForText(`The key for ${host} is deleted.`);
  });
});
