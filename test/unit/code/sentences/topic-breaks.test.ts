/** Where topics begin, with the real model, with others and without any. */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sentenceStarts } from '../../../../src/code/sentences/sentences';
import { anchorsOf, builtInAnchors } from '../../../../src/code/sentences/similarity-scale';
import { topicStarts } from '../../../../src/code/sentences/topic-breaks';
import { loadBuiltIn, loadModel } from '../../../../src/embedding/built-in/built-in-embedder';
import type { Embedder } from '../../../../src/embedding/embedder';
import { defaultChunkOptions } from '../../../../src/options/chunk-options';

const { threshold } = defaultChunkOptions;

const animalsDatabasesBread = `Cats sleep for most of the day and hunt at dawn and dusk. A cat cleans its fur with its rough tongue. Kittens learn to hunt by playing with their mother. Most cats purr when they are content, and some purr when they are ill.

PostgreSQL stores rows in pages of eight kilobytes. Each transaction sees a snapshot of the database, so readers never block writers. The vacuum process removes dead rows that no transaction can see any more. An index on a column makes queries with a filter on it faster.

Bread needs flour, water, salt and yeast. Knead the dough for ten minutes until it is smooth. Let it rise in a warm place until it has doubled in size. Bake the loaf in a hot oven until the crust is brown and it sounds hollow.
`;

const painting = [
  'The window is painted again whenever its size changes.',
  'Colours come from the theme that the user has chosen.',
  'Icons are drawn as vectors, so that they stay sharp on every screen.',
  'Fonts and margins follow the style sheet of the page.',
];
/** The same subject throughout, and no noun in two neighbouring sentences. */
const locking = [
  'A mutex protects shared state from concurrent access.',
  'Threads that want it wait until the owner releases the lock.',
  'Deadlocks happen when two of them block each other forever.',
  'Semaphores allow a limited number of parallel workers instead.',
];

const rule = { threshold, minSentences: 1, maxSentences: 50 };

/** A model with a narrow scale, as many on servers have: all cosines are near 1. */
function narrow(model: Embedder): Embedder {
  return {
    id: 'narrow',
    dimensions: model.dimensions + 1,
    limits: model.limits,
    embed: async (texts, side) =>
      (await model.embed(texts, side)).map((vector) => {
        const wide = new Float32Array(vector.length + 1);
        wide.set(vector);
        wide[vector.length] = 2;
        return wide;
      }),
  };
}

