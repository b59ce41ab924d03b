/** Callers and dependencies: a tree of what uses code or what it uses, whose rows lead to their places. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually';
import { suiteWorkbench } from './suite';

const files = {
  'tax.py':
    '# The rate of the country.\n\n\ndef tax_of(amount):\n    """What the state gets."""\n    return amount // 5\n',
  'invoice.py': 'from tax import tax_of\n\n\ndef gross_of(net):\n    return net + tax_of(net)\n',
  'letter.py': 'from invoice import gross_of\n\n\ndef write_letter(net):\n    return f"pay {gross_of(net)}"\n',
};

describe('the Callers and Dependencies view', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', { 'codegrain.index.consent': 'always' });
  const page = () => workbench().page;
  const pane = () =>
    page().locator('.sidebar .pane', { has: page().locator('.pane-header', { hasText: /^(Callers|Dependencies)/i }) });
  const row = (name: string) => pane().locator('.monaco-list-row', { hasText: name });
  const cursorAt = (line: number): Promise<void> =>
    page()
      .locator('.statusbar-item', { hasText: new RegExp(`Ln ${line},`) })
      .waitFor();

  before(() => {
    const folder = join(workbench().folder, 'taxes');
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  });

  it('is hidden until it is used, and then shows what uses a definition, level by level', async () => {
    await workbench().openFile('taxes/tax.py');
    assert.equal(await pane().count(), 0);
    await workbench().goTo(4);
    await eventually(async () => {
      await workbench().runCommand('Codegrain: Find Callers');
      await row('gross_of').waitFor({ timeout: 5_000 });
    }, 60_000);
    assert.match((await pane().locator('.pane-header').textContent()) ?? '', /^Callers\s*tax_of/i);
    assert.match((await row('gross_of').textContent()) ?? '', /gross_of.*taxes\/invoice\.py:5/);
    await row('gross_of').locator('.monaco-tl-twistie').click();
    await row('write_letter').waitFor();
    await workbench().screenshot('uses-view');
    await row('write_letter').click();
    await page().locator('.tab.active', { hasText: 'letter.py' }).waitFor();
    await cursorAt(5);
  });

  it('switches the direction for the same definition, and says when there is nothing', async () => {
    await pane().hover();
    await pane().locator('.pane-header .action-label[aria-label="Switch Direction"]').click();
    await pane().getByText('tax_of uses no other code of this workspace.').waitFor();
  });

  it('is closed with its button, and leaves its room to the search', async () => {
    await pane().hover();
    await pane().locator('.pane-header .action-label[aria-label="Close"]').click();
    await pane().waitFor({ state: 'detached' });
  });
});
