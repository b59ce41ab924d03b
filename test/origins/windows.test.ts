/**
 * Chunking that fits context windows: tokens are counted exactly where that is possible and with a method that is said; texts and
 * conversations are cut into windows or at boundaries; a run over the chunks goes on or stops at a failure, and loses nothing.
 */
import assert from 'node:assert/strict';
import type { Chunk } from '../../src/code/chunk';
import { chunkText } from '../../src/engine/workers/chunker';
import type { ChunkOptions } from '../../src/options/chunk-options';
import { counterNames, recommendedCounter } from '../../src/tokens/counter-table';
import { tokenCounter } from '../../src/tokens/token-counter';
import { type RunOptions, runPieces } from '../../src/wings/models/piece-runner';

async function cut(path: string, text: string, options: Partial<ChunkOptions>): Promise<readonly Chunk[]> {
  return (await chunkText({ path, text }, options)).chunks.filter(({ role }) => role !== 'parent');
}

/** A million tokens would take long; this has some ten thousand. */
const words = Array.from({ length: 3000 }, (_, i) => `Sentence ${i} says something about topic ${i % 7}.`).join(' ');

interface Said {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** Minutes after the first message. */
  readonly at: number;
}

const conversation = (said: readonly Said[]): string =>
  JSON.stringify(
    said.map(({ role, content, at }) => {
      return { role, content, timestamp: new Date(Date.UTC(2026, 0, 1, 10, at)).toISOString() };
    }),
  );

describe('a token counter', () => {
  it('says its method and its accuracy, and is chosen by the name of a model', async () => {
    assert.deepEqual([...counterNames].sort(), [
      'anthropic-estimate',
      'approximate',
      'cl100k_base',
      'gemini-estimate',
      'o200k_base',
    ]);
    const accuracies = counterNames.map((name) => tokenCounter(name).accuracy);
    assert.deepEqual(new Set(accuracies), new Set(['exact', 'estimated', 'approximate']));
    const models = ['gpt-4o', 'gpt-4', 'claude-sonnet-4', 'gemini-2.5-pro', 'some-other-model'];
    assert.deepEqual(models.map(recommendedCounter), [
      'o200k_base',
      'cl100k_base',
      'anthropic-estimate',
      'gemini-estimate',
      'approximate',
    ]);
    const [chunk] = await cut('a.md', words.slice(0, 400), { counter: 'approximate' });
    assert.deepEqual([chunk?.tokens.method, chunk?.tokens.accuracy], ['approximate', 'approximate']);
    assert.equal(chunk?.tokens.text, 100);
  });
});

describe('a sliding window', () => {
  it('has at most the limit with its overlap, and repeats as much as was asked for', async () => {
    const options = { textStrategy: ['sliding-window'], maxTokens: 200, overlapTokens: 40 } as const;
    const chunks = await cut('a.txt', words, options);
    for (const [i, chunk] of chunks.entries()) {
      assert.ok(chunk.tokens.text <= 200);
      assert.equal(chunk.strategy, 'sliding-window');
      assert.deepEqual([chunk.sequence, chunk.total], [i + 1, chunks.length]);
      const shared = words.slice(chunk.start, chunk.start + chunk.overlap.before);
      assert.ok(chunks[i - 1]?.text.endsWith(shared) ?? shared === '');
      if (i > 0) assert.ok(tokenCounter('o200k_base').count(shared) <= 40 && shared.length > 80, shared);
    }
    assert.equal(chunks.map((chunk) => chunk.text.slice(chunk.overlap.before)).join(''), words);
  });

  it('takes its overlap as a share, too', async () => {
    const chunks = await cut('a.txt', words, { textStrategy: ['sliding-window'], maxTokens: 200, overlap: 0.2 });
    const repeated = chunks.slice(1, -1).map(({ text, overlap }) => overlap.before / text.length);
    assert.ok(repeated.every((share) => share > 0.1 && share < 0.25));
  });
});

describe('the boundaries of a conversation', () => {
  const talk: readonly Said[] = Array.from({ length: 12 }, (_, i) => [
    { role: 'user' as const, content: `Question ${i}: how does part ${i} work?`, at: i * 4 },
    {
      role: 'assistant' as const,
      content: `Part ${i} works in steps. ${'It does one step after another. '.repeat(20)}`,
      at: i * 4 + 1,
    },
  ]).flat();

  it('are before messages of the user: a chunk knows its first and last message, and who speaks', async () => {
    const chunks = await cut('talk.json', conversation(talk), { maxTokens: 400 });
    assert.ok(chunks.length >= 6);
    assert.equal(chunks[0]?.startMessage, 0);
    assert.equal(chunks.at(-1)?.endMessage, talk.length - 1);
    for (const chunk of chunks) assert.ok(talk[chunk.startMessage ?? -1]?.role === 'user', chunk.text.slice(0, 40));
  });

  it('are where the count of messages is reached, and at a long pause', async () => {
    const options = { maxTokens: 2000, parentTokens: 4000, targetTokens: 1500, maxMessages: 4 };
    for (const { startMessage = 0, endMessage = 0 } of await cut('talk.json', conversation(talk), options))
      assert.ok(endMessage - startMessage < 4);
    const late = talk.map((each, i) => (i < 12 ? each : { ...each, at: each.at + 600 }));
    const starts = (await cut('talk.json', conversation(late), { ...options, maxMessages: 100 })).map(
      ({ startMessage }) => startMessage,
    );
    assert.ok(starts.includes(12), starts.join(' '));
  });
});

describe('a run over chunks', () => {
  /** Asks about ten pieces, of which one fails. */
  async function run(options: Pick<RunOptions, 'parallel' | 'onError'>) {
    const saved: string[] = [];
    let atOnce = 0;
    let most = 0;
    async function* pieces(): AsyncGenerator<number> {
      for (let i = 0; i < 10; i++) yield i;
    }
    const usage = { input: 1, output: 1 };
    const report = await runPieces(
      pieces(),
      {
        async ask(piece) {
          most = Math.max(most, ++atOnce);
          await new Promise((done) => setImmediate(done));
          atOnce--;
          return piece === 3 ? { is: 'failed', error: 'no answer', usage } : { is: 'answer', value: piece, usage };
        },
        async save(piece, outcome, ms) {
          assert.ok(ms >= 0);
          saved.push(`${piece} ${outcome.is}`);
        },
      },
      { ...options, signal: new AbortController().signal },
    );
    return { report, saved, most };
  }

  it('goes on at a failure, and says how many answered and failed', async () => {
    const { report, saved, most } = await run({ parallel: 1, onError: 'continue-on-error' });
    assert.deepEqual([report.answered, report.failed, report.stopped], [9, 1, undefined]);
    assert.equal(saved.length, 10);
    assert.equal(most, 1);
  });

  it('stops at the first failure if that is wanted, with what it has', async () => {
    const { report, saved } = await run({ parallel: 1, onError: 'fail-fast' });
    assert.deepEqual([report.answered, report.failed, report.stopped], [3, 1, 'failure']);
    assert.deepEqual(saved, ['0 answer', '1 answer', '2 answer', '3 failed']);
  });

  it('asks about several at a time, with the same answers', async () => {
    const { report, saved, most } = await run({ parallel: 4, onError: 'continue-on-error' });
    assert.equal(most, 4);
    assert.deepEqual([report.answered, report.failed, saved.length], [9, 1, 10]);
  });
});
