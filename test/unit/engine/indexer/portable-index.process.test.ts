/** An index that is made once and continued by others: real files, real parse workers, a real server. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { CodeIndex } from '../../../../src/engine/code-index';
import { fetchBase } from '../../../../src/engine/indexer/fetch-base';
import { Indexer, type IndexOptions } from '../../../../src/engine/indexer/indexer';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import { indexFileOf } from '../../../../src/index/index-settings';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { openToy, toyFile, toySegment } from '../../index/file/toy-index';
import { files, rechunk, viewOf } from '../../search/search-workspace';
import { contentOf, read } from './indexed-content';

describe('an index for others', function () {
  this.timeout(180_000);
  let pool: WorkerPool;
  let servers: Server[] = [];
  before(() => {
    pool = new WorkerPool({ jobs: 2 });
  });
  after(() => pool.dispose());
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
    servers = [];
    removeTemporaryFolders();
  });

  function folderOf(all: Readonly<Record<string, string>>): string {
    const root = temporaryFolder();
    for (const [path, text] of Object.entries(all)) put(root, path, text);
    return root;
  }
  function put(root: string, path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  async function index(root: string, options: IndexOptions = {}, pack?: string): Promise<string[]> {
    const messages: string[] = [];
    const onMessage = (message: string): void => void messages.push(message);
    const indexer = await Indexer.open(root, { pool, jobs: 2, onMessage, ...options });
    try {
      const { embedded } = await indexer.refresh();
      messages.push(`${embedded} embedded`);
      if (pack !== undefined) await indexer.pack(pack);
    } finally {
      await indexer.close();
    }
    return messages;
  }
  const packed = async (root: string, options: IndexOptions = {}): Promise<string> => {
    const file = join(temporaryFolder(), 'base.cgx');
    await index(root, options, file);
    return file;
  };
  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('has the same bytes for the same files, whatever the folder, its times and the history of its index', async () => {
    const first = await packed(folderOf(files));
    const root = folderOf({ ...files, 'gone.ts': 'export const gone = 1;\n' });
    await index(root, { jobs: 1 });
    for (const path of Object.keys(files).reverse()) {
      put(root, path, `${files[path]}\n// changed\n`);
      await index(root);
      put(root, path, files[path] ?? '');
      await index(root);
    }
    rmSync(join(root, 'gone.ts'));
    const second = await packed(root);
    assert.ok(readFileSync(first).equals(readFileSync(second)));
    put(root, 'more.ts', 'export const more = 1;\n');
    assert.ok(!readFileSync(await packed(root)).equals(readFileSync(first)));
  });

  it('says nothing about the folder it was made in', async () => {
    const root = folderOf(files);
    assert.equal(readFileSync(await packed(root)).includes(root), false);
  });

  it('is continued in another folder, which then has what it would have made itself', async () => {
    const base = await packed(folderOf(files));
    const root = folderOf(files);
    const [path = ''] = Object.keys(files);
    put(root, path, 'export function quiteDifferent(): number {\n  return 1;\n}\n');
    put(root, 'new.py', 'def added():\n    return 1\n');
    const messages = await index(root, { base });
    assert.deepEqual(messages, [`begins with the index ${base}`, '2 embedded']);
    const alone = join(temporaryFolder(), 'alone.cgx');
    await index(root, { indexFile: alone, rebuild: true });
    assert.equal(contentOf(read(indexFileOf(root))), contentOf(read(alone)));
  });

  it('is not used, with the reason, if it does not fit or is not needed', async () => {
    const base = await packed(folderOf(files));
    const said = async (options: IndexOptions): Promise<string> => (await index(folderOf(files), options))[0] ?? '';
    assert.match(
      await said({ base, chunk: { maxTokens: 100 } }),
      /other chunk settings, or by another version, so it is not used/,
    );
    assert.match(await said({ base, dimensions: 64 }), /so it is not used/);
    assert.match(await said({ base: `${base}.missing` }), /there is no index at .*, so it is not used/);
    const root = folderOf(files);
    await index(root);
    assert.deepEqual(await index(root, { base }), ['0 embedded']);
    writeFileSync(base, 'not an index');
    assert.match(await said({ base }), /damaged and must be rebuilt, so it is not used/);
  });

  it('cannot lead out of the folder', async () => {
    for (const path of ['../secret.ts', '/etc/passwd', 'a/../../secret.ts', 'C:/secret.ts', '..\\secret.ts']) {
      const base = join(temporaryFolder(), 'base.cgx');
      const root = folderOf(files);
      put(dirname(root), 'secret.ts', 'export const secret = 1;\n');
      await index(root);
      const { contents, header } = read(indexFileOf(root));
      const { model = '', chunker = '' } = contents.about ?? {};
      const writer = await openToy(base, {}, { model, chunker, dimensions: header.dimensions });
      await writer.append({ ...toySegment([], [], false), files: [{ ...toyFile(path, 1), chunks: [] }] });
      await writer.close();
      rmSync(join(root, '.codegrain'), { recursive: true });
      await index(root, { base });
      const paths = [...read(indexFileOf(root)).files()].map((file) => file.path);
      assert.deepEqual(paths.sort(), Object.keys(files).sort());
      rmSync(join(dirname(root), 'secret.ts'));
    }
  });

  it('cannot make up texts: hits show what is in the files', async () => {
    const [path = ''] = Object.keys(files).filter((name) => name.endsWith('.ts'));
    const lie = 'export function launchMissiles(): string {\n  return "made up";\n}\n';
    const base = await packed(folderOf({ ...files, [path]: lie, 'invented.ts': lie }));
    const root = folderOf(files);
    // Before the first refresh, the index is what the base says.
    const indexer = await Indexer.open(root, { pool, jobs: 2, base });
    try {
      const { hits } = await new CodeIndex([viewOf(root)], undefined, rechunk).search('launchMissiles');
      for (const { text } of hits) assert.ok(!text.includes('made up'));
      await indexer.refresh();
    } finally {
      await indexer.close();
    }
    assert.deepEqual((await new CodeIndex([viewOf(root)], undefined, rechunk).search('launchMissiles')).hits, []);
  });

  it('is fetched whole or not at all, with the key for the first host only', async () => {
    const bytes = readFileSync(await packed(folderOf(files)));
    const asked: (string | undefined)[] = [];
    const target = await serve((request, response) => {
      asked.push(request.headers.authorization);
      if (request.url?.startsWith('/none.cgx')) response.writeHead(404).end();
      else if (request.url === '/cut.cgx') {
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 1000), () => response.destroy());
      } else response.end(bytes);
    });
    const first = await serve((request, response) => {
      asked.push(request.headers.authorization);
      response.writeHead(302, { location: `${target.replace('127.0.0.1', 'localhost')}${request.url}` }).end();
    });
    const folder = temporaryFolder();
    const file = join(folder, 'fetched');
    await fetchBase({ url: `${first}/base.cgx`, file, key: 'secret' });
    assert.ok(readFileSync(file).equals(bytes));
    assert.deepEqual(asked, ['Bearer secret', undefined]);
    rmSync(file);
    const fails = (url: string, more: object, message: RegExp) =>
      assert.rejects(fetchBase({ url, file, ...more }), (error: Error) => message.test(error.message));
    await fails(`${target}/none.cgx?key=secret`, {}, /\/none\.cgx cannot be fetched: the server answered 404$/);
    await fails(`${target}/cut.cgx`, {}, /cannot be fetched/);
    await fails(`${target}/base.cgx`, { maxBytes: 1000 }, /larger than 1000 bytes/);
    await fails('http://host.example/base.cgx', {}, /only https/);
    assert.deepEqual(readdirSync(folder), []);
    const stop = new AbortController();
    const stopped = fetchBase({ url: `${target}/base.cgx`, file, signal: stop.signal });
    stop.abort();
    await assert.rejects(stopped, { name: 'AbortError' });
    assert.ok(!existsSync(file));
  });
});
