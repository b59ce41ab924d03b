/** The list of results stays where it is while somebody reads it: indexing, another index and a saved file only change its rows. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually';
import { SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

const files = 400;
const places = ['depot', 'harbour', 'customs', 'airport', 'station', 'office'];

/** Files that are found later answer better: hits are ranked again and again while the first index is written. */
function parcelsOf(file: number): string {
  return Array.from({ length: 6 }, (_, i) => {
    const place = places[(file + i) % places.length];
    const praise = file % 7 === i ? `Sends a parcel by post from the ${place}, as fast as it can.` : `Number ${i}.`;
    return `def send_${place}_${file}_${i}(parcel):\n    """${praise}"""\n    return post(parcel, ${file * 10 + i})\n`;
  }).join('\n\n');
}

describe('the list of results', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', { 'codegrain.chunk.maxTokens': 120 });
  let search: SearchPage;
  const scroll = (): Promise<number> => search.frame.evaluate('document.documentElement.scrollTop');
  const firstRows = (): Promise<string[]> => search.hits.locator('.name').allTextContents();
  /** Where the first row is on the screen, and where the list is scrolled to. */
  const place = (): Promise<unknown> =>
    search.frame.evaluate(
      '[document.documentElement.scrollTop, document.querySelector(".tree").getBoundingClientRect().top]',
    );
  /** The pointer rests over a row in the middle of the list, and has moved there. */
  const read = async (): Promise<void> => {
    const frame = await workbench().page.locator('iframe.webview.ready').boundingBox();
    assert.ok(frame);
    const { mouse } = workbench().page;
    await mouse.move(frame.x + 100, frame.y + 260);
    await mouse.wheel(0, 60);
    await eventually(async () => assert.equal(await scroll(), 60));
    await mouse.move(frame.x + 102, frame.y + 262);
    await search.frame.locator('.row:hover').waitFor();
    // Each place that the list is at until the next reading.
    await search.frame.evaluate(`(() => {
      const tops = (globalThis.tops = new Set());
      const look = () => {
        const { scrollTop } = document.documentElement;
        tops.add(scrollTop + ' ' + Math.round(document.querySelector('.tree').getBoundingClientRect().top));
      };
      look();
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
      document.addEventListener('scroll', look);
    })()`);
  };
  const placesSeen = (): Promise<string[]> => search.frame.evaluate('[...tops]');

  before(async () => {
    const folder = join(workbench().folder, 'parcels');
    mkdirSync(folder);
    for (let i = 0; i < files; i++) writeFileSync(join(folder, `parcels_${i}.py`), parcelsOf(i));
    search = await SearchPage.open(workbench(), 'Search code by what it does');
  });

  it('stays while the first index is written under the pointer', async () => {
    await search.frame.getByRole('button', { name: 'Not Now' }).click();
    await search.box.fill('send a parcel by post');
    await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
    await search.hits.nth(19).waitFor({ timeout: 60_000 });
    // More rows than the screen has.
    await search.frame.getByRole('button', { name: 'Show More Results' }).click();
    await search.hits.nth(59).waitFor();
    await read();
    await eventually(async () => assert.equal(await search.notice.isVisible(), false), 60_000);
    assert.equal((await placesSeen()).length, 1, (await placesSeen()).join(', '));
    await workbench().screenshot('reading');
  });

  it('stays when a better answer is saved', async () => {
    await search.frame.evaluate('document.documentElement.scrollTop = 0');
    await read();
    const text = `def send_a_parcel_by_post(parcel):\n    """Sends a parcel by post."""\n    return parcel.post()\n`;
    for (const name of ['one', 'two', 'three', 'four'])
      writeFileSync(join(workbench().folder, 'parcels', `${name}.py`), text.replace('parcel.post', `parcel.${name}`));
    await eventually(async () => assert.ok((await firstRows()).includes('send_a_parcel_by_post')));
    assert.equal((await placesSeen()).length, 1, (await placesSeen()).join(', '));
  });

  it('stays when the row with the keyboard gets another rank', async () => {
    await search.hits.nth(3).focus();
    await search.frame.evaluate('document.documentElement.scrollTop = 60');
    const before = await place();
    const key = await search.frame.locator('.row:focus').getAttribute('data-key');
    const text = `def post_parcel(parcel):\n    """Sends a parcel by post, send by post."""\n    return parcel.post()\n`;
    for (const name of ['five', 'six', 'seven', 'eight'])
      writeFileSync(join(workbench().folder, 'parcels', `${name}.py`), text.replace('parcel.post', `parcel.${name}`));
    await eventually(async () => assert.ok((await firstRows()).includes('post_parcel')));
    assert.deepEqual(await place(), before);
    assert.equal(await search.frame.locator('.row:focus').getAttribute('data-key'), key);
  });

  it('stays while the index is built once more', async () => {
    await workbench().page.keyboard.press('Escape');
    await search.frame.evaluate('document.documentElement.scrollTop = 0');
    await read();
    await workbench().runCommand('Codegrain: Rebuild Index');
    await search.notice.waitFor();
    await eventually(async () => assert.equal(await search.notice.isVisible(), false), 60_000);
    assert.equal((await placesSeen()).length, 1, (await placesSeen()).join(', '));
  });

  it('begins at its top for another question, wherever the pointer rests', async () => {
    await read();
    await search.box.focus();
    await search.box.press('End');
    await workbench().page.keyboard.type(' from the harbour', { delay: 40 });
    await search.frame.locator('.found[data-query="send a parcel by post from the harbour"]').waitFor();
    assert.equal(await scroll(), 0);
  });
});
