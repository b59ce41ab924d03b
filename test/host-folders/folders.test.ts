/**
 * Folders that are not like others: one that is on no disk, and one that cannot be written. The file system of the first is the
 * test's own.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { commands, type Disposable, Range, Uri, WorkspaceEdit, workspace } from 'vscode';
import { indexCommandIds } from '../../src/vscode/indexing/index-status-text';
import { summarizeIndexes } from '../../src/vscode/indexing/index-summary';
import type { WorkspaceIndex } from '../../src/vscode/indexing/workspace-index';
import { registerMemoryFiles } from '../fixtures/memory-files/memory-files';
import { chunked, closeAll, codegrain, joined, open, until } from '../host/codegrain';

describe('a workspace with a folder on a disk, one that is read-only and one that is virtual', () => {
  let index: WorkspaceIndex;
  let memory: Disposable;
  const virtual = Uri.parse('memory:/notes/parrot.py');
  const root = (name: string): string => {
    const folder = workspace.workspaceFolders?.find((each) => each.name === name);
    assert.ok(folder, name);
    return folder.uri.fsPath;
  };
  const foundIn = async (query: string): Promise<string[]> => {
    const { hits } = await index.search(`"${query}"`, { limit: 20 });
    return hits.map((hit) => `${basename(hit.root)}/${hit.path}`);
  };
  /** Whoever is told something in a notification answers when they like. */
  const run = (command: string): Promise<unknown> =>
    Promise.race([commands.executeCommand(command), new Promise((done) => setTimeout(done, 300))]);

  before(async () => {
    memory = registerMemoryFiles();
    ({ index } = await codegrain());
  });
  after(async () => {
    await closeAll();
    memory.dispose();
  });

  it('says before the question which folders would be left out', async () => {
    assert.equal(index.state.consent, 'unasked');
    assert.match(index.state.leftOut ?? '', /notes \(memory\)/);
    const { files } = await index.estimate();
    assert.equal(files, 2);
  });

  it('has an index of what is on the disk, and finds nothing else', async () => {
    await commands.executeCommand('codegrain.indexWorkspace');
    await until(() => summarizeIndexes(index.state).is === 'ready');
    assert.deepEqual(
      index.state.folders.map((folder) => basename(folder.root)),
      ['disk', 'frozen'],
    );
    assert.deepEqual(await foundIn('def gross'), ['disk/prices.py']);
    assert.deepEqual(await foundIn('feed_the_parrot'), []);
    assert.match(index.state.leftOut ?? '', /notes \(memory\)/);
  });

  it('keeps the index of the read-only folder elsewhere', async function () {
    if (process.env.CODEGRAIN_TEST_FROZEN === undefined) this.skip();
    assert.deepEqual(await foundIn('tag_release() {'), ['frozen/release.sh']);
    const { index: frozen } = await index.stats(root('frozen'));
    assert.match(frozen.file, /indexes[/\\]frozen-/);
    assert.ok(existsSync(frozen.file));
    assert.deepEqual(readdirSync(root('frozen')), ['release.sh']);
    assert.equal((await index.stats(root('disk'))).index.file, join(root('disk'), '.codegrain', 'index.cgx'));
  });

  it('cuts open files of the virtual folder, edited and saved ones too', async () => {
    const document = await open(virtual);
    assert.equal(joined(await chunked(document)), document.getText());
    const edit = new WorkspaceEdit();
    edit.insert(virtual, new Range(0, 0, 0, 0).start, '# Parrots eat seeds.\n');
    await workspace.applyEdit(edit);
    assert.equal(joined(await chunked(document)), document.getText());
    await document.save();
    assert.deepEqual(await foundIn('Parrots eat seeds'), []);
    assert.equal(summarizeIndexes(index.state).is, 'ready');
  });

  it('has no place of the virtual folder in the index', async () => {
    assert.equal(await index.similar(virtual, 1, {}), undefined);
    await open(virtual);
    await run('codegrain.findSimilar');
  });

  it('cannot be indexed once only the virtual folder is left, and says so', async () => {
    assert.ok(workspace.updateWorkspaceFolders(1, 2));
    await until(() => index.state.consent === 'unavailable');
    const { reason } = index.state;
    assert.match(reason ?? '', /^notes \(memory\) is not on disk/);
    assert.match(reason ?? '', /Chunk boundaries work in every file you open/);
    assert.equal(summarizeIndexes(index.state).is, 'unavailable');
    await assert.rejects(index.search('parrot', {}), { message: reason });
    await assert.rejects(index.agree(), { message: reason });
    const nothing = { files: 0, bytes: 0 };
    assert.deepEqual(await index.estimate(), { ...nothing, indexed: nothing, seconds: 0, indexBytes: 0 });
    for (const id of Object.values(indexCommandIds)) await run(id);
    await run('codegrain.search');
    const document = await open(virtual);
    assert.equal(joined(await chunked(document)), document.getText());
  });
});