describe('a topic', () => {
  it('begins where the meaning of the sentences changes', async () => {
    for (const [one, other] of [
      [painting, locking],
      [locking, painting],
    ] as const) {
      assert.deepEqual(await topicStarts([...one, ...other], rule), [one.length]);
    }
  });

  it('does not end where neighbouring sentences share no word', async () => {
    assert.deepEqual(await topicStarts(locking, rule), []);
  });

  it('is found three times in a short text about cats, PostgreSQL and bread', async () => {
    const sentences = sentencesOf(animalsDatabasesBread);
    assert.equal(sentences.length, 12);
    for (const threshold of [0.7, 0.75]) assert.deepEqual(await topicStarts(sentences, { ...rule, threshold }), [4, 8]);
  });

  it('is smaller the higher the threshold', async () => {
    const sentences = sentencesOf(animalsDatabasesBread);
    let before: readonly number[] = [];
    for (const threshold of [0, 0.3, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 1]) {
      const starts = await topicStarts(sentences, { ...rule, threshold });
      assert.ok(starts.length >= before.length, `${threshold}: ${starts}`);
      before = starts;
    }
    assert.deepEqual(await topicStarts(sentences, { ...rule, threshold: 0 }), []);
    assert.equal(before.length, 11);
  });

  it('has at least the minimum of sentences and at most the maximum', async () => {
    const sentences = sentencesOf(animalsDatabasesBread);
    const sizes = (starts: readonly number[]) => {
      const all = [0, ...starts, sentences.length];
      return all.slice(1).map((at, i) => at - (all[i] ?? 0));
    };
    const many = sizes(await topicStarts(sentences, { threshold: 1, minSentences: 3, maxSentences: 50 }));
    assert.ok(many.length > 1 && Math.min(...many) >= 3, `${many}`);
    const few = sizes(await topicStarts(sentences, { ...rule, maxSentences: 2 }));
    assert.deepEqual(few, [2, 2, 2, 2, 2, 2]);
    const counts = sentences.map(() => 2);
    assert.equal((await topicStarts(sentences, { ...rule, maxSentences: 2 }, {}, counts)).length, 11);
  });

  it('begins at sentences of the text, in order, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 30 }), async (sentences) => {
        const starts = await topicStarts(sentences, rule);
        for (const [i, start] of starts.entries())
          assert.ok(start > (starts[i - 1] ?? 0) && start < sentences.length, `${starts}`);
      }),
    );
  });

  it('does not depend on distant text, however long the document', async () => {
    const few = [...painting, ...locking];
    const many = Array.from({ length: 400 }, () => few).flat();
    const starts = new Set(await topicStarts(many, { ...rule, maxSentences: 10_000 }));
    // The 8 sentences repeat, and so do the topics, except near the ends and every thousand sentences.
    for (let i = 16; i < many.length - 16; i++) {
      if (i % 1000 > 12 && i % 1000 < 988) assert.equal(starts.has(i), starts.has(24 + (i % 8)), `${i}`);
    }
  });

  it('does not begin at text without words', async () => {
    assert.deepEqual(await topicStarts(['---', '2026', '***'], { ...rule, threshold: 0.99 }), []);
  });

  it('depends on shared words in scripts that the model does not know', async () => {
    const russian = [
      'Кошка спит на диване.',
      'Кошка любит диван и рыбу.',
      'Поезд едет в Москву.',
      'Поезд едет быстро.',
    ];
    assert.deepEqual(await topicStarts(russian, rule), [2]);
  });

  it('depends on shared words, with a warning, if the model cannot be read', async () => {
    const missing = join(tmpdir(), 'no-such-model.cgm');
    const warnings: string[] = [];
    const sentences = ['The cat sleeps.', 'The cat eats.', 'A train leaves.', 'A train arrives.'];
    const builtIn = () => loadModel(missing);
    const starts = await topicStarts(sentences, rule, { builtIn, warn: (warning) => warnings.push(warning) });
    assert.deepEqual(starts, [2]);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /compared by the words they share.*no-such-model\.cgm/);
  });

  it('is judged by the built-in model, with a warning, if another model cannot be used', async () => {
    const warnings: string[] = [];
    const load = () => Promise.reject(new Error('no server'));
    const starts = await topicStarts(sentencesOf(animalsDatabasesBread), rule, {
      load,
      warn: (each) => warnings.push(each),
    });
    assert.deepEqual(starts, [4, 8]);
    assert.deepEqual(warnings, ['the embedding model cannot be used, so the built-in model judges topics: no server']);
  });
});

describe('the scale of similarity', () => {
  it('has the anchors of the built-in model', async () => {
    const { same, change } = await anchorsOf(await loadBuiltIn());
    assert.ok(Math.abs(same - builtInAnchors.same) < 0.005, `${same}`);
    assert.ok(Math.abs(change - builtInAnchors.change) < 0.005, `${change}`);
  });

  it('makes a threshold mean the same with a model whose cosines are all high', async () => {
    const model = narrow(await loadBuiltIn());
    const { same, change } = await anchorsOf(model);
    assert.ok(same - change < 0.1 && change > 0.75, `${change} ${same}`);
    const sentences = sentencesOf(animalsDatabasesBread);
    assert.deepEqual(await topicStarts(sentences, rule, { load: async () => model }), [4, 8]);
    assert.deepEqual(await topicStarts(locking, rule, { load: async () => model }), []);
  });

  it('is measured once for a model', async () => {
    const model = await loadBuiltIn();
    let texts = 0;
    const counting: Embedder = {
      id: 'counting',
      dimensions: model.dimensions,
      limits: model.limits,
      embed: (asked, side) => {
        texts += asked.length;
        return model.embed(asked, side);
      },
    };
    const load = async () => counting;
    await topicStarts(locking, rule, { load });
    const first = texts;
    await topicStarts(locking, rule, { load });
    assert.equal(texts - first, locking.length);
  });
});

function sentencesOf(text: string): string[] {
  const starts = sentenceStarts(text, 0, text.length);
  return starts.map((at, i) => text.slice(at, starts[i + 1]));
}
