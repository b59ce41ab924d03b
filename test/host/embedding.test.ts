/** The embedding model of the settings, with a real server: what is sent where, with which key, and after which consent. */
import assert from 'node:assert/strict';
import { ConfigurationTarget, commands, window, workspace } from 'vscode';
import { type Destination, NotAllowed } from '../../src/vscode/consent/send-consent';
import type { EmbeddingTest } from '../../src/vscode/embedding/embedding-commands';
import { Embedding } from '../../src/vscode/embedding/embedding-model';
import { embeddingSettingsOf } from '../../src/vscode/settings/settings';
import { asOllama, asOpenAi, startServer, type TestServer } from '../unit/embedding/server/embedding-server';
import { codegrain, until } from './codegrain';
import { storage } from './storage';

const config = () => workspace.getConfiguration('codegrain');

async function set(values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [id, value] of Object.entries(values)) {
    await config().update(`embedding.${id}`, value, ConfigurationTarget.Global);
  }
}

describe('the embedding model', () => {
  const log = window.createOutputChannel('Codegrain test', { log: true });
  let server: TestServer;
  let other: TestServer;
  const opened: Embedding[] = [];

  before(codegrain);
  beforeEach(async () => {
    // Listens on every address: 0.0.0.0 reaches it too, and counts as another machine.
    server = await startServer(asOpenAi, { host: '0.0.0.0' });
    other = await startServer(asOpenAi);
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) each.dispose();
    await set({ provider: undefined, endpoint: undefined, model: undefined, dimensions: undefined });
    await config().update('embedding.provider', undefined, ConfigurationTarget.Workspace);
    await Promise.all([server.close(), other.close()]);
  });
  after(() => log.dispose());

  /** Records the hosts that the user was asked about. */
  const embedding = (answer: boolean, isTrusted = true, stored = storage()) => {
    const asked: string[] = [];
    const dialogs = {
      isTrusted: () => isTrusted,
      agree: async ({ host }: Destination) => {
        asked.push(host);
        return answer;
      },
    };
    const model = new Embedding(stored, log, dialogs);
    opened.push(model);
    return { embedding: model, asked, stored };
  };
  const elsewhere = (): string => server.url.href.replace('127.0.0.1', '0.0.0.0');

  it('on this machine is tested by the command without asking the user', async () => {
    const local = await startServer(asOllama);
    try {
      await set({ provider: 'ollama', endpoint: local.url.href, model: 'nomic-embed-text' });
      const test = await commands.executeCommand<EmbeddingTest>('codegrain.testEmbedding');
      assert.equal(test.dimensions, 4);
      assert.ok(test.similarity > 0 && test.similarity <= 1, `${test.similarity}`);
      assert.match(test.id, /^ollama:\/\/localhost:\d+\/nomic-embed-text\?dimensions=4/);
      const [, question, code] = local.requests.map(({ body }) => body.input[0]);
      assert.match(question ?? '', /^search_query: read a text file/);
      assert.match(code ?? '', /^search_document: def lines_of/);
    } finally {
      await local.close();
    }
  });

  it('that cannot be used is reported, and the command ends', async () => {
    await set({ provider: 'openai' });
    assert.equal(await commands.executeCommand('codegrain.testEmbedding'), undefined);
    const { embedding: it } = embedding(true);
    await assert.rejects(
      it.embedder(),
      /codegrain\.embedding\.endpoint must be the address.*codegrain\.embedding\.model must be the name/,
    );
  });

  it('on another machine needs consent once per host, which is remembered, also for parallel requests', async () => {
    await set({ provider: 'openai', endpoint: elsewhere(), model: 'm' });
    const { embedding: first, asked, stored } = embedding(true);
    const [a, b] = await Promise.all([first.embedder(), first.embedder()]);
    assert.equal(a, b);
    const second = embedding(false, true, stored);
    await second.embedding.embedder();
    assert.deepEqual([asked, second.asked], [[`0.0.0.0:${server.url.port}`], []]);
  });

  it('on another machine receives nothing if the user declines, and asks again only after a change', async () => {
    await set({ provider: 'openai', endpoint: elsewhere(), model: 'm' });
    const { embedding: it, asked } = embedding(false);
    for (let i = 0; i < 3; i++) await assert.rejects(it.embedder(), NotAllowed);
    assert.equal(asked.length, 1);
    it.reset();
    await assert.rejects(it.embedder(), NotAllowed);
    assert.equal(asked.length, 2);
    assert.equal(server.requests.length, 0);
  });

  it('behind a server is refused in an untrusted workspace', async () => {
    await set({ provider: 'openai', endpoint: server.url.href, model: 'm' });
    const { embedding: it, asked } = embedding(true, false);
    await assert.rejects(it.embedder(), /not trusted, so its code is not sent to 127\.0\.0\.1/);
    assert.deepEqual([asked, server.requests], [[], []]);
  });

  it('gets the key of its own host, and never one of another', async () => {
    await set({ provider: 'openai', endpoint: server.url.href, model: 'm' });
    const { embedding: it } = embedding(true);
    const changes: unknown[] = [];
    it.onDidChange(() => changes.push(1));
    await it.keys.set(server.url.origin, 'sk-of-the-first-server');
    assert.equal(changes.length, 1);
    await it.embedder();
    assert.equal(server.requests.at(-1)?.headers.authorization, 'Bearer sk-of-the-first-server');
    await set({ endpoint: other.url.href });
    await until(() => it.endpoint()?.port === other.url.port);
    await it.embedder();
    assert.equal(other.requests.at(-1)?.headers.authorization, undefined);
    assert.deepEqual(it.keys.owners, [server.url.origin]);
    await it.keys.clear(server.url.origin);
    assert.deepEqual(it.keys.owners, []);
    await set({ endpoint: server.url.href });
    await until(() => it.endpoint()?.port === server.url.port);
    await it.embedder();
    assert.equal(server.requests.at(-1)?.headers.authorization, undefined);
  });

  it('of a workspace may be the built-in one, but only the user can set a server', async () => {
    await set({ provider: 'openai', endpoint: server.url.href, model: 'm' });
    await assert.rejects(async () =>
      config().update('embedding.endpoint', 'http://evil.example/', ConfigurationTarget.Workspace),
    );
    await config().update('embedding.provider', 'built-in', ConfigurationTarget.Workspace);
    const folder = workspace.workspaceFolders?.[0];
    const settings = await until(() => {
      const now = embeddingSettingsOf(folder);
      return now.provider === 'built-in' && now;
    });
    assert.equal(settings.url, server.url.href);
    assert.equal(embedding(true).embedding.endpoint(folder), undefined);
  });
});
