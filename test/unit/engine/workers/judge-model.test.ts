/** The model that judges topics for workers. */
import assert from 'node:assert/strict';
import type { Embedder } from '../../../../src/embedding/embedder';
import { needsJudge, rememberSentences } from '../../../../src/engine/workers/chunking-pool';

describe('the model that judges topics for workers', () => {
  it('is asked for a sentence once, in the order of the request', async () => {
    const asked: string[] = [];
    const model: Embedder = {
      id: 'm',
      dimensions: 1,
      limits: { tokens: 100, batch: 10 },
      embed: async (texts) =>
        texts.map((text) => {
          asked.push(String(text));
          return Float32Array.of(String(text).length);
        }),
    };
    const judge = rememberSentences(model);
    const lengths = async (...texts: string[]) => (await judge.embed(texts, 'passage')).map(([length]) => length);
    assert.deepEqual(await lengths('a', 'bb', 'a'), [1, 2, 1]);
    assert.deepEqual(await lengths('ccc', 'bb'), [3, 2]);
    assert.deepEqual(asked, ['a', 'bb', 'ccc']);
    assert.deepEqual([judge.id, judge.dimensions], ['m', 1]);
  });

  it('is needed for the strategy that compares sentences, where it is used', () => {
    assert.ok(needsJudge({ textStrategy: ['semantic'] }));
    assert.ok(needsJudge({ strategy: ['sliding-window', 'semantic'] }));
    assert.ok(!needsJudge({ strategy: ['fixed'], textStrategy: ['semantic'] }));
    assert.ok(!needsJudge({}));
  });
});
