/** From settings to a model: each problem is reported with the name of its setting. */
import assert from 'node:assert/strict';
import { chooseEmbedder, type EmbeddingSettings, openEmbedder } from '../../../src/embedding/choose-embedder';
import type { Embedder } from '../../../src/embedding/embedder';
import { asOllama, startServer } from './server/embedding-server';

const choose = (settings: EmbeddingSettings) => chooseEmbedder(settings, (name) => `[${name}]`);
const problems = (settings: EmbeddingSettings): readonly string[] => {
  const choice = choose(settings);
  return choice.is === 'wrong' ? choice.problems : [];
};
const builtIn = async (): Promise<Embedder> => ({
  id: 'built-in',
  dimensions: 256,
  limits: { tokens: 400, batch: 10 },
  embed: async (texts) => texts.map(() => new Float32Array(256).fill(1 / 16)),
});

describe('the choice of a model', () => {
  it('is the built-in model, with all dimensions or a size it was trained for', async () => {
    assert.equal((await openEmbedder(choose({ provider: 'built-in' }), { builtIn })).id, 'built-in');
    const short = await openEmbedder(choose({ provider: 'built-in', dimensions: 64 }), { builtIn });
    assert.equal((await short.embed(['a'], 'query'))[0]?.length, 64);
    assert.deepEqual(problems({ provider: 'built-in', dimensions: 100 }), [
      '[dimensions] must be 64, 128 or 256 for the built-in model, not 100',
    ]);
  });

  it('is a server with its options', async () => {
    const server = await startServer(asOllama);
    try {
      const choice = choose({ provider: 'ollama', url: server.url.href, model: ' all-minilm ', timeoutSeconds: 5 });
      assert.ok(choice.is === 'endpoint');
      assert.equal(choice.options.timeoutMs, 5000);
      const embedder = await openEmbedder(choice, { builtIn });
      assert.equal(embedder.dimensions, 4);
      assert.match(embedder.id, /^ollama:\/\/localhost:\d+\/all-minilm\?/);
    } finally {
      await server.close();
    }
  });

  it('lists everything that must be fixed', () => {
    assert.deepEqual(problems({ provider: 'ollama', model: 'a' }), []);
    assert.deepEqual(problems({ provider: 'openai', url: ' ', model: '' }), [
      '[url] must be the address of the server, such as http://localhost:1234/v1 or https://api.openai.com/v1',
      '[model] must be the name of a model on the server, such as text-embedding-3-small',
    ]);
    assert.match(
      problems({ provider: 'openai', url: 'localhost:1234', model: 'a' }).join(),
      /\[url\]: an address must begin/,
    );
    assert.match(problems({ provider: 'ollama', url: 'http://a/v1', model: 'a' }).join(), /set \[provider\] to openai/);
    assert.deepEqual(
      problems({ provider: 'ollama', model: 'a', dimensions: 1.5, maxTokens: 3, timeoutSeconds: 301 }).map((each) =>
        each.slice(0, each.indexOf(']') + 1),
      ),
      ['[dimensions]', '[maxTokens]', '[timeoutSeconds]'],
    );
  });

  it('is not opened if it is wrong', async () => {
    await assert.rejects(openEmbedder(choose({ provider: 'openai' }), { builtIn }), /\[url\].*; \[model\]/);
  });
});
