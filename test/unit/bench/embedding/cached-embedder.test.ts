import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CachedEmbedder } from '../../../../bench/embedding/cached-embedder';
import { FakeEmbedder } from './fake-embedder';

describe('a cache of vectors on disk', () => {
  let file = '';
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-vectors-'));
    file = join(folder, 'below', 'stand-in.vectors');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const texts = ['one text', 'a longer second text', 'third', 'fourth of them', 'one text'];

  it('returns the vectors of the model in the order of the texts, and embeds each text once', async () => {
    const model = new FakeEmbedder();
    const cached = new CachedEmbedder(model, file);
    assert.deepEqual(await cached.embed(texts, 'passage'), await new FakeEmbedder().embed(texts));
    assert.equal(model.embeddedTexts, 4);
  });

  it('is read by the next run, which does not use the model', async () => {
    await new CachedEmbedder(new FakeEmbedder(), file).embed(texts, 'passage');
    const model = new FakeEmbedder();
    assert.deepEqual(
      await new CachedEmbedder(model, file).embed(texts, 'passage'),
      await new FakeEmbedder().embed(texts),
    );
    assert.equal(model.embeddedTexts, 0);
  });

  it('keeps queries and passages separate', async () => {
    const model = new FakeEmbedder();
    const cached = new CachedEmbedder(model, file);
    await cached.embed(['a text'], 'passage');
    await cached.embed(['a text'], 'query');
    assert.equal(model.embeddedTexts, 2);
  });

  it('survives a run that was killed while it wrote', async () => {
    await new CachedEmbedder(new FakeEmbedder(), file).embed(texts, 'passage');
    const whole = statSync(file).size;
    appendFileSync(file, Buffer.alloc(100, 1));
    const cached = new CachedEmbedder(new FakeEmbedder(), file);
    assert.equal(statSync(file).size, whole);
    assert.deepEqual(await cached.embed(texts, 'passage'), await new FakeEmbedder().embed(texts));
  });
});
