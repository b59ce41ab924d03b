/** The second visit to a folder uses the index of the first. */
import assert from 'node:assert/strict';
import { workspace } from 'vscode';
import { codegrain, fixture, until } from '../../host/codegrain';
import { found, keptIndex, pathsFor } from '../web-window';

describe('the index of an earlier visit', () => {
  it('is used again: no file is indexed', async () => {
    const { index } = await codegrain();
    assert.equal(index.state.consent, 'given');
    await index.settled();
    const [folder] = index.state.folders;
    assert.equal(folder?.is, 'ready');
    assert.equal(folder.report?.added, 0);
    assert.equal(folder.report.changed, 0);
    assert.ok(folder.report.unchanged > 4);
    // A file without a time is read and compared.
    assert.equal(folder.report.touched, 1);
    assert.ok(folder.chunks > 4);
    assert.equal((await pathsFor('add up what a customer has to pay'))[0], 'src/cart.py');
  });

  it('has texts of hits', async () => {
    const { index } = await codegrain();
    const { hits } = await index.search('total_price', { limit: 1 });
    assert.ok(hits[0]?.text.includes('def total_price'));
  });

  it('follows changes', async () => {
    const text = 'def paint_the_fence(brush):\n    return brush\n';
    await workspace.fs.writeFile(fixture('src', 'fence.py'), new TextEncoder().encode(text));
    await found('paint_the_fence', 'src/fence.py');
  });

  it('is deleted with Clear Index', async () => {
    const { index } = await codegrain();
    await index.clear();
    assert.equal(index.state.consent, 'refused');
    await until(async () => (await keptIndex()) === undefined);
  });

  it('is made again after a new consent', async () => {
    const { index } = await codegrain();
    await index.agree();
    await index.settled();
    assert.equal((await pathsFor('total_price'))[0], 'src/cart.py');
  });
});
