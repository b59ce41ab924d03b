/** The similarity of neighbouring sentences, with the real model and without it. */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { isTopicChange, sentenceSimilarities } from '../../../../../src/chunking/prose/sentences/topic-breaks';
import { wordSimilarities } from '../../../../../src/chunking/prose/sentences/word-similarity';
import { loadModel } from '../../../../../src/embedding/built-in/built-in-embedder';
import { defaultChunkOptions } from '../../../../../src/options/chunk-options';

const { threshold } = defaultChunkOptions;

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

function changes(alike: readonly number[]): number[] {
  return alike.flatMap((_, i) => (i > 0 && isTopicChange(alike, i, threshold) ? [i] : []));
}

describe('the similarity of sentences', () => {
  it('is lowest where the topic changes, and a new topic begins there', async () => {
    for (const [one, other] of [
      [painting, locking],
      [locking, painting],
    ] as const) {
      const alike = await sentenceSimilarities([...one, ...other]);
      assert.equal(alike.indexOf(Math.min(...alike)), one.length, `${alike}`);
      assert.ok(changes(alike).includes(one.length), `${alike}`);
    }
  });

  it('depends on meaning, not on shared words', async () => {
    const [, ...alike] = await sentenceSimilarities(locking);
    const [, other] = await sentenceSimilarities([locking[0] ?? '', painting[0] ?? '']);
    for (const each of alike) assert.ok(each > (other ?? 1), `${alike} ${other}`);
  });

  it('is from 0 to 1 for each sentence, 1 for the first, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 30 }), async (sentences) => {
        const alike = await sentenceSimilarities(sentences);
        assert.equal(alike.length, sentences.length);
        assert.ok(alike.every((each) => each >= 0 && each <= 1));
        if (alike.length > 0) assert.equal(alike[0], 1);
      }),
    );
  });

  it('does not depend on distant text, however long the document', async () => {
    const few = [...painting, ...locking];
    const many = Array.from({ length: 400 }, () => few).flat();
    const alike = await sentenceSimilarities(many);
    assert.equal(alike.length, many.length);
    // The 8 sentences repeat, and so do the gaps, except near the ends.
    for (let i = 16; i < many.length - 16; i++) assert.equal(alike[i], alike[8 + (i % 8)]);
  });

  it('does not drop at text without words', async () => {
    const [, second, third] = await sentenceSimilarities(['---', '2026', '***']);
    assert.deepEqual([second, third], [1, 1]);
  });

  it('depends on shared words in scripts that the model does not know', async () => {
    const russian = [
      'Кошка спит на диване.',
      'Кошка любит диван и рыбу.',
      'Поезд едет в Москву.',
      'Поезд едет быстро.',
    ];
    assert.deepEqual(await sentenceSimilarities(russian), wordSimilarities(russian));
  });

  it('depends on shared words, with a warning, if the model cannot be read', async () => {
    const missing = join(tmpdir(), 'no-such-model.cgm');
    const warnings: string[] = [];
    const sentences = [...painting, ...locking];
    const alike = await sentenceSimilarities(
      sentences,
      (warning) => warnings.push(warning),
      () => loadModel(missing),
    );
    assert.deepEqual(alike, wordSimilarities(sentences));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /compared by the words they share.*no-such-model\.cgm/);
  });
});

describe('a topic changes', () => {
  it('at the lowest of neighbouring gaps below the threshold', () => {
    const alike = [1, 0.9, 0.6, 0.4, 0.6, 0.9, 0.74, 0.8, 0.3, 0.3, 0.9];
    assert.deepEqual(changes(alike), [3, 6, 9]);
    assert.deepEqual(
      alike.flatMap((_, i) => (isTopicChange(alike, i, 0.5) ? [i] : [])),
      [3, 9],
    );
  });
});
