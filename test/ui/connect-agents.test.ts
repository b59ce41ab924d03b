/** "Connect Agents…": choosing agents, looking at the changes, and taking an entry out again. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { eventually } from './eventually';
import { suiteWorkbench } from './suite';

describe('Connect Agents', () => {
  const workbench = suiteWorkbench();
  const file = (): string => join(workbench().folder, '.cursor', 'mcp.json');
  const row = (title: string): Locator =>
    workbench().page.locator('.quick-input-list .monaco-list-row', { hasText: title });
  const isChecked = (title: string): Promise<boolean> => row(title).getByRole('checkbox').isChecked();
  const dialog = (): Locator => workbench().page.locator('.monaco-dialog-box');
  const toast = (text: string): Locator => workbench().page.locator('.notification-toast', { hasText: text });

  before(async () => {
    mkdirSync(join(workbench().folder, '.cursor'));
    // Without an open file the palette may open before the commands of extensions are available.
    await workbench().openFile('notes.md');
  });

  it('lists the agents found here first, with the file that would change', async () => {
    await workbench().runCommand('Codegrain: Connect Agents…');
    await row('Cursor').waitFor();
    assert.match((await row('Cursor').textContent()) ?? '', /\.cursor\/mcp\.json/);
    const titles = await workbench().page.locator('.quick-input-list .monaco-list-row').allTextContents();
    const other = titles.findIndex((title) => title.includes('Other agents'));
    assert.match(titles[0] ?? '', /Found here/);
    assert.ok(titles.slice(0, other).some((title) => title.startsWith('Cursor')));
    assert.equal(await isChecked('Cursor'), false);
    await workbench().screenshot('agents-pick');
  });

  it('shows the changes before anything is written', async () => {
    const { page } = workbench();
    await row('Cursor').click();
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    assert.match((await dialog().textContent()) ?? '', /Create: \.cursor\/mcp\.json/);
    await workbench().screenshot('agents-confirm');
    await dialog().getByText('Show Changes', { exact: true }).click();
    await page
      .locator('.multiDiffEditor, .multi-diff-root-floating-menu, .monaco-component.multiDiffEditor')
      .first()
      .waitFor();
    await page.getByText('"mcpServers"').first().waitFor();
    await workbench().screenshot('agents-changes');
    assert.ok(!existsSync(file()));
  });

  it('connects the agent and opens its file', async () => {
    const { page } = workbench();
    await toast('Connect agents in').getByText('Apply', { exact: true }).click();
    await toast('Connected: Cursor').waitFor();
    await workbench().screenshot('agents-connected');
    const { command, args } = JSON.parse(readFileSync(file(), 'utf8')).mcpServers.codegrain;
    assert.deepEqual(args.slice(-2)[0], 'mcp');
    assert.ok(existsSync(command) || command === 'codegrain', command);
    await toast('Connected: Cursor').getByText('Open File', { exact: true }).click();
    await page.locator('.tab', { hasText: 'mcp.json' }).first().waitFor();
  });

  it('takes the entry out again when the check mark is removed', async () => {
    const { page } = workbench();
    await workbench().runCommand('Codegrain: Connect Agents…');
    await row('Cursor').waitFor();
    assert.equal(await isChecked('Cursor'), true);
    await row('Cursor').click();
    await page.keyboard.press('Enter');
    await dialog().getByText('Apply', { exact: true }).click();
    await toast('Disconnected: Cursor').waitFor();
    await workbench().screenshot('agents-disconnected');
    await eventually(async () => assert.ok(!existsSync(file())));
  });
});
