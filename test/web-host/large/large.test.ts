/** A folder that is over the limits is indexed as far as they go, and says what is left out. */
import assert from 'node:assert/strict';
import { codegrain, until } from '../../host/codegrain';
import { pathsFor } from '../web-window';

describe('a folder with 5,100 files', () => {
  it('is not read before consent, and asks for itself', async () => {
    const { index } = await codegrain();
    assert.equal(index.state.consent, 'unasked');
    assert.equal((await index.estimate()).files, 5000);
    assert.match(index.state.leftOut ?? '', /5,000 files.*100 files of large are left out/);
  });

  it('can be stopped while it is indexed', async () => {
    const { index } = await codegrain();
    void index.agree();
    await until(() => index.state.folders.some(({ is, progress }) => is === 'indexing' && progress !== undefined));
    await index.stop();
    await index.settled();
    const [folder] = index.state.folders;
    assert.ok(folder?.is === 'absent' || folder?.is === 'ready', JSON.stringify(folder));
    assert.ok(folder.isStale);
  });

  it('has 5,000 of them in its index', async () => {
    const { index } = await codegrain();
    await index.refresh();
    const [folder] = index.state.folders;
    assert.equal(folder?.is, 'ready');
    assert.equal(folder.files, 5000);
    assert.equal((await pathsFor('answer_50'))[0], 'part0/file50.py');
  });
});
