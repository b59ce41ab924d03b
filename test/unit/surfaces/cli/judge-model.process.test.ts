/** A model on a server judges where topics change, for `chunk` and for `index`. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import { type Answer, json, startServer, type TestServer } from '../../embedding/server/embedding-server';
import { read } from '../../engine/indexer/indexed-content';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { runCommand } from './runner/run-command';

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
/** For the built-in model all sentences are about the same. */
const text = `${words.map((word, i) => `The ${i < 4 ? 'zig' : 'zag'} item stays number ${word}.`).join(' ')}\n`;

/** Like the built-in model, but zig and zag are topics of their own. */
const asZigZag: Answer = async ({ body }, response) => {
  const model = await loadBuiltIn();
  const vectors = await model.embed(body.input, 'passage');
  const data = body.input.map((input, index) => {
    const isZigZag = /zig|zag/.test(input);
    const own = Array.from(vectors[index] ?? [], (value) => (isZigZag ? value * 0.1 : value));
    return { index, embedding: [...own, Number(/zig/.test(input)), Number(/zag/.test(input))] };
  });
  json(response, { object: 'list', data, model: body.model });
};

describe('the model that judges topics', function () {
  this.timeout(120_000);
  let folder: string;
  let server: TestServer;
  beforeEach(async () => {
    folder = temporaryFolder();
    writeFileSync(join(folder, 'a.txt'), text);
    server = await startServer(asZigZag);
  });
  afterEach(async () => {
    await server.close();
    removeTemporaryFolders();
  });

  const run = (...args: string[]) => runCommand(args, { cwd: folder });
  const model = () => ['--provider', 'openai', '--endpoint', server.url.href, '--model', 'zigzag'];
  const linesOf = (stdout: string): number => stdout.split('\n').filter((line) => line.includes('"role"')).length;

  it('is the built-in one, or the one on a server that the flags name', async () => {
    const own = await run('chunk', 'a.txt', '--text-strategy', 'semantic');
    assert.equal(linesOf(own.stdout), 1, own.stdout);
    assert.equal(server.requests.length, 0);
    const other = await run('chunk', 'a.txt', '--text-strategy', 'semantic', ...model());
    assert.equal(other.stderr, '');
    const chunks = other.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    const texts = chunks.filter(({ role }) => role !== 'parent').map((chunk) => chunk.text.trim());
    assert.equal(texts.length, 2);
    assert.ok(texts[0].endsWith('zig item stays number four.') && texts[1].startsWith('The zag item'));
  });

  it('is the one of the index, and each sentence is sent once', async () => {
    const { status, stderr } = await run('index', '.', '--text-strategy', 'semantic', ...model());
    assert.equal(stderr, '');
    assert.equal(status, 0);
    const index = read(join(folder, '.codegrain', 'index.cgx'));
    assert.equal(index.stats().searchedChunks, 2);
    assert.equal(index.stats().missingVectors, 0);
    const sent = server.requests.flatMap(({ body }) => body.input);
    assert.equal(sent.filter((input) => input.trim() === 'The zig item stays number one.').length, 1);
  });

  it('is asked for nothing where no strategy needs it', async () => {
    const { stderr } = await run('chunk', 'a.txt', ...model());
    assert.equal(stderr, 'codegrain: --provider does nothing without the strategy semantic\n');
    assert.equal(server.requests.length, 0);
  });

  it('is replaced by the built-in one, with a warning, if its server fails', async () => {
    const failing = await startServer((_, response, count) =>
      count === 0
        ? json(response, { data: [{ index: 0, embedding: [1, 2, 3] }] })
        : json(response, { error: { message: 'broken' } }, 400),
    );
    try {
      const flags = ['--provider', 'openai', '--endpoint', failing.url.href, '--model', 'm'];
      const { status, stdout, stderr } = await run('chunk', 'a.txt', '--text-strategy', 'semantic', ...flags);
      assert.equal(status, 0);
      assert.equal(linesOf(stdout), 1);
      assert.match(
        stderr,
        /^codegrain: a\.txt: the embedding model cannot be used, so the built-in model judges topics: .*broken/,
      );
    } finally {
      await failing.close();
    }
  });
});
