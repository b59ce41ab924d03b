/** After consent, a folder that is on no disk is indexed and searched in a web worker, and the index follows its changes. */
import assert from 'node:assert/strict';
import { Position, WorkspaceEdit, workspace } from 'vscode';
import { closeAll, codegrain, fixture, open, until } from '../../host/codegrain';
import { found, keptIndex, pathsFor } from '../web-window';

const write = (path: string, text: string) =>
  workspace.fs.writeFile(fixture(...path.split('/')), new TextEncoder().encode(text));

describe('the index of a folder that is on no disk', () => {
  afterEach(closeAll);

  it('does not exist before the user agrees; the estimate counts the files that would be read', async () => {
    const { index } = await codegrain();
    assert.equal(index.state.consent, 'unasked');
    const { files, bytes } = await index.estimate();
    assert.equal(files, 10);
    assert.ok(bytes > 500);
    assert.deepEqual(index.state.folders, []);
  });

  it('is made after consent', async () => {
    const { index } = await codegrain();
    await index.agree();
    await index.settled();
    const [folder] = index.state.folders;
    assert.equal(folder?.is, 'ready');
    assert.equal(folder.isStale, false);
    assert.ok(folder.chunks > 4, `${folder.chunks} chunks`);
  });

  it('finds code by what it means', async () => {
    assert.equal((await pathsFor('add up what a customer has to pay'))[0], 'src/cart.py');
    assert.equal((await pathsFor('load the jobs of the previous run'))[0], 'src/queue.ts');
  });

  it('finds files with other letters, line ends and byte order marks', async () => {
    assert.equal((await pathsFor('umfang'))[0], 'src/größe/maß.py');
    assert.equal((await pathsFor('carriageReturn'))[0], 'windows.ts');
  });

  it('leaves out what git ignores, the folders of tools, and binary files', async () => {
    for (const word of ['ignoredByGit', 'ignoredByGitToo', 'insideNodeModules'])
      assert.ok(!(await pathsFor(word)).some((path) => /ignored|secret|node_modules/.test(path)), word);
    const { index } = await codegrain();
    const stats = await index.stats(index.state.folders[0]?.root ?? '');
    assert.ok(JSON.stringify(stats).includes('logo.bin'), JSON.stringify(stats).slice(0, 2000));
  });

  it('opens at the place of a hit', async () => {
    const { index } = await codegrain();
    const { hits } = await index.search('total_price', { limit: 1 });
    assert.equal(hits[0]?.path, 'src/cart.py');
    assert.ok(hits[0].text.includes('def total_price'), hits[0].text);
  });

  it('has a new file', async () => {
    await write('src/parrot.py', 'def feed_the_parrot(seeds):\n    """Gives seeds to the bird."""\n    return seeds\n');
    await found('feed_the_parrot', 'src/parrot.py');
  });

  it('has what was changed, and no longer what was there before', async () => {
    await write('src/parrot.py', 'def wash_the_horse(water):\n    """Washes the animal."""\n    return water\n');
    await found('wash_the_horse', 'src/parrot.py');
    const { index } = await codegrain();
    const { hits } = await index.search('feed_the_parrot', { limit: 20 });
    assert.ok(!hits.some(({ text }) => text.includes('feed_the_parrot')));
  });

  it('has unsaved text', async () => {
    const document = await open(fixture('src', 'cart.py'));
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 0), 'def unsaved_discount():\n    return 3\n\n\n');
    await workspace.applyEdit(edit);
    await found('unsaved_discount', 'src/cart.py');
  });

  it('no longer has a deleted file', async () => {
    await workspace.fs.delete(fixture('src', 'parrot.py'));
    await until(async () => !(await pathsFor('wash_the_horse')).includes('src/parrot.py'));
  });

  it('knows what uses a definition', async () => {
    const { index } = await codegrain();
    const answers = await index.graph.askNamed('enqueue', fixture('src', 'queue.ts'), { direction: 'used by' });
    assert.ok(JSON.stringify(answers).includes('restore'), JSON.stringify(answers));
  });

  it('is kept in the storage of the extension', async () => {
    const file = await until(() => keptIndex());
    assert.ok((await workspace.fs.stat(file)).size > 1000);
  });
});
