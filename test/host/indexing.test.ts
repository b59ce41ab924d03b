/** The index follows the workspace: nothing before the user agrees, then every change, saved or not, in the editor or elsewhere. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationTarget, commands, Range, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import type { Destination } from '../../src/vscode/consent/send-consent';
import { BaseFile } from '../../src/vscode/indexing/folder-setup';
import { summarizeIndexes } from '../../src/vscode/indexing/index-summary';
import type { WorkspaceIndex } from '../../src/vscode/indexing/workspace-index';
import { asOllama, startServer } from '../unit/embedding/server/embedding-server';
import { HostileRepository, manyFiles } from '../unit/workspace/hostile-repository';
import { closeAll, codegrain, fixture, open, until } from './codegrain';
import { storage } from './storage';

describe('the index of a workspace', () => {
  let index: WorkspaceIndex;
  const root = fixture().fsPath;
  const file = (path: string): string => join(root, path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(file(path)), { recursive: true });
    writeFileSync(file(path), text);
  };
  /** Paths of the chunks that contain a word, in the index or in unsaved editors. */
  const pathsOf = async (word: string): Promise<string[]> => {
    const { hits } = await index.search(word, { limit: 20 });
    return [...new Set(hits.filter(({ text }) => text.includes(word)).map(({ path }) => path))];
  };
  const foundIn = (word: string, ...paths: string[]): Promise<true> =>
    until(async () => {
      const found = await pathsOf(word);
      return found.sort().join() === paths.sort().join();
    });
  const untilStatus = (condition: string): Promise<true> => until(() => summarizeIndexes(index.state).is === condition);
  /** Undefined if there is no index. */
  const indexFile = (): Promise<string | undefined> =>
    index.stats(root).then(
      (stats) => stats.index.file,
      () => undefined,
    );
  const git = (...args: string[]): void => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    execFileSync('git', [...who, ...args], { cwd: root, stdio: 'ignore' });
  };
  const set = (id: string, value: unknown, target = ConfigurationTarget.Workspace) =>
    workspace.getConfiguration('codegrain').update(`index.${id}`, value, target);

  const setModel = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
    for (const [id, value] of Object.entries(values))
      await workspace.getConfiguration('codegrain').update(`embedding.${id}`, value, ConfigurationTarget.Global);
  };

  before(async () => {
    ({ index } = await codegrain());
    // VS Code's git extension would open the repository of this test, and fail when it changes.
    await workspace.getConfiguration('git').update('enabled', false, ConfigurationTarget.Global);
  });
  afterEach(closeAll);
  after(async () => {
    await setModel({ provider: undefined, endpoint: undefined, model: undefined });
    if (index.state.consent === 'given') await index.clear();
    for (const path of ['.codegrainignore', 'made']) rmSync(file(path), { recursive: true, force: true });
  });

  it('is not built before the user agrees', async () => {
    assert.equal(index.state.consent, 'unasked');
    const { files, bytes } = await index.estimate();
    assert.ok(files >= 5 && bytes > 1000, `${files} files, ${bytes} bytes`);
    await assert.rejects(index.search('cart', {}), /not indexed/);
    assert.equal(existsSync(file('.codegrain')), false);
  });

  it('is built when the user agrees', async () => {
    await commands.executeCommand('codegrain.indexWorkspace');
    await untilStatus('ready');
    assert.equal(index.state.consent, 'given');
    assert.ok(existsSync(file('.codegrain/index.cgx')));
    await foundIn('round_half_even', 'src/cart.py');
    const stats = await index.stats(root);
    assert.equal(stats.index.files, index.state.folders[0]?.files);
    assert.equal(stats.index.coverage.covered, stats.index.coverage.lines);
  });

  it('follows a file that another program writes, changes, renames and deletes', async () => {
    write('made/zebra.py', 'def zebra_stripes():\n    return 1\n');
    await foundIn('zebra_stripes', 'made/zebra.py');
    write('made/zebra.py', 'def okapi_stripes():\n    return 1\n');
    await foundIn('okapi_stripes', 'made/zebra.py');
    await foundIn('zebra_stripes');
    renameSync(file('made'), file('moved'));
    await foundIn('okapi_stripes', 'moved/zebra.py');
    rmSync(file('moved'), { recursive: true });
    await foundIn('okapi_stripes');
  });

  it('follows a file that is saved, renamed and deleted in the editor', async () => {
    write('made/quagga.py', 'def quagga():\n    return 1\n');
    const document = await open(fixture('made', 'quagga.py'));
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(0, 4, 0, 10), 'tapir_of_the_hills');
    await workspace.applyEdit(edit);
    await document.save();
    await foundIn('tapir_of_the_hills', 'made/quagga.py');
    const rename = new WorkspaceEdit();
    rename.renameFile(document.uri, fixture('made', 'tapir.py'));
    await workspace.applyEdit(rename);
    await foundIn('tapir_of_the_hills', 'made/tapir.py');
    await workspace.fs.delete(fixture('made', 'tapir.py'));
    await foundIn('tapir_of_the_hills');
  });

  it('includes an unsaved editor until it is saved or reverted', async () => {
    write('made/draft.py', 'def written_on_disk():\n    return 1\n');
    await foundIn('written_on_disk', 'made/draft.py');
    const document = await open(fixture('made', 'draft.py'));
    const type = async (word: string): Promise<void> => {
      const edit = new WorkspaceEdit();
      edit.replace(document.uri, new Range(0, 4, 0, document.lineAt(0).text.indexOf('(')), word);
      await workspace.applyEdit(edit);
    };
    await type('typed_but_unsaved');
    await foundIn('typed_but_unsaved', 'made/draft.py');
    await foundIn('written_on_disk');
    await commands.executeCommand('workbench.action.files.revert');
    await foundIn('written_on_disk', 'made/draft.py');
    await foundIn('typed_but_unsaved');
    await type('typed_and_saved');
    await foundIn('typed_and_saved', 'made/draft.py');
    await document.save();
    // It must be found at any time.
    for (let i = 0; i < 20; i++) {
      assert.deepEqual(await pathsOf('typed_and_saved'), ['made/draft.py']);
      await new Promise((done) => setTimeout(done, 50));
    }
    await type('typed_and_closed');
    await foundIn('typed_and_closed', 'made/draft.py');
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await foundIn('typed_and_closed');
  });

  it('follows a checkout of another branch', async () => {
    git('init', '--initial-branch=first');
    write('made/branch.py', 'def on_the_first_branch():\n    return 1\n');
    git('add', '.');
    git('commit', '-m', 'first');
    git('checkout', '-b', 'second');
    write('made/branch.py', 'def on_the_second_branch():\n    return 2\n');
    git('commit', '-a', '-m', 'second');
    await foundIn('on_the_second_branch', 'made/branch.py');
    git('checkout', 'first');
    await foundIn('on_the_first_branch', 'made/branch.py');
    await foundIn('on_the_second_branch');
    git('checkout', 'second');
    await foundIn('on_the_second_branch', 'made/branch.py');
  });

  it('starts no program that the configuration of its repository names', async function () {
    // They are scripts of a shell.
    if (process.platform === 'win32') this.skip();
    rmSync(file('.git'), { recursive: true });
    const at = mkdtempSync(join(tmpdir(), 'codegrain-hostile-'));
    const repository = new HostileRepository(at, manyFiles('made/many'), root);
    try {
      repository.ran();
      await index.refresh({ rebuild: true });
      repository.losesHistory();
      await index.refresh({ rebuild: true });
      assert.ok((index.state.folders[0]?.files ?? 0) > 301);
      assert.deepEqual(repository.ran(), []);
    } finally {
      for (const path of ['.git', '.gitattributes', 'a.ts', 'made/many']) rmSync(file(path), { recursive: true });
      rmSync(at, { recursive: true });
    }
  });

  it('applies ignore files and settings at once', async () => {
    write('made/secret.py', 'def not_for_everyone():\n    return 1\n');
    await foundIn('not_for_everyone', 'made/secret.py');
    write('.codegrainignore', 'secret.py\n');
    await foundIn('not_for_everyone');
    rmSync(file('.codegrainignore'));
    await foundIn('not_for_everyone', 'made/secret.py');
    await set('exclude', ['made']);
    await foundIn('not_for_everyone');
    await set('exclude', undefined);
    await foundIn('not_for_everyone', 'made/secret.py');
  });

  it('does not change while it is paused, and catches up afterwards', async () => {
    await commands.executeCommand('codegrain.pauseIndexing');
    await untilStatus('paused');
    write('made/late.py', 'def written_in_the_pause():\n    return 1\n');
    await until(() => index.state.folders.some(({ isStale }) => isStale));
    await foundIn('written_in_the_pause');
    await foundIn('round_half_even', 'src/cart.py');
    await commands.executeCommand('codegrain.resumeIndexing');
    await foundIn('written_in_the_pause', 'made/late.py');
    await untilStatus('ready');
  });

  it('is rebuilt', async () => {
    await commands.executeCommand('codegrain.rebuildIndex');
    await untilStatus('ready');
    await foundIn('round_half_even', 'src/cart.py');
    const { report, files } = await until(() => {
      const [folder] = index.state.folders;
      return folder?.report?.unchanged === 0 && folder;
    });
    assert.ok(report && report.added >= files, `${report?.added} added, ${files} files`);
  });

  it('is stored in the location of the settings', async () => {
    await set('location', 'cache');
    await until(async () => (await indexFile())?.includes('indexes'));
    await foundIn('round_half_even', 'src/cart.py');
    await index.clear();
    await set('location', undefined);
    await index.agree();
    await until(async () => (await indexFile()) === file('.codegrain/index.cgx'));
  });

  it('is built with a server’s model if the settings choose one', async () => {
    const server = await startServer(asOllama);
    try {
      await setModel({ provider: 'ollama', endpoint: server.url.href, model: 'nomic-embed-text' });
      await until(async () => (await index.stats(root).catch(() => undefined))?.index.model.startsWith('ollama:'));
      await until(async () => (await index.stats(root)).index.missingVectors === 0);
      await foundIn('round_half_even', 'src/cart.py');
      const asked = server.requests.flatMap(({ body }) => body.input);
      assert.ok(asked.some((text) => text.startsWith('search_document: ') && text.includes('class Cart')));
      assert.ok(asked.some((text) => text.startsWith('search_query: ') && text.includes('round_half_even')));
    } finally {
      await server.close();
    }
    // An unavailable model is reported, and no other model is used instead.
    await setModel({ model: 'another' });
    await untilStatus('failed');
    await commands.executeCommand('codegrain.indexWorkspace');
    assert.equal(summarizeIndexes(index.state).is, 'failed');
    assert.match(summarizeIndexes(index.state).problems.join(), /localhost|127\.0\.0\.1/);
    await foundIn('round_half_even', 'src/cart.py');
    write('made/meanwhile.py', 'def written_meanwhile():\n    return 1\n');
    assert.ok((await index.stats(root)).index.model.startsWith('ollama:'));
    await setModel({ provider: undefined, endpoint: undefined, model: undefined });
    await untilStatus('ready');
    await foundIn('round_half_even', 'src/cart.py');
    await foundIn('written_meanwhile', 'made/meanwhile.py');
  });

  it('continues the index in the settings, a file or an address', async () => {
    await untilStatus('ready');
    const packed = join(mkdtempSync(join(tmpdir(), 'codegrain-base-')), 'packed.cgx');
    const own = (await indexFile()) ?? '';
    copyFileSync(own, packed);
    const server = createServer((_, response) => createReadStream(packed).pipe(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const basesNextTo = (): string[] => readdirSync(dirname(own)).filter((name) => name.includes('.base-'));
    try {
      assert.deepEqual(basesNextTo(), []);
      for (const base of [packed, `http://127.0.0.1:${port}/packed.cgx`]) {
        await index.clear();
        await set('base', base);
        await commands.executeCommand('codegrain.indexWorkspace');
        await untilStatus('ready');
        assert.equal(basesNextTo().length, 1);
        await foundIn('round_half_even', 'src/cart.py');
        await set('base', undefined);
      }
    } finally {
      server.close();
      await set('base', undefined);
    }
  });

  it('is made from nothing if the user does not want to fetch one', async () => {
    const asked: string[] = [];
    const dialogs = { isTrusted: () => true, agree: async ({ host }: Destination) => asked.push(host) === 0 };
    const log = window.createOutputChannel('test', { log: true });
    const cache = Uri.file(mkdtempSync(join(tmpdir(), 'codegrain-base-')));
    const [folder] = workspace.workspaceFolders ?? [];
    assert.ok(folder);
    await set('base', 'https://host.example/packed.cgx');
    try {
      const elsewhere = { root, indexFile: join(cache.fsPath, 'none.cgx') };
      const base = await new BaseFile(storage().globalState, cache, log, dialogs).fileFor(folder, elsewhere);
      assert.deepEqual(asked, ['host.example']);
      assert.ok(base !== undefined && !existsSync(base));
    } finally {
      await set('base', undefined);
      log.dispose();
    }
  });

  it('has a report', async () => {
    await commands.executeCommand('codegrain.showIndexReport');
    await until(() => window.tabGroups.activeTabGroup.activeTab?.label === 'Index Report');
  });

  it('stays stopped, although another comparison waits for the one that is stopped', async () => {
    await index.agree();
    await untilStatus('ready');
    await index.pause();
    const comparisons = [index.refresh(), index.refresh()];
    await until(() => index.state.folders.some(({ isStale }) => isStale));
    await index.stop();
    await Promise.all(comparisons);
    await index.resume();
    await index.settled();
    await untilStatus('stale');
    await index.refresh();
    await untilStatus('ready');
  });

  it('is deleted although a comparison starts at the same moment', async () => {
    const clearWith: readonly (() => readonly PromiseLike<unknown>[])[] = [
      () => [index.clear(), index.refresh()],
      () => [index.refresh(), index.refresh(), index.clear()],
      () => [index.clear(), index.refresh({ rebuild: true })],
      () => [index.clear(), set('exclude', undefined), commands.executeCommand('codegrain.resumeIndexing')],
    ];
    for (const start of clearWith) {
      await index.agree();
      await untilStatus('ready');
      await set('exclude', ['nothing']);
      await Promise.allSettled(start());
      assert.equal(index.state.consent, 'refused');
      assert.equal(existsSync(file('.codegrain')), false);
    }
    // A changed setting is noticed a moment later.
    await new Promise((done) => setTimeout(done, 1000));
    assert.equal(existsSync(file('.codegrain')), false);
    await set('exclude', undefined);
  });

  it('is built again if the user asks for it while it is deleted', async () => {
    await index.agree();
    await untilStatus('ready');
    const cleared = index.clear();
    await index.agree();
    await cleared;
    await untilStatus('ready');
    await foundIn('round_half_even', 'src/cart.py');
    assert.ok(existsSync(file('.codegrain/index.cgx')));
  });

  it('stays and is used if it cannot be deleted, and the user learns why', async () => {
    await index.agree();
    await untilStatus('ready');
    // Of a program on another machine that shares the folder.
    const lock = file('.codegrain/index.cgx.lock-9');
    writeFileSync(lock, JSON.stringify({ pid: 1, host: 'elsewhere', since: new Date().toISOString() }));
    try {
      await assert.rejects(index.clear(), /is being written by process 1 on elsewhere/);
      assert.equal(index.state.consent, 'given');
      await foundIn('round_half_even', 'src/cart.py');
    } finally {
      rmSync(lock);
    }
    await index.clear();
    assert.equal(existsSync(file('.codegrain')), false);
    await index.agree();
    await untilStatus('ready');
  });

  it('is deleted when it is cleared, and is not built again', async () => {
    await index.clear();
    assert.equal(existsSync(file('.codegrain/index.cgx')), false);
    assert.equal(index.state.consent, 'refused');
    assert.equal(await index.ask(), false);
    write('made/after.py', 'def after_the_end():\n    return 1\n');
    await assert.rejects(index.search('after_the_end', {}), /not indexed/);
    await set('consent', 'always', ConfigurationTarget.Global);
    assert.equal(index.state.consent, 'refused');
    await set('consent', 'never', ConfigurationTarget.Global);
    await until(() => index.state.reason !== undefined);
    await assert.rejects(index.agree(), /turns off indexing/);
    await set('consent', undefined, ConfigurationTarget.Global);
    assert.equal(existsSync(file('.codegrain/index.cgx')), false);
  });
});
