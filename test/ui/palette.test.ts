/** The commands of the packaged and installed extension are in the command palette. */
import assert from 'node:assert/strict';
import { suiteWorkbench } from './suite';

describe('the command palette', () => {
  const workbench = suiteWorkbench();

  it('offers "Codegrain: Chunk Current File"', async () => {
    await workbench().openFile('src/cart.py');
    const titles = await workbench().searchPalette('Codegrain: Chunk');
    await workbench().screenshot('palette');
    assert.ok(titles.includes('Codegrain: Chunk Current File'), titles.join('\n'));
    await workbench().closePalette();
  });
});
