import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CachedEmbedder } from '../../../../bench/embedding/cached-embedder';
import { StandIn } from './stand-in';

describe('vectors kept on disk', () => {
  let file = '';
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-vectors-'));
    file = join(folder, 'below', 'stand-in.vectors');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const texts = ['one text', 'a longer second text', 'third', 'fourth of them', 'one text'];

  it('are those of the model, in the order asked for, and made once per text', async () => {
    const model = new StandIn();
    const kept = new CachedEmbedder(model, file);
    assert.deepEqual(await kept.embed(texts, 'passage'), await new StandIn().embed(texts));
    assert.equal(model.asked, 4);
  });

  it('are read back by another run, which asks the model for nothing', async () => {
    await new CachedEmbedder(new StandIn(), file).embed(texts, 'passage');
    const model = new StandIn();
    assert.deepEqual(await new CachedEmbedder(model, file).embed(texts, 'passage'), await new StandIn().embed(texts));
    assert.equal(model.asked, 0);
  });

  it('are not taken for those of the other side', async () => {
    const model = new StandIn();
    const kept = new CachedEmbedder(model, file);
    await kept.embed(['a text'], 'passage');
    await kept.embed(['a text'], 'query');
    assert.equal(model.asked, 2);
  });

  it('survive a run that was killed while it wrote', async () => {
    await new CachedEmbedder(new StandIn(), file).embed(texts, 'passage');
    const whole = statSync(file).size;
    appendFileSync(file, Buffer.alloc(100, 1));
    const kept = new CachedEmbedder(new StandIn(), file);
    assert.equal(statSync(file).size, whole);
    assert.deepEqual(await kept.embed(texts, 'passage'), await new StandIn().embed(texts));
  });
});
