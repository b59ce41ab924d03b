/** A workspace with several folders: each has an index, also folders that are added later. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { eventually } from './eventually';
import { findWebview } from './screen';
import { indexReady } from './search-page';
import { suiteWorkbench } from './suite';

describe('a workspace with several folders', () => {
  const workbench = suiteWorkbench('test/fixtures/folders', { 'codegrain.index.consent': 'always' });
  let frame: Frame;
  const indexOf = (folder: string): string => join(workbench().folder, folder, '.codegrain', 'index.cgx');
  const setFolders = (...names: string[]): void => {
    const folders = names.map((path) => ({ path }));
    writeFileSync(join(workbench().folder, 'shop.code-workspace'), JSON.stringify({ folders }));
  };
  const expectReport = (...names: string[]): Promise<void> =>
    eventually(async () => {
      const found = await frame.locator('section h2').allTextContents();
      assert.deepEqual(found, names);
      for (const state of await frame.locator('section .state').allTextContents()) assert.equal(state, 'ready');
      assert.equal(await frame.locator('.facts').count(), names.length);
    });

  it('has an index in each folder, without a question if the setting is "always"', async () => {
    await eventually(() => assert.ok(existsSync(indexOf('front')) && existsSync(indexOf('back'))));
    assert.equal(existsSync(indexOf('tools')), false);
    const item = workbench().page.locator('.statusbar-item[id^="codegrain"]', { hasText: indexReady });
    await item.hover();
    await workbench().page.locator('.monaco-hover', { hasText: 'front: 1 file' }).waitFor();
    await workbench().screenshot('several-folders-status');
  });

  it('has a report on each folder', async () => {
    await eventually(() => workbench().runCommand('Codegrain: Show Index Report'));
    frame = await findWebview(workbench().page, 'Index Report');
    await expectReport('front', 'back');
    await workbench().screenshot('several-folders-report');
  });

  it('updates when folders are added and removed', async () => {
    setFolders('front', 'back', 'tools');
    await expectReport('front', 'back', 'tools');
    assert.ok(existsSync(indexOf('tools')));
    setFolders('front', 'tools');
    await expectReport('front', 'tools');
    assert.ok(existsSync(indexOf('back')));
  });
});
